import PersonalizeCore
import PersonalizeJSON

/// One session: an engine, a store, vendors that answer more or less well, a
/// host and a customer, all from one seed.
struct Simulation {
    let seed: UInt64
    let isTold: Bool
    var chance: RandomSource
    let setting: Setting
    var engine: Engine
    var now = Instant(wall: 1_767_225_600_000, monotonic: 10_000, offset: 3_600)
    var records: [RecordKey: LoadedRecord] = [:]
    var vendors: Vendors
    var host = Host()
    var laws: Laws
    var deadline: Int64?
    var steps = 0
    var openings: UInt64 = 0
    var violation: String?
    /// Tells two sessions apart by everything the engine answered.
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    /// What is told of the step at hand.
    var told: [String] = []

    init(seed: UInt64, isTold: Bool) {
        self.seed = seed
        self.isTold = isTold
        chance = RandomSource(seed: seed)
        setting = Setting(&chance)
        engine = Engine(
            configuration: setting.configuration, adapters: setting.adapters, seed: seed)
        vendors = Vendors(faults: chance.below(45), seed: chance.next())
        laws = Laws(setting)
    }

    mutating func run(steps most: Int) {
        open()
        while steps < most, violation == nil {
            steps += 1
            let action = nextAction()
            told = []
            tell("\(steps) \(action)")
            perform(action)
            guard violation == nil else { break }
            perform(.stats)
            check()
            if isTold { print(told.joined(separator: "\n  ")) }
        }
        if isTold, violation != nil { print(told.joined(separator: "\n  ")) }
    }

    var summary: String {
        violation.map { "seed \(seed), step \(steps): \($0)" } ?? "seed \(seed): no law was broken"
    }

    mutating func tell(_ line: String) { if isTold { told.append(line) } }

    /// Opens the engine on what is stored, as after a crash.
    mutating func open() {
        openings += 1
        engine = Engine(
            configuration: setting.configuration, adapters: setting.adapters,
            seed: seed &+ openings &* 0x9E37)
        deadline = nil
        now.monotonic += 1
        host.reset()
        vendors.reset()
        submit(.restore(headers()))
        submit(.templates(vendor: nil, .define(Setting.templates)))
        if chance.below(10) > 0 { submit(.start) }
    }

    /// The stored headers in the order storage gives them.
    private func headers() -> [StoredHeader] {
        let order = Dictionary(
            uniqueKeysWithValues: Space.allCases.enumerated().map { ($1, $0) })
        return records.map { StoredHeader($0.key, $0.value.header) }.sorted {
            (order[$0.key.space] ?? 0, $0.key.vendor, $0.key.key)
                < (order[$1.key.space] ?? 0, $1.key.vendor, $1.key.key)
        }
    }

    // MARK: Commands

    /// Carries a command out, with all that is done at once because of it.
    mutating func submit(_ command: Command) {
        var queue = [command]
        var questions: [HookQuestion] = []
        while !queue.isEmpty {
            let next = queue.removeFirst()
            let effects = engine.handle(next, at: now)
            for effect in effects { carryOut(effect, &queue, &questions) }
            // The host is asked when everything has been done, one question
            // after the other.
            if queue.isEmpty, !questions.isEmpty {
                let question = questions.removeFirst()
                queue.append(.answered(token: question.token, host.answer(question, &chance)))
            }
        }
    }

    private mutating func carryOut(
        _ effect: Effect, _ queue: inout [Command], _ questions: inout [HookQuestion]
    ) {
        note(effect)
        switch effect {
        case .reply(let reply): host.took(reply)
        case .refuse(let error):
            if error.code == .internalFault { violation = "an internal fault: \(error.message)" }
        case .update(let update):
            tell(JSONValue.object(update).encoded())
            host.took(update: update)
            report(laws.took(update, store: records, at: now))
        case .store(let change):
            apply(change)
            report(laws.took(change, at: now))
        case .load(let token, let keys):
            queue.append(.loaded(token: token, records: keys.map { records[$0] }))
        case .send(let request):
            tell("-> \(request.vendor) \(request.purpose) \(request.body ?? "")")
            report(laws.took(request))
            vendors.take(request, at: now, &chance)
        case .cancel(let request): vendors.cancel(request)
        case .files(let work):
            if let answer = host.files(work) { queue.append(answer) }
        case .ask(let question): questions.append(question)
        case .deadline(let moment): deadline = moment
        case .content(let placement, let text):
            tell("content \(placement) \(text ?? "none")")
            report(laws.took(content: text, of: placement, store: records))
        case .forget, .log: break
        }
    }

    private mutating func report(_ broken: String?) { violation = violation ?? broken }

    private mutating func note(_ effect: Effect) {
        for byte in JSONValue.object(effect.json).encoded().utf8 {
            digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
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

    /// The accounts, as they stand now.
    private mutating func check() { report(laws.check(host.stats, store: records)) }
}
