/// The tables of a storage file, as the steps that lead to them.
///
/// A new file is made by taking every step from version 0, so an upgraded file
/// and a new one cannot differ. A released step is never changed; a change of
/// the tables is a new step.
struct Schema {
    /// Each step leads from version n to version n + 1.
    var steps: [Step]

    struct Step {
        var statements: [String]
    }

    /// The version that all steps together lead to; kept in `user_version`.
    var version: Int { steps.count }

    /// Marks a file as ours, in SQLite's `application_id`: "PRSZ".
    static let applicationIdentifier: UInt32 = 0x5052_535A

    /// What this release of the library reads and writes.
    static let current = Schema(steps: [
        // Bodies are in a table of their own, so that reading every header when
        // the engine opens reads no page with a body on it.
        Step(statements: [
            """
            CREATE TABLE record(id INTEGER PRIMARY KEY, space TEXT NOT NULL, \
            vendor TEXT NOT NULL, key TEXT NOT NULL, header TEXT NOT NULL, \
            UNIQUE(space, vendor, key)) STRICT
            """,
            "CREATE TABLE body(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT",
        ])
    ])
}
