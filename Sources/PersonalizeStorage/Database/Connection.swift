import CSQLite

/// One SQLite connection with the settings that every connection of ours has.
///
/// A value without a deinit: whoever opens it closes it, and after a fork it
/// is forgotten without a call into SQLite.
struct Connection {
    private let handle: OpaquePointer

    /// Opens a database without reading it.
    ///
    /// The storage is owned through locks of our own, so a file is opened with
    /// SQLite's VFS that takes none. SQLite's own locks belong to a process and
    /// are counted in its global memory: a child that forked off could never
    /// open the same path again, and closing any descriptor of the file would
    /// drop them.
    static func open(_ location: Location) throws(DatabaseFailure) -> Connection {
        let path: String
        let system: String?
        switch location {
        case .memory: (path, system) = (":memory:", nil)
        case .file(let file): (path, system) = (file, "unix-none")
        }
        // Checked here, since otherwise it would look like a fault of the file.
        guard sqlite3_libversion_number() >= oldestVersion,
            location == .memory || sqlite3_vfs_find(system) != nil
        else {
            throw DatabaseFailure(
                code: SQLITE_CANTOPEN,
                message: "SQLite \(String(cString: sqlite3_libversion())) does not fit")
        }
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &handle, flags, system)
        guard code == SQLITE_OK, let handle else {
            let failure = DatabaseFailure(code == SQLITE_OK ? SQLITE_NOMEM : code, on: handle)
            sqlite3_close_v2(handle)
            throw failure
        }
        let connection = Connection(handle: handle)
        do {
            try connection.configure(location)
        } catch {
            connection.close()
            throw error
        }
        return connection
    }

    /// The first with `STRICT` tables, the youngest feature that is used.
    private static let oldestVersion: Int32 = 3_037_000

    enum Location: Equatable {
        case memory
        case file(String)
    }

    private func configure(_ location: Location) throws(DatabaseFailure) {
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 0)
        let limits = [
            (SQLITE_LIMIT_LENGTH, Self.maximumRecordBytes), (SQLITE_LIMIT_SQL_LENGTH, 65_536),
            (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_VARIABLE_NUMBER, 16),
            (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
        ]
        for (limit, value) in limits { sqlite3_limit(handle, limit, value) }
        // A damaged or planted file must not bring code of its own, and a file
        // that turns out not to be ours must not be checkpointed by looking.
        let options: [(Int32, Int32)] = [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
            (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
            (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1),
        ]
        for (option, value) in options { try configure(option, value) }
        // First of all, since some of the others read the file already, and
        // without SQLite's locks a log can only be read in the exclusive mode.
        if location != .memory { try execute("PRAGMA locking_mode=EXCLUSIVE") }
        // No memory mapping, here and through the exclusive mode, which keeps
        // the log's index in memory: a file that someone truncates would
        // otherwise raise SIGBUS in the host.
        try execute("PRAGMA mmap_size=0")
        try execute("PRAGMA temp_store=MEMORY")
        try execute("PRAGMA cell_size_check=ON")
        try execute("PRAGMA cache_size=-2048")
        // What is removed is about a person; it is overwritten, not just unlinked.
        try execute("PRAGMA secure_delete=ON")
    }

    /// The largest record, so that one wild value cannot take all memory.
    private static let maximumRecordBytes: Int32 = 128 << 20

    /// Turns on write-ahead logging, after the file was found to be ours.
    func startLogging(_ durability: Durability) throws(DatabaseFailure) {
        let mode = try prepare("PRAGMA journal_mode=WAL", isKept: false)
        defer { mode.finish() }
        guard try mode.step(), mode.text(0) == "wal" else {
            throw DatabaseFailure(
                code: SQLITE_CANTOPEN, message: "write-ahead logging is not available")
        }
        mode.reset()
        switch durability {
        case .process: try execute("PRAGMA synchronous=NORMAL")
        case .power: try execute("PRAGMA synchronous=FULL")
        }
        try execute("PRAGMA journal_size_limit=\(Self.maximumLogBytes)")
        try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
    }

    /// What the log is cut back to after a large transaction, in bytes.
    private static let maximumLogBytes = 4 << 20

    /// Prepares one statement.
    ///
    /// - Parameter isKept: whether it lives as long as the connection.
    func prepare(_ sql: String, isKept: Bool) throws(DatabaseFailure) -> Statement {
        var statement: OpaquePointer?
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
        guard code == SQLITE_OK, let statement else {
            throw DatabaseFailure(code == SQLITE_OK ? SQLITE_MISUSE : code, on: handle)
        }
        return Statement(statement)
    }

    /// Runs SQL without parameters.
    func execute(_ sql: String) throws(DatabaseFailure) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// The first column of the first row, nil without a row.
    func integer(_ sql: String) throws(DatabaseFailure) -> Int64? {
        let statement = try prepare(sql, isKept: false)
        defer { statement.finish() }
        return try statement.step() ? statement.integer(0) : nil
    }

    /// SQLite's first complaint about a table and its indexes, nil when sound.
    func complaint(about table: String) throws(DatabaseFailure) -> String? {
        let check = try prepare("PRAGMA integrity_check('\(table)')", isKept: false)
        defer { check.finish() }
        guard try check.step(), let result = check.text(0), result != "ok" else { return nil }
        return result
    }

    /// Runs `body` in one transaction, and undoes all of it if it throws.
    func transaction(
        _ body: () throws(DatabaseFailure) -> Void
    ) throws(DatabaseFailure) {
        try execute("BEGIN IMMEDIATE")
        do {
            try body()
            try execute("COMMIT")
        } catch {
            // Some failures make SQLite roll back by itself.
            if sqlite3_get_autocommit(handle) == 0 {
                sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            }
            throw error
        }
    }

    /// Finalises every statement and closes the connection.
    func close() {
        while let statement = sqlite3_next_stmt(handle, nil) { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    private func configure(_ option: Int32, _ value: Int32) throws(DatabaseFailure) {
        guard personalize_sqlite_configure(handle, option, value) == SQLITE_OK else {
            throw DatabaseFailure(
                code: SQLITE_MISUSE, message: "SQLite has no option \(option)")
        }
    }

    private func check(_ code: Int32) throws(DatabaseFailure) {
        guard code == SQLITE_OK else { throw DatabaseFailure(code, on: handle) }
    }
}
