import CSQLite
import PersonalizeCore

/// An open database of ours: its connection and the statements it uses.
struct Database {
    let connection: Connection
    private let file: DatabaseFile?
    private let insert: Statement
    private let replaceBody: Statement
    private let removeBody: Statement
    private let updateHeader: Statement
    private let selectHeaders: Statement
    private let selectRecord: Statement
    private let removals: Removals

    /// Each removal takes the body first, whose id the record knows.
    private struct Removals {
        let body: Statement
        let record: Statement
        let vendorBodies: Statement
        let vendorRecords: Statement
        let bodies: Statement
        let records: Statement
    }

    /// Opens the files' database, or one in memory without files.
    static func open(
        _ files: StorageFiles?, schema: Schema, durability: Durability
    ) throws(OpeningFailure) -> Database {
        guard let files else {
            return try open(.memory, file: nil, schema: schema, durability: durability)
        }
        let file: DatabaseFile
        do {
            file = try DatabaseFile.open(files.path)
        } catch {
            throw .failed(error)
        }
        do throws(OpeningFailure) {
            if !files.hasLog, let unusable = file.inspect() { throw .unusable(unusable) }
            return try open(
                .file(files.path), file: file, schema: schema, durability: durability)
        } catch {
            file.release()
            throw error
        }
    }

    private static func open(
        _ location: Connection.Location, file: DatabaseFile?, schema: Schema,
        durability: Durability
    ) throws(OpeningFailure) -> Database {
        let connection: Connection
        do {
            connection = try Connection.open(location)
        } catch {
            throw OpeningFailure(error)
        }
        do throws(OpeningFailure) {
            return try Database(connection, file: file, schema: schema, durability: durability)
        } catch {
            connection.close()
            throw error
        }
    }

    /// Migrates a connection's file and prepares every statement.
    ///
    /// Preparing all of them at once is also the check that the tables are what
    /// they should be. Of the pages only those with headers are checked, since
    /// the engine reads them next anyway; the bodies would make a start take as
    /// long as the file is large. SQLite notices damage of those where it reads.
    private init(
        _ connection: Connection, file: DatabaseFile?, schema: Schema, durability: Durability
    ) throws(OpeningFailure) {
        self.connection = connection
        self.file = file
        try schema.migrate(connection)
        let complaint: String?
        do throws(DatabaseFailure) {
            complaint = try connection.complaint(about: "record")
            if file != nil { try connection.startLogging(durability) }
            func kept(_ sql: String) throws(DatabaseFailure) -> Statement {
                try connection.prepare(sql, isKept: true)
            }
            let one = "space=?1 AND vendor=?2 AND key=?3"
            let ofVendor = "space=?1 AND vendor=?2"
            let ofSpace = "space=?1"
            func bodies(_ filter: String) -> String {
                "DELETE FROM body WHERE id IN (SELECT id FROM record WHERE \(filter))"
            }
            insert = try kept(
                """
                INSERT INTO record(space, vendor, key, header) VALUES(?1, ?2, ?3, ?4) \
                ON CONFLICT(space, vendor, key) DO UPDATE SET header=excluded.header RETURNING id
                """)
            replaceBody = try kept("INSERT OR REPLACE INTO body(id, bytes) VALUES(?1, ?2)")
            removeBody = try kept("DELETE FROM body WHERE id=?1")
            updateHeader = try kept("UPDATE record SET header=?4 WHERE \(one)")
            selectHeaders = try kept(
                "SELECT vendor, key, header FROM record WHERE space=?1 ORDER BY vendor, key")
            selectRecord = try kept(
                "SELECT header, bytes FROM record LEFT JOIN body USING(id) WHERE \(one)")
            removals = Removals(
                body: try kept(bodies(one)),
                record: try kept("DELETE FROM record WHERE \(one)"),
                vendorBodies: try kept(bodies(ofVendor)),
                vendorRecords: try kept("DELETE FROM record WHERE \(ofVendor)"),
                bodies: try kept(bodies(ofSpace)),
                records: try kept("DELETE FROM record WHERE \(ofSpace)"))
        } catch {
            throw OpeningFailure(error)
        }
        if let complaint { throw .unusable(UnusableFile(kind: .corrupt, detail: complaint)) }
    }

    /// Reads one space's headers in the order of vendor and key.
    ///
    /// - Returns: how many records were left out because they are not text.
    func headers(
        _ space: Space, into headers: inout [StoredHeader]
    ) throws(DatabaseFailure) -> Int {
        defer { selectHeaders.reset() }
        try selectHeaders.bind([space.rawValue])
        var unreadable = 0
        while try selectHeaders.step() {
            guard let vendor = selectHeaders.text(0), let key = selectHeaders.text(1),
                let header = selectHeaders.text(2)
            else {
                unreadable &+= 1
                continue
            }
            headers.append(StoredHeader(RecordKey(space, vendor: vendor, key: key), header))
        }
        return unreadable
    }

    /// One record, nil when it is absent or its header is not text.
    func record(
        _ key: RecordKey
    ) throws(DatabaseFailure) -> (header: String, body: [UInt8]?)? {
        defer { selectRecord.reset() }
        try selectRecord.bind([key.space.rawValue, key.vendor, key.key])
        guard try selectRecord.step(), let header = selectRecord.text(0) else { return nil }
        return (header, try selectRecord.bytes(1))
    }

    /// Makes one change; the caller holds the transaction.
    func apply(_ change: StoreChange) throws(DatabaseFailure) {
        switch change {
        case .put(let key, let header, let body):
            try put(key, header, body)
        case .putHeader(let key, let header):
            try run(updateHeader, key.space.rawValue, key.vendor, key.key, header)
        case .remove(let key):
            try run(removals.body, key.space.rawValue, key.vendor, key.key)
            try run(removals.record, key.space.rawValue, key.vendor, key.key)
        case .removeAll(let space, let vendor?):
            try run(removals.vendorBodies, space.rawValue, vendor)
            try run(removals.vendorRecords, space.rawValue, vendor)
        case .removeAll(let space, nil):
            try run(removals.bodies, space.rawValue)
            try run(removals.records, space.rawValue)
        }
    }

    private func put(
        _ key: RecordKey, _ header: String, _ body: [UInt8]?
    ) throws(DatabaseFailure) {
        defer { insert.reset() }
        try insert.bind([key.space.rawValue, key.vendor, key.key, header])
        guard try insert.step() else {
            throw DatabaseFailure(code: SQLITE_CORRUPT, message: "a record has no id")
        }
        let id = insert.integer(0)
        try insert.run()
        let statement = body == nil ? removeBody : replaceBody
        defer { statement.reset() }
        try statement.bind(id, at: 1)
        if let body { try statement.bind(body, at: 2) }
        try statement.run()
    }

    private func run(_ statement: Statement, _ texts: String...) throws(DatabaseFailure) {
        defer { statement.reset() }
        try statement.bind(texts)
        try statement.run()
    }

    /// Writes the log into the file, closes it and gives up its lock.
    func close() {
        connection.close()
        file?.release()
    }

    /// Lets go of the file without touching it; see `Store.abandon()`.
    func forget() {
        file?.forget()
    }
}
