/// The time window in which a campaign may be shown. Both ends belong to it;
/// an end that is not set is open.
public struct Schedule: Sendable, Equatable {
    /// Wall milliseconds.
    public var from: Int64?
    /// Wall milliseconds.
    public var to: Int64?

    public init(from: Int64? = nil, to: Int64? = nil) {
        self.from = from
        self.to = to
    }
}

/// How often a campaign may be shown to one customer.
public enum Frequency: String, Sendable, CaseIterable {
    case always
    /// Never again once it was displayed.
    case onlyOnce = "only_once"
    /// Not again in the session in which it was displayed.
    case oncePerVisit = "once_per_visit"
    /// Until the customer clicks or closes it; displaying does not count.
    case untilInteraction = "until_visitor_interacts"
}

/// What the customer has seen of a campaign, and done with it.
public struct DisplayState: Sendable, Equatable {
    /// Wall milliseconds of the latest display.
    public var displayed: Int64?
    /// Wall milliseconds of the latest click or close.
    public var interacted: Int64?
    public var displays: Int64
    public var interactions: Int64

    public init(
        displayed: Int64? = nil, interacted: Int64? = nil, displays: Int64 = 0,
        interactions: Int64 = 0
    ) {
        self.displayed = displayed
        self.interacted = interacted
        self.displays = displays
        self.interactions = interactions
    }

    /// The later of the two stamps, by which old states are forgotten.
    public var latest: Int64 { max(displayed ?? .min, interacted ?? .min) }
}
