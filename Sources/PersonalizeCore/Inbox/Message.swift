public import PersonalizeJSON

/// A message of a customer's inbox, without its content.
///
/// What listing, sorting and counting need stays in memory, for every message;
/// the content is read from storage when a message is looked at.
public struct Message: Sendable, Equatable {
    /// The vendor's identifier, unique within one vendor instance.
    public var id: String
    /// The vendor's word for what kind of message it is.
    public var kind: String
    public var isRead: Bool
    /// When the customer read it here, in wall milliseconds; nil once the
    /// vendor has confirmed it. Until then no older answer makes it unread.
    public var readHere: Int64?
    /// When it came, in wall milliseconds.
    public var received: Int64
    /// From this wall millisecond on it is hidden; nil for never.
    public var expires: Int64?
    /// What a row shows. Shortened: two lines are all there is room for.
    public var title: String?
    public var text: String?
    public var image: String?
    /// Whether its content could be read.
    public var hasContent: Bool
    /// Whose message it is: what happens to it is told in these terms.
    public var identity: Identity
    /// The synchronisation token of the answer it came with.
    public var token: String?
    /// Tells whether new content differs from the stored, without it.
    public var digest: Int64

    /// Whether it is hidden at a wall millisecond.
    public func isExpired(at moment: Int64) -> Bool { moment >= expires ?? .max }
}

/// A message as a vendor's answer has it.
public struct MessageRecord: Sendable, Equatable {
    public var id: String
    public var kind: String
    public var isRead: Bool
    /// Nil when the vendor does not say: then it is when the answer came.
    public var received: Int64?
    public var expires: Int64?
    /// Nil when it could not be read: the message is there, and says nothing.
    public var content: MessageContent?

    public init(
        id: String, kind: String, isRead: Bool = false, received: Int64? = nil,
        expires: Int64? = nil, content: MessageContent?
    ) {
        self.id = id
        self.kind = kind
        self.isRead = isRead
        self.received = received
        self.expires = expires
        self.content = content
    }
}

/// What a message says, in words that are no vendor's.
public struct MessageContent: Sendable, Equatable {
    public var title: String?
    public var text: String?
    public var image: String?
    /// A whole document instead of text, as the vendor sent it: it has to be
    /// made safe before it is shown.
    public var html: String?
    /// The one action that stands for the message itself.
    public var mainAction: MessageAction?
    public var actions: [MessageAction]
    /// What the vendor wants to get back in its events.
    public var attributes: JSONObject
    /// Whether the customer's dealings with it may be tracked.
    public var allowsTracking: Bool
    public var consentCategory: String?

    public init(
        title: String? = nil, text: String? = nil, image: String? = nil, html: String? = nil,
        mainAction: MessageAction? = nil, actions: [MessageAction] = [],
        attributes: JSONObject = [:], allowsTracking: Bool = true, consentCategory: String? = nil
    ) {
        self.title = title
        self.text = text
        self.image = image
        self.html = html
        self.mainAction = mainAction
        self.actions = actions
        self.attributes = attributes
        self.allowsTracking = allowsTracking
        self.consentCategory = consentCategory
    }
}

/// Something a message offers to do.
public struct MessageAction: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        /// Opens a page in a browser.
        case browser
        /// Goes somewhere in the host's own application.
        case deepLink = "deep_link"
        /// Opens the host's application, which is open already.
        case app
        /// Nothing this version knows.
        case none = "no_action"
    }

    /// The text of the button, nil when it has none.
    public var title: String?
    public var url: String?
    public var kind: Kind

    public init(title: String?, url: String?, kind: Kind) {
        self.title = title
        self.url = url
        self.kind = kind
    }

    /// Whether a button for it leads anywhere.
    public var isDrawn: Bool {
        (kind == .browser || kind == .deepLink) && !(url ?? "").isEmpty
    }
}

/// What can happen to a message.
public enum MessageHappening: Sendable, Equatable {
    case opened
    case clicked(MessageAction)
}
