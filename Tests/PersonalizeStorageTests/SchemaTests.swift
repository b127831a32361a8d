import PersonalizeCore
import Testing

@testable import PersonalizeStorage

/// Older files are brought up to date, newer ones are kept for their library.
@Suite struct SchemaTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The released tables and one step more.
    private var next: Schema {
        Schema(
            steps: Schema.current.steps + [
                Schema.Step(statements: [
                    "ALTER TABLE record ADD COLUMN revision INTEGER NOT NULL DEFAULT 7",
                    "CREATE INDEX record_revision ON record(revision)",
                ])
            ])
    }

    private func open(_ schema: Schema) throws(PersonalizeError) -> Store {
        try Store.open(path: directory["state.db"], durability: .process, schema: schema)
    }

    @Test func aNewFileHasMarkAndVersion() throws {
        let store = try open(.current)
        let connection = try #require(store.database?.connection)
        #expect(try connection.integer("PRAGMA application_id") == 0x5052_535A)
        #expect(try connection.integer("PRAGMA user_version") == 1)
        store.close()
        // In the file itself, not only in its log.
        #expect(Array(try directory.read("state.db")[68..<72]) == Array("PRSZ".utf8))
    }

    @Test func anOlderFileIsBroughtUpToDate() throws {
        let old = try open(.current)
        try old.commit((0..<20).map { put(event($0)) })
        old.close()

        let store = try open(next)
        #expect(store.incidents.isEmpty)
        #expect(try store.headers().count == 20)
        #expect(try store.body(event(3))?.body == content(event(3)))
        let connection = try #require(store.database?.connection)
        #expect(try connection.integer("PRAGMA user_version") == 2)
        #expect(try connection.integer("SELECT sum(revision) FROM record") == 140)
    }

    @Test func aNewFileAndAMigratedOneHaveTheSameTables() throws {
        try open(.current).close()
        let migrated = try open(next)
        let fresh = try Store.open(
            path: directory["fresh.db"], durability: .process, schema: next)
        let tables = "SELECT type, name, sql FROM sqlite_schema ORDER BY name"
        let rows = try [migrated, fresh].map { store -> [[String?]] in
            let statement = try #require(
                try store.database?.connection.prepare(tables, isKept: false))
            defer { statement.finish() }
            var rows: [[String?]] = []
            while try statement.step() { rows.append((0..<3).map { statement.text($0) }) }
            return rows
        }
        #expect(rows[0] == rows[1])
        #expect(rows[0].count == 4)
    }

    @Test func aHandMadeFirstVersionOpens() throws {
        let connection = try Connection.open(.file(directory["state.db"]))
        try connection.execute(
            """
            CREATE TABLE record(id INTEGER PRIMARY KEY, space TEXT NOT NULL,
                vendor TEXT NOT NULL, key TEXT NOT NULL, header TEXT NOT NULL,
                UNIQUE(space, vendor, key)) STRICT;
            CREATE TABLE body(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
            INSERT INTO record VALUES(5, 'event', 'shop', 'event-1', '{}'),
                (6, 'a space of later', 'shop', 'x', '{}');
            INSERT INTO body VALUES(5, x'0102');
            PRAGMA application_id=\(Schema.applicationIdentifier); PRAGMA user_version=1
            """)
        connection.close()
        let store = try open(.current)
        #expect(store.incidents.isEmpty)
        #expect(try store.headers() == [StoredHeader(event(1), "{}")])
        #expect(try store.body(event(1))?.body == [1, 2])
    }

    @Test func aNewerFileIsSetAsideAndComesBack() throws {
        let newer = try open(next)
        try newer.commit([put(event(1))])
        newer.close()
        let store = try open(.current)
        #expect(store.incidents.map(\.reason) == ["storage_newer"])
        #expect(store.incidents.first?.setAside == directory["state.db.newer-1"])
        #expect(try store.headers().isEmpty)
        store.close()
        let kept = try Store.open(
            path: directory["state.db.newer-1"], durability: .process, schema: next)
        #expect(try kept.headers().map(\.key) == [event(1)])
    }

    @Test func aFailedMigrationChangesNothing() throws {
        let old = try open(.current)
        try old.commit([put(event(1)), put(event(2))])
        old.close()
        // Both records are of one vendor, so the last statement cannot succeed.
        var unfitting = next
        unfitting.steps[1].statements.append("CREATE UNIQUE INDEX one ON record(vendor)")
        let store = try open(unfitting)
        #expect(store.incidents.map(\.reason) == ["storage_corrupt"])
        store.close()
        let kept = try Store.open(
            path: directory["state.db.corrupt-1"], durability: .process, schema: .current)
        #expect(kept.incidents.isEmpty)
        #expect(try kept.headers().map(\.key) == [event(1), event(2)])
    }

    @Test func aVersionThatCannotBeIsDamage() throws {
        for version in [0, -3] {
            let store = try open(.current)
            try store.database?.connection.execute("PRAGMA user_version=\(version)")
            store.close()
            let reopened = try open(.current)
            #expect(reopened.incidents.map(\.reason) == ["storage_corrupt"], "\(version)")
            reopened.close()
        }
    }
}
