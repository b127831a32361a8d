import Glibc
public import PersonalizeCore

/// The engine's records on disk, in one SQLite file with one owner.
///
/// Everything that one command changes is one transaction, and what was
/// committed survives the end of the process at any moment. A file that is
/// damaged, foreign or newer than this library never stops the store from
/// opening: it is set aside, reported in `incidents`, and a fresh file is
/// started.
///
/// Not thread-safe; calls may come from any thread, one at a time. After a
/// fork the child may only call `abandon()`.
///
/// Errors of all calls carry one of these reasons: `storage_in_use` (code
/// `storageBusy`), `storage_corrupt`, `storage_full`, `storage_read_only`,
/// `storage_directory_missing`, `storage_not_a_file`, `storage_path_long`,
/// `storage_lock`, `storage_memory`, `storage_io`, `storage_failed`, `record_too_large` (code
/// `limit`), `storage_path` (code `argument`) and `storage_closed` (code
/// `state`).
public final class Store {
    /// What was found about the stored data, oldest first.
    ///
    /// Opening and `startAfresh()` add what they set aside, `headers()` adds one
    /// entry when it had to leave records out.
    public private(set) var incidents: [Incident] = []

    /// Nil in memory.
    private let files: StorageFiles?
    private var lock: OwnerLock?
    private let durability: Durability
    private let schema: Schema
    /// Who opened the store, to notice a fork.
    private let process = getpid()
    /// Nil once the store is closed.
    var database: Database?

    /// Opens the file at a path, creating it if there is none; its directory
    /// must exist. `":memory:"` opens a store that ends with its handle.
    ///
    /// A second opener, here or in another process, gets `storage_in_use`.
    ///
    /// ```swift
    /// let store = try Store.open(path: "/var/lib/kiosk/state.db", durability: .process)
    /// try store.commit([.put(key, header: "{}", body: nil)])
    /// store.close()
    /// ```
    public static func open(
        path: String, durability: Durability
    ) throws(PersonalizeError) -> Store {
        try open(path: path, durability: durability, schema: .current)
    }

    static func open(
        path: String, durability: Durability, schema: Schema
    ) throws(PersonalizeError) -> Store {
        guard path != ":memory:" else {
            let store = Store(files: nil, lock: nil, durability, schema)
            try store.start()
            return store
        }
        let files = try StorageFiles.locate(path)
        let lock = try OwnerLock.acquire(files.lock)
        let store = Store(files: files, lock: lock, durability, schema)
        do {
            try store.start()
        } catch {
            store.close()
            throw error
        }
        return store
    }

    private init(
        files: StorageFiles?, lock: OwnerLock?, _ durability: Durability, _ schema: Schema
    ) {
        self.files = files
        self.lock = lock
        self.durability = durability
        self.schema = schema
    }

    deinit {
        close()
    }

    /// Reads every header and no body, ordered by space as declared, then by
    /// vendor and key bytewise.
    ///
    /// Records whose text is not valid are left out and counted in `incidents`.
    public func headers() throws(PersonalizeError) -> [StoredHeader] {
        let database = try opened()
        var headers: [StoredHeader] = []
        var unreadable = 0
        do {
            for space in Space.allCases {
                unreadable &+= try database.headers(space, into: &headers)
            }
        } catch {
            throw error.error
        }
        if unreadable > 0 {
            incidents.append(
                Incident(
                    reason: "record_unreadable",
                    message: "\(unreadable) stored records are not valid text and were left out."))
        }
        return headers
    }

    /// Reads one record, nil when it is absent or its header is not valid text.
    ///
    /// A nil body is a record without one; an empty body is a body.
    public func body(
        _ key: RecordKey
    ) throws(PersonalizeError) -> (header: String, body: [UInt8]?)? {
        let database = try opened()
        do {
            return try database.record(key)
        } catch {
            throw error.error
        }
    }

    /// Makes all changes in order and in one transaction, or none of them.
    public func commit(_ changes: [StoreChange]) throws(PersonalizeError) {
        let database = try opened()
        guard !changes.isEmpty else { return }
        do {
            try database.connection.transaction { () throws(DatabaseFailure) in
                for change in changes { try database.apply(change) }
            }
        } catch {
            throw error.error
        }
    }

    private func opened() throws(PersonalizeError) -> Database {
        guard let database else {
            throw PersonalizeError(.state, "storage_closed", "The storage is closed.")
        }
        return database
    }
}

// MARK: - Opening and closing

extension Store {
    /// Sets a file aside that turned out to be damaged, and goes on with a
    /// fresh one under the same lock.
    ///
    /// For after a call that failed with `storage_corrupt`: closing and opening
    /// again would meet the same damage, since opening does not read every page.
    /// The incident is added to `incidents`. If this fails the store is closed.
    public func startAfresh() throws(PersonalizeError) {
        let database = try opened()
        self.database = nil
        database.close()
        do {
            if let files {
                try setAside(files, UnusableFile(kind: .corrupt, detail: "reading it failed"))
            }
            try start()
        } catch {
            close()
            throw error
        }
    }

    /// Writes the log into the file, closes it and gives up the ownership.
    ///
    /// Closing again does nothing. In a forked child it is `abandon()`.
    public func close() {
        guard getpid() == process else { return abandon() }
        database?.close()
        database = nil
        lock?.release()
        lock = nil
    }

    /// Forgets the store in a forked child, without touching the file and
    /// without disturbing the parent, which stays its owner.
    ///
    /// SQLite forbids a child to use its parent's connection, even to close it.
    /// So the connection's memory and its descriptors are left as they are; only
    /// the descriptors that hold the ownership are closed, so that the path is
    /// free once the parent has closed or ended.
    public func abandon() {
        database?.forget()
        database = nil
        lock?.forget()
        lock = nil
    }

    /// Opens the file, and a fresh one if it cannot be used.
    private func start() throws(PersonalizeError) {
        var attempt = open()
        if let files, case .failure(.unusable(let unusable)) = attempt {
            try setAside(files, unusable)
            attempt = open()
        }
        switch attempt {
        case .success(let database):
            self.database = database
        case .failure(.failed(let error)):
            throw error
        case .failure(.unusable(let unusable)):
            throw PersonalizeError(
                .storage, "storage_failed", "A new storage cannot be used: \(unusable.detail).")
        }
    }

    private func open() -> Result<Database, OpeningFailure> {
        Result { () throws(OpeningFailure) in
            try Database.open(files, schema: schema, durability: durability)
        }
    }

    private func setAside(
        _ files: StorageFiles, _ unusable: UnusableFile
    ) throws(PersonalizeError) {
        let target = try files.setAside(unusable.kind)
        incidents.append(
            Incident(
                reason: unusable.reason,
                message: "\(files.path) was set aside: \(unusable.detail).", setAside: target))
    }
}
