public import PersonalizeJSON

/// An adapter whose vendor is told of many things with one request, in the
/// name of a profile that the engine keeps an id for.
///
/// What the vendor wants to get back with the next request, such as cookies,
/// is a JSON object that the adapter alone understands and the engine keeps:
/// one for each profile, and one for the whole account.
public protocol BatchingAdapter: Adapter {
    /// How batches are made and sent.
    var batchPolicy: BatchPolicy { get }

    // MARK: Profiles

    /// The id of a new profile; `random` is 32 hexadecimal digits.
    func profileID(random: String) -> String
    /// The id that the configuration wants for the first profile; nil for none.
    var configuredProfile: String? { get }
    /// What a customer's ids and properties are as fields of a profile.
    func profileFields(ids: JSONObject, properties: JSONObject) -> JSONObject
    /// Under what a profile is found again that has this field; nil when the
    /// field does not identify anybody. `keys` are those of the first start.
    func identity(of field: String, value: JSONValue, keys: [String]) -> String?
    /// The fields that identify, as the configuration has them.
    var identityFields: [String] { get }
    /// Whether a field that identifies can be taken away again.
    func isRemovable(identity field: String) -> Bool
    /// Fields whose changes are neither counted nor trigger anything.
    var silentFields: [String] { get }
    /// The fields that tell the vendor of an opting out.
    func optOutFields(_ optOut: OptOut) -> JSONObject

    // MARK: What is told

    /// Checks an event of the host's and sets right what can be.
    func read(_ event: ReportedEvent) -> EventReading
    /// Checks a change of the profile.
    func read(_ operation: ProfileOperation) -> OperationReading
    /// What the vendor calls the launch that a session begins with.
    var launchEvent: String { get }
    /// What is sent for something, as JSON: made once when it is accepted, so
    /// that each repetition has the same bytes.
    func encode(_ report: Report, in context: ReportContext) -> String
    /// Whether the vendor wants nothing more of events of this name; `names`
    /// is what `BatchAnswer.discarded` gave.
    func isDiscarded(_ event: String, by names: [String]) -> Bool
    /// What is said of the host and its machine, which takes part in triggers.
    func applicationFields(location: Location?) -> JSONObject
    /// What the session is to remember of an event.
    func sessionMemory(_ memory: JSONObject, after event: ReportedEvent) -> JSONObject

    // MARK: Requests

    /// The question where to send batches; nil when that is known.
    func handshakeRequest(_ context: BatchContext) -> RequestDraft?
    /// Reads the answer to it. Only `account` and `outcome` count.
    func readHandshake(_ response: Response, _ context: BatchContext) -> BatchAnswer
    /// The request with these events, in the order they are to be told in.
    func batchRequest(_ events: [String], _ context: BatchContext) -> RequestDraft
    /// Asks for the content that an answer announced.
    func followUpRequest(_ items: [String], _ context: BatchContext) -> RequestDraft
    /// Reads the answer to either.
    func readBatch(
        _ response: Response, _ context: BatchContext, isFollowUp: Bool
    ) -> BatchAnswer
    /// The account's memory after so many failures in a row.
    func account(_ memory: JSONObject, afterFailures count: Int64) -> JSONObject

    /// Tells the vendor what templates there are; fails when it may not.
    func templatesRequest(
        _ payload: JSONObject, _ context: BatchContext
    ) -> Result<RequestDraft, VendorFailure>
    /// Why the vendor did not take them; nil when it did.
    func templatesFailure(_ response: Response) -> VendorFailure?
}

/// How batches are made and sent. Times are in milliseconds.
public struct BatchPolicy: Sendable, Equatable {
    /// How many events one request takes.
    public var maximumEvents: Int
    /// How many bytes a body may have, unless one event alone has more.
    public var maximumBytes: Int
    /// How long after an event the batch is sent.
    public var delay: Int64
    /// How long events can put that off.
    public var maximumDelay: Int64
    /// How long an event may wait.
    public var lifetime: Int64
    /// How often in a row an answer may send a batch elsewhere.
    public var maximumMoves: Int
    /// How often one event alone may be refused.
    public var maximumRefusals: Int64
    /// How many requests for follow-ups may be under way.
    public var maximumFollowUps: Int
    /// Milliseconds without activity after which a session is over.
    public var sessionTimeout: Int64
    /// Whether each session begins with a launch.
    public var raisesLaunch: Bool
    /// Whether nothing is sent until the host goes online.
    public var isPaused: Bool
    /// Whether a new profile begins opted out.
    public var isOptedOut: Bool
    /// How many profiles' states are kept.
    public var maximumProfiles: Int

    public init(
        maximumEvents: Int = 49, maximumBytes: Int = 500_000, delay: Int64 = 1_000,
        maximumDelay: Int64 = 5_000, lifetime: Int64 = 432_000_000, maximumMoves: Int = 3,
        maximumRefusals: Int64 = 3, maximumFollowUps: Int = 5,
        sessionTimeout: Int64 = 1_200_000, raisesLaunch: Bool = true, isPaused: Bool = false,
        isOptedOut: Bool = false, maximumProfiles: Int = 10
    ) {
        self.maximumEvents = maximumEvents
        self.maximumBytes = maximumBytes
        self.delay = delay
        self.maximumDelay = maximumDelay
        self.lifetime = lifetime
        self.maximumMoves = maximumMoves
        self.maximumRefusals = maximumRefusals
        self.maximumFollowUps = maximumFollowUps
        self.sessionTimeout = sessionTimeout
        self.raisesLaunch = raisesLaunch
        self.isPaused = isPaused
        self.isOptedOut = isOptedOut
        self.maximumProfiles = maximumProfiles
    }
}

/// What a request is made with, and its answer read.
public struct BatchContext: Sendable {
    public var profile: String
    /// What the adapter keeps for the profile.
    public var memory: JSONObject
    /// What it keeps for the account.
    public var account: JSONObject
    /// What it keeps for the session.
    public var session: JSONObject
    public var now: Instant
    /// Whether no request of this session was answered yet.
    public var isFirstOfSession: Bool
    /// Whether none of this opening was.
    public var isFirstOfLaunch: Bool
    /// What is to be reported of overlays.
    public var overlays: OverlayReport
    /// The fields that identify, as they were at the first start.
    public var identityFields: [String]
    public var location: Location?
    /// Whether the vendor did not say where to send, so that its main address
    /// has to do.
    public var usesMainAddress: Bool

    public init(
        profile: String, memory: JSONObject = [:], account: JSONObject = [:],
        session: JSONObject = [:], now: Instant, isFirstOfSession: Bool = false,
        isFirstOfLaunch: Bool = false, overlays: OverlayReport = OverlayReport(),
        identityFields: [String] = [], location: Location? = nil, usesMainAddress: Bool = false
    ) {
        self.profile = profile
        self.memory = memory
        self.account = account
        self.session = session
        self.now = now
        self.isFirstOfSession = isFirstOfSession
        self.isFirstOfLaunch = isFirstOfLaunch
        self.overlays = overlays
        self.identityFields = identityFields
        self.location = location
        self.usesMainAddress = usesMainAddress
    }
}

/// What an answer to a batch says.
public struct BatchAnswer: Sendable {
    public enum Outcome: Sendable, Equatable {
        case delivered
        /// It has to be sent again, elsewhere: `account` says where.
        case moved
        /// The vendor wants to hear nothing until then, in wall milliseconds.
        case muted(until: Int64)
        /// Something in it is not acceptable.
        case refused(reason: String)
        /// Whoever sends it is not accepted.
        case unauthorized(reason: String)
        case failed(reason: String)
    }

    public var outcome: Outcome
    public var account: JSONObject
    public var memory: JSONObject
    /// The id under which the vendor knows the profile from now on.
    public var profile: String?
    /// What it says of overlays.
    public var overlays: OverlayAnswer?
    /// What to ask for in a follow-up, as the vendor gave it.
    public var followUps: [JSONObject] = []
    /// Names of events that are no longer wanted; nil keeps those there are.
    public var discarded: [String]?
    /// Lines for the host's developers.
    public var lines: [LogLine] = []
    public var diagnostics: [JSONDiagnostic] = []

    public init(_ outcome: Outcome, _ context: BatchContext) {
        self.outcome = outcome
        account = context.account
        memory = context.memory
    }
}
