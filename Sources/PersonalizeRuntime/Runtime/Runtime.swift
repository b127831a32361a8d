import PersonalizeCore
import PersonalizeStorage
import PersonalizeTransport

/// Runs one engine: gives it the time, carries out its effects, and passes on
/// what it has to say.
///
/// Any method may be called from any thread; the calls are carried out one
/// after the other. A call has two parts. The first takes the lock and does
/// everything; the second, `deliver()`, takes no lock and runs the host's
/// callbacks and hooks. So an entry module can write a call's outputs in
/// between, and must call `deliver()` after each call; the calls that say so do
/// it themselves.
///
/// All errors have the codes `handle` for a closed runtime and `forked` for an
/// inherited one, besides those of the call.
public final class Runtime: @unchecked Sendable {
    /// The library's version.
    public static let version = "0.1.0"

    let factories: [any AdapterFactory]
    let configuration: Configuration
    /// The fork generation it was made in.
    let generation = ForkGuard.generation
    let callbacks: CallbackTable
    let store: Store
    let files: FileDirectory
    let loop: EventLoop
    let transport: any Transport
    private let mutex = Mutex()

    // Everything from here on is guarded by `mutex`.

    var engine: Engine
    /// Files that requests are answered with.
    var documents: LocalFiles
    var secrets: Secrets
    /// How many tokens of customers there have been; names the next one.
    var tokenCount: Int64 = 0
    var clock: Clock
    var journal: Journal?
    /// When the engine wants to be called, in monotonic milliseconds.
    var deadline: Int64?
    var held = HeldRequests()
    /// Updates that wait for the host to take them.
    var updates = Queue<Text>()
    /// How many updates there have been.
    var updateCount = 0
    /// The text that was lent to the host, by each function that lends.
    var lentUpdate: Text?
    var lentRequest: Text?
    var contents: [Int64: Text] = [:]
    /// Contents that were replaced and may still be lent.
    var retired: [Text] = []
    var deliveries = Queue<Delivery>()
    var isDelivering = false
    var isWaiting = false
    var isClosed = false
    /// The questions being asked, with what was answered so far.
    var asking: [Int64: HookAnswer] = [:]
    /// The views whose hooks are being asked.
    var drawing: Set<Drawing> = []
    /// The least important lines the host wants; nil for none.
    var logLevel: LogLevel?
    /// Store incidents the engine was told of.
    var knownIncidents = 0

    init(
        _ configuration: Configuration, factories: [any AdapterFactory],
        services: Services, callbacks: CallbackTable, seed: UInt64
    ) {
        self.configuration = configuration
        self.factories = factories
        self.callbacks = callbacks
        store = services.store
        files = services.files
        loop = services.loop
        transport = services.transport
        journal = services.journal
        documents = LocalFiles(configuration.vendors.flatMap(\.files))
        secrets = Secrets(
            Dictionary(
                configuration.vendors.flatMap(\.secrets).map { ($0.reference, $0.value) },
                uniquingKeysWith: { first, _ in first }))
        engine = Engine(
            configuration: configuration.engine, adapters: configuration.vendors.map(\.adapter),
            seed: seed)
        clock = Clock(configuration.clock)
    }

    deinit {
        guard generation == ForkGuard.generation else { return }
        _ = ForkGuard.withoutForks { shutDown() }
    }

    /// Carries out a call under the lock.
    func locked<Value>(
        _ body: () throws(PersonalizeError) -> Value
    ) throws(PersonalizeError) -> Value {
        try checkFork()
        return try ForkGuard.withoutForks { () throws(PersonalizeError) in
            try mutex.withLock { () throws(PersonalizeError) in
                try checkOpen()
                return try body()
            }
        }
    }

    /// Carries out something of the runtime's own; nil in a forked child and
    /// after closing.
    func lockedIfUsable<Value>(_ body: () -> Value) -> Value? {
        guard generation == ForkGuard.generation else { return nil }
        return ForkGuard.withoutForks { mutex.withLock { isClosed ? nil : body() } }
    }

    private func checkFork() throws(PersonalizeError) {
        guard generation == ForkGuard.generation else {
            throw PersonalizeError(
                .forked, "forked", "The process forked since the engine was opened.",
                hint: "Call personalize_reopen() in the child, with a storage of its own.")
        }
    }

    private func checkOpen() throws(PersonalizeError) {
        guard !isClosed else {
            throw PersonalizeError(
                .handle, "closed", "The engine was closed.", hint: "Open a new one.")
        }
    }
}
