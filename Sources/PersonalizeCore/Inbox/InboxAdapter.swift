public import PersonalizeJSON

/// An adapter whose vendor has an inbox.
public protocol InboxAdapter: Adapter {
    /// What the messages kept belong to besides the customer, such as the
    /// application. Those of another scope are forgotten at opening.
    var inboxScope: String { get }
    /// How the vendor's own views present messages.
    var inboxStyle: InboxStyle { get }

    /// The question for what is new since `token`, or for everything. It fails
    /// when there is no use in asking.
    func inboxRequest(
        token: String?, identity: Identity
    ) -> Result<RequestDraft, VendorFailure>
    /// Reads the answer to `inboxRequest`.
    func readInbox(_ response: Response, at now: Instant) -> InboxReading

    /// What tells the vendor that a message was read. The token and identity
    /// are those the message came with.
    func markReadRequest(
        message id: String, token: String, identity: Identity
    ) -> Result<RequestDraft, VendorFailure>
    /// Why the vendor did not take note; nil when it did.
    func markReadFailure(_ response: Response) -> VendorFailure?

    /// The vendor's event for something that happened to a message; nil when
    /// the vendor tracks nothing for it.
    func event(for happening: MessageHappening, of content: MessageContent) -> EventDraft?

    /// Makes a message's document fit to draw. `makeID` gives a new unique
    /// identifier at each call.
    func prepare(
        message html: String, makeID: () -> String
    ) throws(ContentFailure) -> any PreparedContent
}

/// What a vendor's answer has for an inbox.
public struct InboxAnswer: Sendable {
    public var messages: Reading<MessageRecord>
    /// What to ask with next time; nil keeps the one there is.
    public var token: String?
    /// Whether these are all there are: then those it does not have are gone.
    public var isComplete: Bool

    public init(
        messages: Reading<MessageRecord>, token: String?, isComplete: Bool = false
    ) {
        self.messages = messages
        self.token = token
        self.isComplete = isComplete
    }
}

/// What an answer to an inbox request means.
public enum InboxReading: Sendable {
    case answer(InboxAnswer)
    /// The token is of no more use: everything has to be asked for again.
    case tokenGone(VendorFailure)
    case failure(VendorFailure)
}

/// How a vendor's own views present messages, as far as that is data.
public struct InboxStyle: Sendable, Equatable {
    /// What stands before the names of labels in the vendor's files.
    public var labelPrefix: String
    /// The host's texts, by their whole names.
    public var labels: JSONObject
    /// The host's words for times; `RelativeTime` reads them.
    public var relativeTime: JSONObject
    /// The space above the image of the detail view, in the host's units.
    public var imageInset: Double
    /// How many actions are drawn besides the main one.
    public var maximumActions: Int

    public init(
        labelPrefix: String = "inbox.", labels: JSONObject = [:], relativeTime: JSONObject = [:],
        imageInset: Double = 56, maximumActions: Int = 4
    ) {
        self.labelPrefix = labelPrefix
        self.labels = labels
        self.relativeTime = relativeTime
        self.imageInset = imageInset
        self.maximumActions = maximumActions
    }
}

/// What a vendor's guide has a log line for; see `LogEvent`.
public enum InboxLogEvent: Sendable, Equatable {
    case loadFailed(message: String)
    case markReadImpossible(message: String)
    case markReadFailed(message: String, reason: String)
    case notFound(message: String)
    case anonymous(message: String)
    case trackingRefused(MessageHappening)
    case actionInvoked(MessageAction)
}
