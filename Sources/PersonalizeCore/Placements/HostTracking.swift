public import PersonalizeJSON

/// What the host tells a vendor about content by itself, in place of the
/// engine or besides it.
public struct HostTracking: Sendable, Equatable {
    public enum Event: Sendable, Equatable {
        case shown
        /// An action of the content, found by its URL.
        case clicked(url: String)
        /// An action in the host's own words.
        case performed(Action)
        case closed
        case failed(message: String)
    }

    public var event: Event
    /// The campaign meant; nil for the one that is, or was last, on show.
    public var campaign: String?
    /// Whether it is tracked even where the content does not allow tracking.
    public var isWithoutConsent: Bool
    /// What the host wants to have with the event.
    public var attributes: JSONObject

    public init(
        _ event: Event, campaign: String? = nil, isWithoutConsent: Bool = false,
        attributes: JSONObject = [:]
    ) {
        self.event = event
        self.campaign = campaign
        self.isWithoutConsent = isWithoutConsent
        self.attributes = attributes
    }
}
