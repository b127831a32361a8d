import CSQLite

/// One prepared statement.
///
/// Its connection finalises it. A value without a deinit, since after a fork
/// the statement must be forgotten without touching it.
struct Statement {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    /// Binds texts to the parameters 1, 2, … in order.
    ///
    /// The length is passed along, so a text may contain NUL.
    func bind(_ texts: [String]) throws(DatabaseFailure) {
        var index: Int32 = 1
        for text in texts {
            try bind(text, at: index)
            index &+= 1
        }
    }

    func bind(_ text: String, at index: Int32) throws(DatabaseFailure) {
        var text = text
        // An empty text without an address would be bound as NULL.
        let code = text.withUTF8 { buffer in
            guard let start = buffer.baseAddress, !buffer.isEmpty else {
                return personalize_sqlite_bind_text(handle, index, "", 0)
            }
            return personalize_sqlite_bind_text(
                handle, index, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self),
                UInt64(buffer.count))
        }
        try check(code)
    }

    func bind(_ bytes: [UInt8], at index: Int32) throws(DatabaseFailure) {
        // No bytes are not NULL: a record may have an empty body.
        let code = bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress, !buffer.isEmpty else {
                return sqlite3_bind_zeroblob(handle, index, 0)
            }
            return personalize_sqlite_bind_bytes(handle, index, start, UInt64(buffer.count))
        }
        try check(code)
    }

    func bind(_ number: Int64, at index: Int32) throws(DatabaseFailure) {
        try check(sqlite3_bind_int64(handle, index, number))
    }

    /// Takes one step; true when there is a row.
    func step() throws(DatabaseFailure) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw DatabaseFailure(code, on: sqlite3_db_handle(handle))
        }
    }

    /// Runs to the end and ignores rows.
    func run() throws(DatabaseFailure) {
        while try step() {}
    }

    /// Makes the statement ready for its next use and lets go of what was bound.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Ends a statement that is not kept.
    func finish() {
        sqlite3_finalize(handle)
    }

    /// The row's text, nil when it is not a text or not UTF-8.
    func text(_ column: Int32) -> String? {
        guard sqlite3_column_type(handle, column) == SQLITE_TEXT,
            let start = sqlite3_column_text(handle, column)
        else { return nil }
        let count = max(0, Int(sqlite3_column_bytes(handle, column)))
        return String(validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The row's bytes, nil when there are none.
    func bytes(_ column: Int32) throws(DatabaseFailure) -> [UInt8]? {
        guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
        let start = sqlite3_column_blob(handle, column)
        let count = max(0, Int(sqlite3_column_bytes(handle, column)))
        guard let start else {
            // SQLite answers no address for no bytes, but also out of memory.
            let database = sqlite3_db_handle(handle)
            guard sqlite3_errcode(database) != SQLITE_NOMEM else {
                throw DatabaseFailure(SQLITE_NOMEM, on: database)
            }
            return []
        }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    private func check(_ code: Int32) throws(DatabaseFailure) {
        guard code == SQLITE_OK else {
            throw DatabaseFailure(code, on: sqlite3_db_handle(handle))
        }
    }
}
