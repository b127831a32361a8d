public import PersonalizeJSON

/// Speaks one vendor's wire format and knows its rules.
///
/// An adapter is a value without state: the engine keeps all state and asks
/// the adapter to put things into the vendor's words and back. Every method is
/// pure, so that the engine stays replayable; what must be random or timed
/// comes in as an argument.
///
/// This is what every vendor has. What only some have is a protocol of its
/// own: `PlacementAdapter`, `DeliveryAdapter`, `InboxAdapter` and so on.
public protocol Adapter: Sendable {
    /// The vendor's kind, as configurations name it.
    var kind: String { get }
    /// The instance's id, unique within the engine.
    var instance: String { get }
    /// How the engine is to treat this instance.
    var policy: VendorPolicy { get }

    /// The customer's ids as the vendor knows them.
    func customerIDs(_ identity: Identity) -> JSONObject

    /// How the vendor tells the customer's segments; nil when it has none.
    var segmentation: (any Segmentation)? { get }

    /// Reads a payload that the host obtained by itself. `kind` is one of
    /// the adapter's own words, such as `definitions`.
    func ingest(
        kind: String, payload: [UInt8], at now: Instant
    ) throws(PersonalizeError) -> Ingested

    /// The vendor's event for the start or end of a session; nil when the
    /// vendor has none. `duration` is in milliseconds.
    func sessionEvent(started: Bool, duration: Int64?) -> EventDraft?
    /// The media type of a file that content needs, by its bytes; nil when it
    /// is none that content can show.
    func mediaType(of file: [UInt8]) -> String?

    /// The vendor's own words for what happened, in the order it writes them;
    /// empty when it writes nothing.
    func messages(for event: LogEvent) -> [LogLine]
}

extension Adapter {
    /// The names the host gave.
    public func customerIDs(_ identity: Identity) -> JSONObject { identity.ids }

    /// None.
    public var segmentation: (any Segmentation)? { nil }

    /// None.
    public func sessionEvent(started: Bool, duration: Int64?) -> EventDraft? { nil }

    /// None that can be shown.
    public func mediaType(of file: [UInt8]) -> String? { nil }

    /// Nothing.
    public func messages(for event: LogEvent) -> [LogLine] { [] }
}

/// How the engine treats a vendor instance.
public struct VendorPolicy: Sendable, Equatable {
    /// Milliseconds in the background after which a session is over.
    public var sessionTimeout: Int64
    /// Whether sessions start and end by themselves.
    public var automaticSessions: Bool
    /// Consent at the first start, by purpose.
    public var consent: Consents
    /// Placements whose content is asked for ahead of their opening.
    public var prefetch: [String]
    /// The header that carries an event's id; nil for none.
    public var eventIDHeader: String?
    /// How often a delivery may fail in a way that counts.
    public var maximumAttempts: Int64
    /// Milliseconds after which a display state without news is forgotten;
    /// nil for never.
    public var displayMemory: Int64?
    /// Names of customer ids that the vendor keeps for itself: a host that
    /// uses one is told by `LogEvent.identifierIgnored`.
    public var reservedIDs: [String]
    /// How it uses tokens of the customer's; nil when it takes none.
    public var authorization: AuthorizationPolicy?

    public init(
        sessionTimeout: Int64 = 60_000, automaticSessions: Bool = true,
        consent: Consents = .granted, prefetch: [String] = [],
        eventIDHeader: String? = "x-event-id", maximumAttempts: Int64 = 10,
        displayMemory: Int64? = nil, reservedIDs: [String] = [],
        authorization: AuthorizationPolicy? = nil
    ) {
        self.sessionTimeout = sessionTimeout
        self.automaticSessions = automaticSessions
        self.consent = consent
        self.prefetch = prefetch
        self.eventIDHeader = eventIDHeader
        self.maximumAttempts = maximumAttempts
        self.displayMemory = displayMemory
        self.reservedIDs = reservedIDs
        self.authorization = authorization
    }
}

/// A request without what the engine fills in.
public struct RequestDraft: Sendable, Equatable {
    public var method: String
    public var url: String
    public var headers: [Request.Header]
    public var body: String?
    /// What it says of who sends it.
    public var credential: Credential
    public var bodySecret: Request.BodySecret?
    public var followsRedirects: Bool

    public init(
        method: String, url: String, headers: [Request.Header] = [], body: String? = nil,
        credential: Credential = .own, bodySecret: Request.BodySecret? = nil,
        followsRedirects: Bool = true
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.credential = credential
        self.bodySecret = bodySecret
        self.followsRedirects = followsRedirects
    }
}

extension RequestDraft {
    /// Whether it asks for a file of this machine, which is there offline too.
    var isLocal: Bool { url.hasPrefix("file:") }
}

/// The records of an answer, and what had to be left out of it.
public struct Reading<Record: Sendable>: Sendable {
    public var records: [Record]
    public var diagnostics: [JSONDiagnostic]

    public init(records: [Record] = [], diagnostics: [JSONDiagnostic] = []) {
        self.records = records
        self.diagnostics = diagnostics
    }
}

/// A campaign with its content.
public struct CampaignRecord: Sendable, Equatable {
    public var campaign: Campaign
    public var body: [UInt8]?

    public init(_ campaign: Campaign, body: [UInt8]? = nil) {
        self.campaign = campaign
        self.body = body
    }
}

/// A vendor's decision about one campaign with its content.
public struct PersonalizationRecord: Sendable, Equatable {
    public var campaign: String
    public var personalization: Personalization
    public var body: [UInt8]?

    public init(campaign: String, _ personalization: Personalization, body: [UInt8]? = nil) {
        self.campaign = campaign
        self.personalization = personalization
        self.body = body
    }
}

/// What a payload of the host turned out to be.
public enum Ingested: Sendable {
    /// Replaces everything the vendor could show.
    case definitions(Reading<CampaignRecord>)
    /// Adds to what is known for the current customer.
    case personalization(Reading<PersonalizationRecord>)
    /// Adds to the current customer's inbox.
    case inbox(InboxAnswer)
    /// Several of these, one after the other.
    case several([Ingested])
    /// Replaces everything the vendor could show on screens.
    case screens(ScreenReading)
    /// The segments the current customer is in.
    case audience([String])
    /// What the vendor has to say about overlays.
    case overlays(OverlayAnswer)
}

/// Why an answer of a vendor could not be used.
public struct VendorFailure: Error, Sendable, Equatable {
    /// A stable word such as `not_authorized` or `server_error`.
    public var reason: String
    public var message: String
    public var status: Int?

    public init(_ reason: String, _ message: String, status: Int? = nil) {
        self.reason = reason
        self.message = message
        self.status = status
    }
}

/// An event in the vendor's vocabulary, before it is accepted.
public struct EventDraft: Sendable, Equatable {
    public var type: String
    public var properties: JSONObject
    /// What the vendor's own events say of themselves, apart from what the
    /// host has given.
    public var system: JSONObject
    /// Whether it is to be tracked although the campaign's content does not
    /// allow tracking.
    public var isForced: Bool

    public init(
        type: String, properties: JSONObject, isForced: Bool = false, system: JSONObject = [:]
    ) {
        self.type = type
        self.properties = properties
        self.system = system
        self.isForced = isForced
    }
}

/// Something to be sent, in the exact bytes it is sent in.
public struct Delivery: Sendable, Equatable {
    /// The adapter's word for where it goes, such as `event` or `customer`.
    public var purpose: String
    public var body: String

    public init(purpose: String, body: String) {
        self.purpose = purpose
        self.body = body
    }
}

/// What an answer to a delivery means.
public enum Verdict: Sendable, Equatable {
    case delivered
    /// Try again; `counted` says whether it uses up an attempt.
    case retry(counted: Bool, reason: String)
    /// It will never be accepted.
    case rejected(reason: String)
}
