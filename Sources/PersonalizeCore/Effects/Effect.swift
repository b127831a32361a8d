public import PersonalizeJSON

/// Something the engine wants done. Effects are carried out in order.
public enum Effect: Sendable, Equatable {
    /// The answer to the command, at most once for each.
    case reply(JSONObject)
    /// The command was refused and changed nothing.
    case refuse(PersonalizeError)
    /// Tell the host. The object is complete, with its sequence number.
    case update(JSONObject)
    /// Change the store, together with the other changes of this call.
    case store(StoreChange)
    /// Read records and give them back as `Command.loaded` with this token.
    case load(token: Int64, keys: [RecordKey])
    /// Write, look for or remove files.
    case files(FileWork)
    /// Send a request; its end comes back as `Command.exchanged`.
    case send(Request)
    /// Forget a request; nothing comes back.
    case cancel(request: Int64)
    /// Forget a secret: no request will need it.
    case forget(secret: String)
    /// Ask the host; the answer comes back as `Command.answered`.
    case ask(HookQuestion)
    /// Call again, with `Command.tick`, at this monotonic millisecond; nil for
    /// not at all.
    case deadline(Int64?)
    /// What a placement's content getter gives from now on; nil for nothing.
    case content(placement: Int64, text: String?)
    case log(LogLine, vendor: String?)
}

/// A question only the host can answer.
public struct HookQuestion: Sendable, Equatable {
    /// Matches the answer to the question.
    public var token: Int64
    public var hook: HookName
    public var question: JSONObject
    /// Which of those who registered for it is asked.
    public var registration: String

    public init(
        token: Int64, hook: HookName, question: JSONObject, registration: String = ""
    ) {
        self.token = token
        self.hook = hook
        self.question = question
        self.registration = registration
    }
}

/// The questions a host can register for.
public enum HookName: String, Sendable, CaseIterable {
    /// An action was clicked. `{"handled": true}` keeps the engine from asking
    /// the host to open its URL.
    case clickOverride = "click_override"
    /// A campaign has won a placement and is about to be shown.
    /// `{"render": false}` turns it down, and the next candidate is tried.
    case campaignPrepared = "campaign_prepared"
    /// Something was shown, found to be missing, failed, clicked or closed.
    /// `{"track": false}` and `{"open": false}` leave out what the engine
    /// would have done by itself.
    case behaviourOverride = "behaviour_override"
    /// A carousel has its campaigns. `{"campaigns": [ids]}` keeps these.
    case carouselFilter = "carousel_filter"
    /// A carousel is to be put in order. `{"campaigns": [ids]}` is the order;
    /// what it leaves out is not shown.
    case carouselSort = "carousel_sort"
    /// A row of the inbox was chosen. `{"handled": true}` leaves everything to
    /// the host: marking, tracking and what is shown.
    case inboxItemClick = "inbox_item_click"
    /// An action of a message was chosen. `{"handled": true}` leaves tracking
    /// and opening to the host.
    case inboxActionClick = "inbox_action_click"
    /// What the inbox's button shows. `{"view": {...}}` puts members over it.
    case inboxButton = "inbox_button"
    /// What the inbox's list shows; like `inboxButton`.
    case inboxList = "inbox_list"
    /// What a message's detail view shows; like `inboxButton`.
    case inboxDetail = "inbox_detail"
    /// A vendor needs a token of the customer's. `{"token": "…"}` gives one; the
    /// engine gets what `CustomerToken.json` says of it instead.
    case authorizationWanted = "authorization_wanted"
    /// An overlay is about to be presented. `{"show": false}` turns it down, and
    /// the next is tried.
    case overlayReview = "overlay_review"
    /// A function of a vendor's own is to be carried out. `{"handled": true}`
    /// says that the host has done it.
    case systemFunction = "system_function"
}
