public import PersonalizeCore
import PersonalizeJSON
import PersonalizeStorage
import PersonalizeTransport

extension Runtime {
    /// Opens an engine: reads its configuration and its storage, and fetches
    /// nothing.
    ///
    /// Errors: `configuration`, `json`, `limit`, `storage`, `storageBusy`.
    public static func open(
        configuration text: String, factories: [any AdapterFactory]
    ) throws(PersonalizeError) -> Runtime {
        guard ForkGuard.start() else {
            throw PersonalizeError(
                .internalFault, "fork_handler", "Forks cannot be noticed: memory ran out.")
        }
        let reader = ConfigurationReader(factories: factories, libraryVersion: version)
        let configuration = try reader.read(text)
        let services = try Services.open(
            configuration, storage: WorkerPath.resolve(configuration.storage),
            journal: configuration.journal.map { WorkerPath.resolve($0) })
        return try begin(
            configuration, factories: factories, services: services,
            seed: configuration.seed ?? newSeed())
    }

    /// Makes the successor of an inherited runtime, in a child process. This one
    /// is of no use afterwards, and must never be freed: what it holds belongs to
    /// the parent.
    ///
    /// The journal of a child is a file of its own: where its path does not
    /// name the worker, the process id is appended.
    ///
    /// Errors: `state` outside a child, `storage`, `storageBusy`.
    public func reopened(storage: String) throws(PersonalizeError) -> Runtime {
        guard generation != ForkGuard.generation else {
            throw PersonalizeError(
                .state, "not_forked", "This process is the one that opened the engine.",
                hint: "Reopening is for child processes after fork().")
        }
        guard !storage.isEmpty else {
            throw PersonalizeError(
                .argument, "empty_storage", "The storage has to have a path.",
                hint: "Give a path of the child's own, or \":memory:\" for none.")
        }
        let path = configuration.journal.map { path in
            let own = WorkerPath.resolve(path)
            return own == path ? "\(path).\(WorkerPath.resolve("{worker}"))" : own
        }
        let services = try Services.open(
            configuration, storage: WorkerPath.resolve(storage), journal: path)
        let successor = try Self.begin(
            configuration, factories: factories, services: services, seed: Self.newSeed())
        _ = callbacks.removeAll()
        transport.abandon()
        loop.abandon()
        store.abandon()
        journal?.close()
        return successor
    }

    private static func begin(
        _ configuration: Configuration, factories: [any AdapterFactory], services: Services,
        seed: UInt64
    ) throws(PersonalizeError) -> Runtime {
        let runtime = Runtime(
            configuration, factories: factories, services: services, callbacks: CallbackTable(),
            seed: seed)
        runtime.journal?.begin(
            JournalOpening(
                version: version, configuration: configuration.redacted, seed: seed))
        try runtime.locked { () throws(PersonalizeError) in try runtime.restore() }
        return runtime
    }

    private static func newSeed() -> UInt64 {
        var system = SystemRandomNumberGenerator()
        return system.next()
    }

    /// Takes over what the storage holds.
    private func restore() throws(PersonalizeError) {
        var headers: [StoredHeader]
        do throws(PersonalizeError) { headers = try store.headers() } catch {
            guard error.reason == Self.corruptStorage else { throw error }
            try store.startAfresh()
            headers = []
        }
        var transaction = Transaction(at: clock.now)
        run(.restore(headers), &transaction)
        reportIncidents(&transaction)
        try complete(transaction)
        settleJournal(at: transaction.now)
        arm(wakes: true)
    }

    /// Stores what was accepted and frees everything. Whoever waits is woken and
    /// gets an error.
    public func close() throws(PersonalizeError) {
        _ = try locked { shutDown() }
    }

    /// Closes everything once. The loop is left to a thread that waits in it,
    /// and the host's callbacks to the caller.
    func shutDown() -> [AnyObject] {
        guard !isClosed else { return [] }
        isClosed = true
        transport.close()
        store.close()
        files.close()
        journal?.flush()
        journal = nil
        updates.removeAll()
        deliveries.removeAll()
        contents = [:]
        retired = []
        lentUpdate = nil
        lentRequest = nil
        if isWaiting { loop.wake() } else { loop.close() }
        return callbacks.removeAll()
    }
}
