public import PersonalizeJSON

/// One piece of content a vendor wants shown, without the content itself.
///
/// It holds what deciding needs; the content stays in storage until this
/// campaign has won a placement. An adapter fills in the rules its vendor
/// knows and leaves the others open: a rule that is not set always passes.
public struct Campaign: Sendable, Equatable {
    /// How content is to be drawn.
    public enum Format: Sendable, Equatable {
        case html
        /// The host draws it from values.
        case data
        case native
        /// A word this version does not know; never shown.
        case unknown(String)
    }

    /// The vendor's identifier, unique within one vendor instance.
    public var id: String
    public var name: String
    /// The placements that may show it.
    public var placements: [String]
    public var schedule: Schedule?
    public var frequency: Frequency
    /// The higher wins.
    public var priority: Int64
    /// Nil while only the personalised answer tells.
    public var format: Format?
    /// Whether the vendor decides per customer, so that it can only be shown
    /// after it was asked.
    public var isPersonalized: Bool
    /// What the vendor wants to get back in its events.
    public var attributes: JSONObject
    /// How it behaves on screens; nil where its vendor has none.
    public var screen: ScreenRules?

    public init(
        id: String, name: String, placements: [String], schedule: Schedule? = nil,
        frequency: Frequency = .always, priority: Int64 = 0, format: Format? = nil,
        isPersonalized: Bool = false, attributes: JSONObject = [:], screen: ScreenRules? = nil
    ) {
        self.id = id
        self.name = name
        self.placements = placements
        self.schedule = schedule
        self.frequency = frequency
        self.priority = priority
        self.format = format
        self.isPersonalized = isPersonalized
        self.attributes = attributes
        self.screen = screen
    }
}

/// What a vendor decided about one campaign for the current customer.
public struct Personalization: Sendable, Equatable {
    /// The vendor's word when it is not to be shown; nil when it is.
    public var unavailable: String?
    /// When the answer came, in wall milliseconds.
    public var received: Int64
    /// How long it holds, in milliseconds.
    public var lifetime: Int64
    /// Replaces the campaign's format when present.
    public var format: Campaign.Format?
    /// Whether this customer's dealings with it may be tracked.
    public var allowsTracking: Bool
    /// Whether it carries content that replaces the campaign's own.
    public var hasContent: Bool
    /// What the vendor wants to get back in its events.
    public var attributes: JSONObject

    public init(
        unavailable: String? = nil, received: Int64, lifetime: Int64,
        format: Campaign.Format? = nil, allowsTracking: Bool = true, hasContent: Bool,
        attributes: JSONObject = [:]
    ) {
        self.unavailable = unavailable
        self.received = received
        self.lifetime = lifetime
        self.format = format
        self.allowsTracking = allowsTracking
        self.hasContent = hasContent
        self.attributes = attributes
    }

    /// The last wall millisecond at which it holds. Inclusive; saturates, so
    /// that an absurd lifetime means "for ever" and not a trap.
    public var lastMoment: Int64 {
        let (sum, overflow) = received.addingReportingOverflow(lifetime)
        return overflow ? (lifetime > 0 ? .max : .min) : sum
    }
}
