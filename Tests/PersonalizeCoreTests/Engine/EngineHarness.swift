import PersonalizeCore
import PersonalizeJSON

/// Drives an engine the way the runtime does, with a store in memory and a
/// network that answers when the test says so.
struct EngineHarness {
    private(set) var engine: Engine
    var now = Instant(wall: 1_000_000, monotonic: 5_000)
    var records: [RecordKey: LoadedRecord] = [:]
    /// What has been sent and not answered.
    var open: [Request] = []
    /// Every request ever sent.
    var sent: [Request] = []
    var updates: [JSONObject] = []
    var questions: [HookQuestion] = []
    var contents: [Int64: String] = [:]
    /// Secrets the engine has no more use for.
    var forgotten: [String] = []
    var deadline: Int64?
    /// The files on the disk, by name.
    var disk: [String: [UInt8]] = [:]
    /// Why the disk takes no files; nil while it does.
    var diskFailure: String?
    var transcript: [Effect] = []

    init(
        _ adapters: [any Adapter] = [PostcardAdapter()],
        configuration: EngineConfiguration = EngineConfiguration(), seed: UInt64 = 1,
        records: [RecordKey: LoadedRecord] = [:], at now: Instant? = nil
    ) {
        engine = Engine(configuration: configuration, adapters: adapters, seed: seed)
        self.records = records
        if let now { self.now = now }
        _ = perform(.restore(headers()))
    }

    /// The stored headers in the order storage gives them.
    func headers() -> [StoredHeader] {
        let order = Dictionary(
            uniqueKeysWithValues: Space.allCases.enumerated().map { ($1, $0) })
        return records.map { StoredHeader($0.key, $0.value.header) }.sorted {
            (order[$0.key.space] ?? 0, $0.key.vendor, $0.key.key)
                < (order[$1.key.space] ?? 0, $1.key.vendor, $1.key.key)
        }
    }

    enum Outcome: Equatable {
        case done(JSONObject)
        case refused(PersonalizeError)
    }

    @discardableResult
    mutating func perform(_ command: Command) -> Outcome {
        var outcome = Outcome.done([:])
        var queue = [command]
        while !queue.isEmpty {
            let effects = engine.handle(queue.removeFirst(), at: now)
            transcript += effects
            for effect in effects {
                switch effect {
                case .files(let work):
                    if let answer = carryOut(work) { queue.append(answer) }
                case .reply(let object): outcome = .done(object)
                case .refuse(let error): outcome = .refused(error)
                case .update(let update): updates.append(update)
                case .store(let change): apply(change)
                case .load(let token, let keys):
                    queue.append(.loaded(token: token, records: keys.map { records[$0] }))
                case .send(let request):
                    open.append(request)
                    sent.append(request)
                case .cancel(let request): open.removeAll { $0.id == request }
                case .ask(let question): questions.append(question)
                case .forget(let secret): forgotten.append(secret)
                case .deadline(let moment): deadline = moment
                case .content(let placement, let text): contents[placement] = text
                case .log: break
                }
            }
        }
        return outcome
    }

    /// Does what a runtime does with files.
    private mutating func carryOut(_ work: FileWork) -> Command? {
        switch work {
        case .write(let token, let name, let bytes):
            if diskFailure == nil { disk[name] = bytes }
            return .filesAnswered(
                token: token, FileAnswer(directory: "/files", failure: diskFailure))
        case .look(let token, let names):
            return .filesAnswered(
                token: token,
                FileAnswer(directory: "/files", missing: names.filter { disk[$0] == nil }))
        case .remove(let names):
            for name in names { disk[name] = nil }
        case .keep(let names):
            disk = disk.filter { names.contains($0.key) }
        }
        return nil
    }

    private mutating func apply(_ change: StoreChange) {
        switch change {
        case .put(let key, let header, let body):
            records[key] = LoadedRecord(header: header, body: body)
        case .putHeader(let key, let header): records[key]?.header = header
        case .remove(let key): records[key] = nil
        case .removeAll(let space, let vendor):
            records = records.filter {
                $0.key.space != space || vendor != nil && $0.key.vendor != vendor
            }
        }
    }

    /// Answers the oldest open request of a purpose; whether there was one.
    @discardableResult
    mutating func answer(
        _ purpose: String, _ body: String = "{}", status: Int = 200,
        headers: [Response.Header] = []
    ) -> Bool {
        answer(purpose, .response(.init(status: status, headers: headers, body: Array(body.utf8))))
    }

    @discardableResult
    mutating func answer(_ purpose: String, _ exchange: Exchange) -> Bool {
        guard let position = open.firstIndex(where: { $0.purpose == purpose }) else { return false }
        let request = open.remove(at: position)
        perform(.exchanged(request: request.id, exchange))
        return true
    }

    mutating func advance(_ milliseconds: Int64) {
        now.wall += milliseconds
        now.monotonic += milliseconds
        perform(.tick)
    }

    /// Starts, with these cards as the vendor's list.
    mutating func start(_ cards: String) {
        perform(.start)
        answer("definitions", cards)
    }

    mutating func open(_ placement: String, key: String? = nil) -> Int64 {
        let outcome = perform(
            .placementOpen(PlacementSpecification(placement: placement, key: key)))
        guard case .done(let reply) = outcome else { return 0 }
        return reply["placement"]?.integer ?? 0
    }

    /// The names of the updates since the last call.
    mutating func takeUpdates() -> [String] {
        defer { updates = [] }
        return updates.compactMap { $0["update"]?.string }
    }

    func update(_ name: String) -> JSONObject? { updates.last { $0["update"]?.string == name } }

    /// The campaign a placement shows.
    func shown(_ placement: Int64) -> String? {
        contents[placement].flatMap { try? JSONValue.parse($0) }?["campaign"]?["id"]?.string
    }

    mutating func stats() -> JSONObject {
        guard case .done(let reply) = perform(.stats),
            let vendor = reply["vendors"]?.array?.first?.object
        else { return [:] }
        return vendor
    }

    func explain(_ placement: String) -> JSONObject {
        var harness = self
        guard
            case .done(let reply) = harness.perform(.explain(placement: placement, vendor: nil))
        else { return [:] }
        return reply
    }
}
