/// A message of the App Inbox, in the words of the vendor's SDKs.
public struct MessageItem: Sendable, Equatable {
    public var id: String
    /// `push` or `html`.
    public var type: String
    public var read: Bool
    /// Milliseconds since 1970.
    public var receivedTime: Int64
    /// Nil when the message's content could not be read.
    public var content: MessageItemContent?

    /// Nil when the object is not a message of docs/inbox.md.
    public init?(_ object: JSONObject) {
        guard let id = object["id"]?.string, let type = object["type"]?.string,
            let read = object["is_read"]?.bool, let received = object["received_ms"]?.integer
        else { return nil }
        self.id = id
        self.type = type
        self.read = read
        receivedTime = received
        content = object["content"]?.object.map(MessageItemContent.init)
    }
}

/// What a message says.
public struct MessageItemContent: Sendable, Equatable {
    public var title: String?
    public var message: String?
    public var imageUrl: String?
    /// As the vendor sent it; the detail view has it made safe.
    public var html: String?
    public var action: MessageItemAction?
    public var actions: [MessageItemAction]
    public var trackingData: JSONObject
    public var hasTrackingConsent: Bool
    public var consentCategoryTracking: String?

    init(_ object: JSONObject) {
        title = object["title"]?.string
        message = object["text"]?.string
        imageUrl = object["image"]?.string
        html = object["html"]?.string
        action = object["main_action"]?.object.map(MessageItemAction.init)
        actions = (object["actions"]?.array ?? []).compactMap(\.object).map(
            MessageItemAction.init)
        trackingData = object["attributes"]?.object ?? [:]
        hasTrackingConsent = object["allows_tracking"]?.bool ?? true
        consentCategoryTracking = object["consent_category"]?.string
    }
}

/// Something a message offers to do.
public struct MessageItemAction: Sendable, Equatable {
    public var type: MessageAction.Kind
    public var title: String?
    public var url: String?

    public init(type: MessageAction.Kind, title: String? = nil, url: String? = nil) {
        self.type = type
        self.title = title
        self.url = url
    }

    init(_ object: JSONObject) {
        self.init(
            type: object["type"]?.string.flatMap(MessageAction.Kind.init(rawValue:)) ?? .none,
            title: object["title"]?.string, url: object["url"]?.string)
    }
}

/// What an update says about the App Inbox; nil from `init` for any other.
public enum AppInboxUpdate: Sendable, Equatable {
    /// The answer to a fetch: read the list now.
    case fetched(key: String?, unread: Int64)
    /// A fetch failed; the messages kept are still there.
    case failed(key: String?, reason: String, message: String)
    /// The answer to `fetchAppInboxItem`; nil when there is none.
    case item(key: String?, MessageItem?)
    /// The answer to `markAppInboxAsRead`.
    case marked(key: String?, messageId: String, Bool)

    public init?(_ update: Update) {
        let members = update.members
        let key = members["key"]?.string
        switch update.name {
        case "inbox.changed":
            guard members["reason"]?.string == "fetched" else { return nil }
            self = .fetched(key: key, unread: members["unread"]?.integer ?? 0)
        case "inbox.failed":
            self = .failed(
                key: key, reason: members["reason"]?.string ?? "",
                message: members["message"]?.string ?? "")
        case "inbox.message":
            self = .item(key: key, members["item"]?.object.flatMap(MessageItem.init))
        case "inbox.read":
            self = .marked(
                key: key, messageId: members["message_id"]?.string ?? "",
                members["marked"]?.bool ?? false)
        default: return nil
        }
    }
}
