public import PersonalizeJSON

/// When a campaign for a place on a screen is shown, and to whom. Whatever is
/// not set passes.
public struct ScreenRules: Sendable, Equatable {
    /// What makes it eligible.
    public enum Trigger: Sendable, Equatable {
        /// Coming to the screen.
        case screen
        /// An event of the host's while the screen is there.
        case event(String, ConditionGroup)
    }

    /// What it is part of, such as a journey; draws and events name it.
    public var group: String?
    /// Milliseconds from the start until it has to be on show.
    public var timeout: Int64
    /// How often one customer sees it at most, over all time.
    public var maximumViews: Int64?
    /// The share of customers who are held out, in `VariationDraw.lots`.
    public var heldOut: Int64
    /// The customer has to be in one of them; empty for everybody.
    public var segments: [String]
    public var trigger: Trigger
    /// What the screen's data has to be.
    public var screenData: ConditionGroup
    public var ignoresCapping: Bool
    public var lifecycle: Lifecycle?
    public var variations: [Variation]

    public init(
        group: String? = nil, timeout: Int64 = 5_000, maximumViews: Int64? = nil,
        heldOut: Int64 = 0, segments: [String] = [], trigger: Trigger = .screen,
        screenData: ConditionGroup = ConditionGroup(), ignoresCapping: Bool = false,
        lifecycle: Lifecycle? = nil, variations: [Variation] = []
    ) {
        self.group = group
        self.timeout = timeout
        self.maximumViews = maximumViews
        self.heldOut = heldOut
        self.segments = segments
        self.trigger = trigger
        self.screenData = screenData
        self.ignoresCapping = ignoresCapping
        self.lifecycle = lifecycle
        self.variations = variations
    }

    public func viewsRejection(_ views: CampaignViews) -> Rejection? {
        guard let most = maximumViews, views.views >= most else { return nil }
        return Rejection(
            .views, "views_used_up",
            values: ["views": .integer(views.views), "maximum": .integer(most)],
            hint: "This customer has seen it as often as it may be seen.")
    }

    public func audienceRejection(_ customer: [String]) -> Rejection? {
        guard !segments.isEmpty, !segments.contains(where: customer.contains) else { return nil }
        return Rejection(
            .audience, "not_in_segment",
            values: [
                "wanted": .array(segments.map(JSONValue.string)),
                "segments": .array(customer.map(JSONValue.string)),
            ], hint: "The customer is in none of the campaign's segments.")
    }

    public func screenDataRejection(_ data: JSONObject) -> Rejection? {
        screenData.failure(attributes: data).map { failure in
            ScreenRules.rejection(screenData, failure, "screen_data")
        }
    }

    /// - Parameters:
    ///   - event: what happened, nil for coming to the screen.
    ///   - isThere: whether the campaign has the place already, which an event
    ///     gives it for as long as the screen stays.
    public func triggerRejection(_ event: ScreenEvent?, isThere: Bool) -> Rejection? {
        guard case .event(let name, let filters) = trigger, !isThere else { return nil }
        guard let event, event.name.utf8.elementsEqual(name.utf8) else {
            return Rejection(
                .trigger, "event_awaited", values: ["event": .string(name)],
                hint: "It is shown when this event is tracked while its screen is there.")
        }
        return filters.failure(attributes: event.properties).map {
            ScreenRules.rejection(filters, $0, "event_filters")
        }
    }

    private static func rejection(
        _ group: ConditionGroup, _ failure: (index: Int, value: JSONValue?), _ what: String
    ) -> Rejection {
        let condition = group.conditions[failure.index]
        return Rejection(
            .condition, what,
            values: [
                "condition": .object(condition.json), "any": .bool(group.isAny),
                "found": failure.value ?? .null,
            ], hint: "A condition does not hold; compare what it wants with what was found.")
    }
}

/// Something the host tracked while a screen was there.
public struct ScreenEvent: Sendable, Equatable {
    public var name: String
    public var properties: JSONObject

    public init(_ name: String, _ properties: JSONObject) {
        self.name = name
        self.properties = properties
    }
}

/// A place on some screens that campaigns are shown in.
public struct ScreenPlace: Sendable, Equatable {
    /// The vendor's identifier.
    public var id: String
    /// What the host calls the place: the name of its placements.
    public var target: String
    /// The screens that have it; conditions without an attribute are about
    /// their name, others about their data.
    public var screens: ConditionGroup

    public init(id: String, target: String, screens: ConditionGroup = ConditionGroup()) {
        self.id = id
        self.target = target
        self.screens = screens
    }
}

/// What a vendor says of screens as a whole.
public struct ScreenPlan: Sendable, Equatable {
    /// In the order in which they are looked at; of several for one target
    /// the first on the screen counts.
    public var places: [ScreenPlace]
    /// How many places one evaluation fills at most; nil for all.
    public var maximumWinners: Int64?
    public var capping: FrequencyCapping
    /// Where content is fetched that campaigns do not carry: a template of
    /// the adapter's own. Empty for nowhere.
    public var contentURL: String

    public init(
        places: [ScreenPlace] = [], maximumWinners: Int64? = nil,
        capping: FrequencyCapping = FrequencyCapping(), contentURL: String = ""
    ) {
        self.places = places
        self.maximumWinners = maximumWinners
        self.capping = capping
        self.contentURL = contentURL
    }

    /// The places on a screen, one for each target, in their order.
    public func places(on screen: String, data: JSONObject) -> [ScreenPlace] {
        var targets: Set<String> = []
        return places.filter { place in
            place.screens.failure(subject: .string(screen), attributes: data) == nil
                && targets.insert(place.target).inserted
        }
    }
}
