/// What a host may change about a placement while it is open. Looked at when
/// it is needed and never copied before.
public struct PlacementOptions: Sendable, Equatable {
    /// Whether clicks and closes are tracked. Displays and errors are in any
    /// case.
    public var tracksActions: Bool
    /// Whether the host opens URLs by itself, unasked.
    public var overridesDefaultBehavior: Bool
    /// How many campaigns a carousel takes; 0 and less for all.
    public var maximumCount: Int64
    /// Milliseconds a carousel shows one campaign; 0 and less for as long as
    /// the host does not turn it.
    public var scrollDelay: Int64
    /// Stands for whatever height the host reports, in the host's own units.
    public var customHeight: Double?
    /// The height the host expects, in its own units: kept for those who draw,
    /// and without influence on anything.
    public var expectedHeight: Double?

    public init(
        tracksActions: Bool = true, overridesDefaultBehavior: Bool = false,
        maximumCount: Int64 = 0, scrollDelay: Int64 = 3_000, customHeight: Double? = nil,
        expectedHeight: Double? = nil
    ) {
        self.tracksActions = tracksActions
        self.overridesDefaultBehavior = overridesDefaultBehavior
        self.maximumCount = maximumCount
        self.scrollDelay = scrollDelay
        self.customHeight = customHeight
        self.expectedHeight = expectedHeight
    }

    /// Takes over one change.
    public mutating func apply(_ change: PlacementOption) {
        switch change {
        case .tracksActions(let value): tracksActions = value
        case .overridesDefaultBehavior(let value): overridesDefaultBehavior = value
        case .maximumCount(let value): maximumCount = value
        case .scrollDelay(let value): scrollDelay = value
        case .customHeight(let value): customHeight = value
        case .expectedHeight(let value): expectedHeight = value
        }
    }
}

/// One member of `PlacementOptions` with its new value.
public enum PlacementOption: Sendable, Equatable {
    case tracksActions(Bool)
    case overridesDefaultBehavior(Bool)
    case maximumCount(Int64)
    case scrollDelay(Int64)
    case customHeight(Double?)
    case expectedHeight(Double?)
}
