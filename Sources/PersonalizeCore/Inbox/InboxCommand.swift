public import PersonalizeJSON

/// What a host can ask of an inbox.
public enum InboxCommand: Sendable, Equatable {
    /// Fetches what is new; `key` comes back with the updates.
    case fetch(key: String?)
    case list(InboxQuery)
    /// One message: from storage, otherwise after a fetch.
    case message(id: String, key: String?)
    /// `isOptimistic` does not wait for the vendor to mark it here.
    case markRead(id: String, isOptimistic: Bool, key: String?)
    /// `ignoresConsent` is about the consent that the message itself states.
    case opened(id: String, ignoresConsent: Bool)
    case clicked(id: String, MessageAction, ignoresConsent: Bool)
    /// The customer chose a row of the list: does what the vendor's list does.
    case itemClick(id: String, key: String?)
    /// The customer chose an action of the message, known by its URL.
    case actionClick(id: String, url: String, key: String?)
    case view(InboxViewSpecification)
    /// Takes the view that the host was asked about.
    case viewAnswer(token: Int64)
}

/// A page of the list.
public struct InboxQuery: Sendable, Equatable {
    public var offset: Int64
    public var limit: Int64
    /// Whether the contents come along.
    public var hasContent: Bool

    public init(offset: Int64 = 0, limit: Int64 = 50, hasContent: Bool = false) {
        self.offset = offset
        self.limit = limit
        self.hasContent = hasContent
    }
}

/// What a host wants to draw.
public struct InboxViewSpecification: Sendable, Equatable {
    public enum View: Sendable, Equatable {
        /// What leads to the inbox.
        case button
        /// `fetches` starts a fetch, as opening the vendor's list does.
        case list(InboxQuery, hasImages: Bool, fetches: Bool)
        case detail(message: String)
    }

    public var view: View
    /// Texts that win over the configured, by their whole names.
    public var labels: JSONObject
    /// Words for times that win over the configured.
    public var relativeTime: JSONObject

    public init(_ view: View, labels: JSONObject = [:], relativeTime: JSONObject = [:]) {
        self.view = view
        self.labels = labels
        self.relativeTime = relativeTime
    }
}
