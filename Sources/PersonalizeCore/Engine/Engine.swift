import PersonalizeJSON

/// The engine: what it knows, and what follows from what happens.
///
/// Pure: no clock, thread, randomness or input and output of its own. The
/// same engine given the same commands at the same times answers with the same
/// effects, in any process. Its parts are extensions, in the folder of their
/// concept.
public struct Engine: Sendable {
    let configuration: EngineConfiguration
    var random: RandomSource
    var isStarted = false
    /// Whether it was stopped for good.
    var isStopped = false
    var isOffline = false
    /// Whether the host is in front of the customer, as far as it has said.
    var isForeground = true
    var customer = Customer()
    var caps = CapCounters()
    /// Where the host says it is; nil when it has not said.
    var location: Location?
    /// In the order of the configuration.
    var vendors: [Vendor]
    var placements = PlacementTable()
    var resources = ResourceIndex()
    /// In the memory only: a journal begins with an engine that has none.
    var preparedContents = ContentCache()
    var hooks = HookRegistrations()
    var prefetches: [Prefetch] = []
    var display = Display()
    /// The files that overlays are presented with.
    var files = FileIndex()
    var fetches = FileFetches()
    /// Wall milliseconds of the last time old files were removed.
    var lastCleaning: Int64?

    /// What was asked of the outside and has not come back.
    var exchanges: [Int64: Exchanging] = [:]
    /// Those of them that need a token of the customer's.
    var authorized: [Int64: AuthorizedRequest] = [:]
    var readings: [Int64: Retrieving] = [:]
    var questions: [Int64: Questioning] = [:]
    /// Those of them that several are asked, one after the other.
    var rounds: [Int64: HookRound] = [:]
    /// Whether this command is the end of a turn of the host's.
    var isTurn = false
    /// The request under way for each file, by vendor and URL.
    var downloads: [ResourceKey: Int64] = [:]

    var lastID: Int64 = 0
    var lastUpdate: Int64 = 0
    var lastEvent: Int64 = 0
    var deadline: Int64?

    /// The time of the command at hand, and what it has led to so far.
    var now = Instant(wall: 0, monotonic: 0)
    var effects: [Effect] = []

    /// - Parameters:
    ///   - adapters: the vendor instances in the order of the configuration.
    ///   - seed: where all chance comes from.
    public init(configuration: EngineConfiguration, adapters: [any Adapter], seed: UInt64) {
        self.configuration = configuration
        self.random = RandomSource(seed: seed)
        self.vendors = adapters.map(Vendor.init)
    }

    /// Takes in one thing that happened, and answers with what is to be done.
    ///
    /// A command that cannot be carried out changes nothing and gives one
    /// `refuse`; every other call of the host gives one `reply`.
    public mutating func handle(_ command: Command, at now: Instant) -> [Effect] {
        self.now = now
        isTurn = command == .tick
        effects = []
        do throws(PersonalizeError) {
            try refuseIfStopped(command)
            try perform(command)
            settle()
        } catch {
            effects = [.refuse(error)]
            if isStopped { logRefusal(command) }
        }
        defer { effects = [] }
        beginRounds()
        return effects
    }

    private mutating func perform(_ command: Command) throws(PersonalizeError) {
        switch command {
        case .restore(let headers): restore(headers)
        case .loaded(let token, let records): took(records, token: token)
        case .exchanged(let request, let exchange): ended(request, exchange)
        case .filesAnswered(let token, let answer): took(answer, token: token)
        case .tick: break
        case .answered(let token, let answer): answered(token, answer)
        case .hookSet(let hook, let isSet, let registration):
            let isThere = hooks.contains(hook, registration)
            if isSet { hooks.insert(hook, registration) } else { hooks.remove(hook, registration) }
            reply(["existed": .bool(isThere)])
        case .incident(let reason, let message):
            diagnose(vendor: nil, what: "incident", path: nil, reason: reason, message: message)
        case .start: start()
        case .stop: try stop()
        case .state: reply(state())
        case .stats: reply(stats())
        case .identify(let ids, let properties, let key, let tokens):
            try identify(ids, properties: properties, key: key, tokens: tokens)
        case .anonymize: anonymize()
        case .authorize(let vendor, let token): try setToken(token, vendor: vendor)
        case .consent(let vendor, let purpose, let consent):
            try setConsent(consent, purpose: purpose, vendor: vendor)
        case .sessionStart: try sessionStart()
        case .sessionEnd: try sessionEnd()
        case .foreground(let isForeground): foreground(isForeground)
        case .track(let event, let properties, let vendors):
            try track(event, properties: properties, vendors: vendors)
        case .flush: flush()
        case .reporting(let command): try perform(command)
        case .offline(let isOffline): setOffline(isOffline)
        case .refresh(let vendor, let key): try refresh(vendor: vendor, key: key)
        case .ingest(let vendor, let kind, let payload):
            try ingest(vendor: vendor, kind: kind, payload: payload)
        case .prefetch(let placements, let key): prefetch(placements, key: key)
        case .segments(let vendor, let category, let force, let key):
            try segments(vendor: vendor, category: category, force: force, key: key)
        case .placementOpen(let specification): try open(specification)
        case .placementReload(let id, let force, let key):
            try reload(id, force: force, key: key)
        case .placementClick(let id, let url, let isManual):
            try click(target(id), url: url, isManual: isManual)
        case .placementDismiss(let id): try dismiss(target(id))
        case .placementReport(let id, let report): try take(report, of: id)
        case .placementClose(let id): try close(id)
        case .placementConfigure(let id, let changes): try configure(id, changes)
        case .placementState(let id): reply(try state(ofPlacement: target(id)))
        case .placementTrack(let id, let tracking): try track(target(id, orLast: true), tracking)
        case .placementSelect(let id, let part): try select(target(id), part)
        case .screen(let name, let data): screen(name, data: data)
        case .screenData(let data): setScreenData(data)
        case .campaignTrack(let campaign, let placement, let tracking):
            track(campaign: campaign, placement: placement, tracking)
        case .cellPrepare(let id): try prepareCell(target(id))
        case .carousel(let id, let command): try operate(target(id), command)
        case .inbox(let vendor, let command): try perform(command, vendor: vendor)
        case .templates(let vendor, let command): try perform(command, vendor: vendor)
        case .display(let command): try perform(command)
        case .presentation(let id, let command): try perform(command, presentation: id)
        case .explain(let placement, let vendor):
            if vendor == nil, let explanation = try explainContest(placement) {
                reply(explanation)
            } else {
                reply(try explain(placement: placement, vendor: vendor))
            }
        case .explainOverlays(let question): reply(try explain(question))
        }
    }

    private mutating func start() {
        reply()
        guard !isStarted else { return }
        isStarted = true
        for vendor in vendors.indices {
            pruneDisplays(vendor)
            openSession(vendor)
            fetchDefinitions(vendor, key: nil)
            queuePrefetch(vendor, vendors[vendor].adapter.policy.prefetch, key: nil)
            startSegments(vendor)
            startOverlays(vendor)
            prefetchFiles(contentFiles(vendor), vendor: vendor)
        }
        cleanFiles()
    }

    /// Carries on whatever can go on after the command: everything that waits
    /// looks at the new state by itself, so no command has to know who waits
    /// for what.
    private mutating func settle() {
        guard isStarted else { return }
        // A request that cannot be sent ends at once, and what follows from
        // that is settled too; the bound is for an adapter that never gives in.
        for _ in 0..<100 {
            for vendor in vendors.indices {
                retryDefinitions(vendor)
                pump(vendor)
                sendFollowUps(vendor)
                dropFormerTokens(vendor)
                refreshToken(vendor)
                advanceSegments(vendor)
                advanceInbox(vendor)
                advanceScreens(vendor)
                advanceOverlays(vendor)
            }
            advancePrefetches()
            advanceDisplay()
            for id in placements.ids {
                advance(id)
                turn(id)
            }
            for id in placements.ids { settleContest(id) }
            guard settleAuthorizations() else { break }
        }
        // What was shown just now is tracked, and may go out at once.
        for vendor in vendors.indices { pump(vendor) }
        setDeadline()
    }

    private mutating func setDeadline() {
        var earliest: Int64?
        func consider(_ moment: Int64?) {
            guard let moment else { return }
            earliest = min(earliest ?? .max, moment)
        }
        for vendor in vendors {
            if !isOffline { consider(vendor.definitions.retryAt) }
            consider(batchDeadline(vendor))
            if vendor.batching == nil, canDeliver(vendor), vendor.outbox.due > now.monotonic {
                consider(vendor.outbox.due)
            }
            consider(refreshDeadline(vendor))
            consider(segmentsDeadline(vendor))
            consider(screensDeadline(vendor))
            consider(overlaysDeadline(vendor))
        }
        for entry in authorized.values {
            if case .waiting(let moment) = entry.stage { consider(moment) }
        }
        for id in placements.ids {
            consider(placements[id]?.carousel?.timer.due)
            consider(contestDeadline(id))
        }
        guard earliest != deadline else { return }
        deadline = earliest
        effects.append(.deadline(earliest))
    }
}

/// The customer as all vendors share them.
struct Customer: Sendable, Equatable {
    /// The names the host gave.
    var ids = JSONObject()
    /// Counts the customers this engine has had: what belongs to another
    /// epoch belongs to another customer.
    var epoch: Int64 = 0
    /// Stands for this installation; outlives every customer.
    var deviceID = ""
}

/// Names a file.
struct ResourceKey: Sendable, Hashable {
    var vendor: String
    var url: String
    /// Whether only a message wants it. Says nothing about which file it is.
    var isOfMessage = false

    static func == (left: ResourceKey, right: ResourceKey) -> Bool {
        left.vendor == right.vendor && left.url == right.url
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(vendor)
        hasher.combine(url)
    }

    var record: RecordKey { RecordKey(.resource, vendor: vendor, key: url) }
}

/// What a request under way is for.
enum Exchanging: Sendable, Equatable {
    case definitions(vendor: Int)
    case personalization(vendor: Int, ids: [String], epoch: Int64)
    case delivery(vendor: Int)
    case resource(ResourceKey, vendor: Int)
    case inbox(InboxExchanging, vendor: Int)
    case link(vendor: Int, epoch: Int64)
    case screenContent(target: String, vendor: Int)
    case segments(vendor: Int, epoch: Int64)
    case file(ResourceKey)
    case batch(BatchExchanging, vendor: Int)
}

/// What records being read are for.
enum Retrieving: Sendable {
    case delivery(vendor: Int)
    case batch(vendor: Int)
    case content(placement: Int64)
    case resources(placement: Int64)
    case screenContent(target: String, vendor: Int)
    case screenResources(target: String, vendor: Int)
    case inbox(InboxRetrieving, vendor: Int)
    case overlays(OverlayRetrieving, vendor: Int)
    case movedOverlays(OverlayMove, vendor: Int)
}

/// What a question to the host is about.
enum Questioning: Sendable, Equatable {
    case click(placement: Int64, presentation: Presentation, action: Action)
    case prepared(placement: Int64)
    case behaviour(Occurrence)
    case selection(placement: Int64)
    case screenPrepared(target: String, vendor: Int)
    case screenClick(vendor: Int, placement: Int64, presentation: Presentation, action: Action)
    case inbox(InboxQuestioning, vendor: Int)
    case token(vendor: Int, epoch: Int64, reason: AuthorizationReason, status: Int?)
    case overlay(number: Int64)
    case overlayURL(vendor: Int, url: String, fields: JSONObject)
    case systemFunction(presentation: Int64)
}
