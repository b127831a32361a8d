import PersonalizeJSON

/// What one vendor has to do with the host's screens.
struct Screens: Sendable {
    var plan = ScreenPlan()
    /// The segments the present customer is in.
    var segments: [String] = []
    /// What people have seen, by a digest that names nobody.
    var people: [String: ScreenPerson] = [:]
    /// The screen the host is on; nil before the first.
    var visit: ScreenVisit?
    /// What happened and was not evaluated yet.
    var occasions: [Occasion] = []
    /// The places of the present screen, in their order.
    var slots: [ScreenSlot] = []
    /// Placements that can show something, by target: the first of them does.
    var views: [String: [Int64]] = [:]
    /// The placement that gets a target's data.
    var placeholders: [String: Int64] = [:]
    /// Targets the customer cannot see.
    var hidden: Set<String> = []

    enum Occasion: Sendable, Equatable {
        /// The host came to a screen.
        case arrival
        case event(ScreenEvent)
    }

    func slot(_ target: String) -> Int? { slots.firstIndex { $0.place.target == target } }

    func hasTarget(_ target: String) -> Bool {
        views[target]?.isEmpty == false || placeholders[target] != nil
    }

    /// What outlives a failure of the storage: everything but what it keeps.
    var withoutStored: Screens {
        var screens = self
        screens.plan = ScreenPlan()
        screens.segments = []
        screens.people = [:]
        return screens
    }

    var json: JSONObject {
        [
            "screen": visit.map { .string($0.name) } ?? .null,
            "data": visit.map { .object($0.data) } ?? .null,
            "segments": .array(segments.map(JSONValue.string)),
            "waiting": .integer(Int64(occasions.count)),
            "slots": .array(slots.map { .object($0.json) }),
        ]
    }
}

/// The host's stay on one screen.
struct ScreenVisit: Sendable {
    let name: String
    var data: JSONObject
    /// Whether the screen was evaluated.
    var isEvaluated = false
    /// Exposures of control groups that were not told yet, in order.
    var exposures: [ScreenExposure] = []
    /// Those that were: campaign by target.
    var exposed: [ScreenExposure] = []
    /// Campaigns that were seen, by target: a view is counted by itself once.
    var viewed: [String: [String]] = [:]
}

/// A customer who was held out of a campaign.
struct ScreenExposure: Sendable, Equatable {
    let target: String
    let presentation: Presentation

    func isSame(as other: ScreenExposure) -> Bool {
        target == other.target && presentation.campaign.id == other.presentation.campaign.id
    }
}

/// A place on the present screen with what is in it.
struct ScreenSlot: Sendable {
    let place: ScreenPlace
    /// What won it; nil while it is empty.
    var job: ScreenJob?

    var json: JSONObject {
        [
            "target": .string(place.target), "place": .string(place.id),
            "campaign": (job?.campaign).map(JSONValue.string) ?? .null,
            "state": .string(job?.stage.word ?? "empty"),
        ]
    }
}

/// Bringing one campaign to its place.
struct ScreenJob: Sendable {
    let presentation: Presentation
    /// The customer's epoch it was begun in.
    let epoch: Int64
    var stage: Stage
    /// The monotonic millisecond at which it has to be on show; nil when
    /// nothing is due any more.
    var due: Int64?
    var content: (any ScreenContent)?
    /// Whether the host wants it drawn.
    var isRendered = true
    /// Data URIs by URL, and the URLs still missing.
    var resources: [String: String] = [:]
    var missing: [String] = []

    var campaign: String { presentation.campaign.id }

    enum Stage: Sendable, Equatable {
        case reading(token: Int64)
        case fetching(request: Int64)
        /// For the host's word.
        case confirming(token: Int64)
        case collecting(token: Int64)
        case downloading
        /// The host has its data and goes on by itself.
        case data
        /// Ready to be drawn, if no other vendor is to fill the placement.
        case offered
        /// Drawn, and not seen yet.
        case rendered
        case shown
        case failed(ScreenFailure)

        var word: String {
            switch self {
            case .reading: "reading_content"
            case .fetching: "fetching_content"
            case .confirming: "asking_host"
            case .collecting, .downloading: "fetching_resources"
            case .data: "data"
            case .offered: "offered"
            case .rendered: "rendered"
            case .shown: "shown"
            case .failed: "failed"
            }
        }
    }

    /// Whether it is still on its way.
    var isUnderWay: Bool {
        switch stage {
        case .reading, .fetching, .confirming, .collecting, .downloading: true
        case .data, .offered, .rendered, .shown, .failed: false
        }
    }

    /// Whether the host has its data.
    var isDelivered: Bool {
        switch stage {
        case .reading, .fetching, .confirming, .failed: false
        case .collecting, .downloading, .data, .offered, .rendered, .shown: true
        }
    }

    var isFailed: Bool { if case .failed = stage { true } else { false } }
    var isDrawn: Bool { stage == .rendered || stage == .shown }
}

/// What one person has seen of one vendor.
struct ScreenPerson: Sendable, Equatable {
    var recent = RecentViews()
    var campaigns: [String: CampaignViews] = [:]
    /// Wall milliseconds of the last change, by which people are forgotten.
    var changed: Int64 = 0

    init() {}

    var json: JSONObject {
        [
            "recent": .object(recent.json), "changed_ms": .integer(changed),
            "campaigns": .object(
                JSONObject(
                    campaigns.keys.sorted().map { id in
                        (id, .object(campaigns[id]?.json ?? [:]))
                    })),
        ]
    }

    init(json object: JSONObject) {
        recent = RecentViews(json: object["recent"]?.object ?? [:])
        changed = object["changed_ms"]?.integer ?? 0
        for (id, views) in object["campaigns"]?.object?.members ?? [] {
            campaigns[id] = CampaignViews(json: views.object ?? [:])
        }
    }
}
