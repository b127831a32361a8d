import PersonalizeCore

/// Why a file cannot be used as the storage.
struct UnusableFile: Error, Equatable {
    enum Kind: String {
        case corrupt, foreign, newer
    }

    var kind: Kind
    /// A clause for the report, such as "it is not a SQLite file".
    var detail: String

    /// The incident's stable identifier.
    var reason: String { "storage_" + kind.rawValue }
}

/// What opening a file can come to, other than an open file.
enum OpeningFailure: Error {
    /// The content is at fault: the file can be set aside.
    case unusable(UnusableFile)
    /// What surrounds the file is at fault; a fresh one would not help.
    case failed(PersonalizeError)

    init(_ failure: DatabaseFailure) {
        if failure.isDamage || failure.isMismatch {
            self = .unusable(UnusableFile(kind: .corrupt, detail: failure.message))
        } else {
            self = .failed(failure.error)
        }
    }
}

extension Schema {
    /// Brings a connection's file to this schema's version, in one transaction.
    ///
    /// The mark and the version are written together with the tables, and
    /// before logging is turned on, so they are always in the file itself and
    /// never only in its log.
    func migrate(_ connection: Connection) throws(OpeningFailure) {
        var found = Int64(0)
        var unusable: UnusableFile?
        do throws(DatabaseFailure) {
            found = try connection.integer("PRAGMA user_version") ?? 0
            unusable = judge(
                version: found, mark: try connection.integer("PRAGMA application_id") ?? 0,
                tables: try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0)
        } catch {
            throw OpeningFailure(error)
        }
        if let unusable { throw .unusable(unusable) }
        do throws(DatabaseFailure) {
            guard found < Int64(version) else { return }
            try connection.transaction { () throws(DatabaseFailure) in
                for step in steps.dropFirst(Int(clamping: found)) {
                    for statement in step.statements { try connection.execute(statement) }
                }
                try connection.execute("PRAGMA application_id=\(Self.applicationIdentifier)")
                try connection.execute("PRAGMA user_version=\(version)")
            }
        } catch {
            throw OpeningFailure(error)
        }
    }

    private func judge(version: Int64, mark: Int64, tables: Int64) -> UnusableFile? {
        if tables == 0 && version == 0 && mark == 0 { return nil }
        if mark != Int64(Self.applicationIdentifier) {
            return UnusableFile(kind: .foreign, detail: "another program made it")
        }
        if version > Int64(self.version) {
            return UnusableFile(
                kind: .newer, detail: "its version is \(version), ours is \(self.version)")
        }
        // A file of ours has its version from the transaction that made it.
        return version > 0
            ? nil : UnusableFile(kind: .corrupt, detail: "its version is \(version)")
    }
}
