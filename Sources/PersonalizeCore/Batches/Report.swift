public import PersonalizeJSON

/// Something a batching vendor is told.
public enum Report: Sendable, Equatable {
    case event(ReportedEvent)
    /// Changes of the profile.
    case profile([ProfileOperation])
    /// A session has begun.
    case launch
    /// The vendor is asked for overlays; `target` is the one that is wanted.
    case fetch(target: String?)
    /// What an answer announced is asked for.
    case followUp(JSONObject)

    /// The word that the outbox and the host know it by.
    var purpose: String {
        switch self {
        case .event: "event"
        case .profile: "profile"
        case .launch: "launch"
        case .fetch: "fetch"
        case .followUp: "follow_up"
        }
    }

    var isFetch: Bool { if case .fetch = self { true } else { false } }
}

/// An event in the host's words.
public struct ReportedEvent: Sendable, Equatable {
    public var name: String
    public var properties: JSONObject
    /// What was bought; nil for anything but a purchase.
    public var items: [JSONObject]?
    /// Whether the library raises it, not the host.
    public var isOwn: Bool

    public init(
        name: String, properties: JSONObject = [:], items: [JSONObject]? = nil,
        isOwn: Bool = false
    ) {
        self.name = name
        self.properties = properties
        self.items = items
        self.isOwn = isOwn
    }
}

/// What is wrong with something the host tells, in the vendor's numbers.
public struct ReportFault: Sendable, Equatable {
    public var code: Int64
    /// A stable word.
    public var reason: String
    public var message: String

    public init(_ code: Int64, _ reason: String, _ message: String) {
        self.code = code
        self.reason = reason
        self.message = message
    }
}

/// An event after it was checked.
public struct EventReading: Sendable, Equatable {
    public var event: ReportedEvent
    /// What was set right, or is only remarked.
    public var faults: [ReportFault]
    /// Why it cannot be told at all; nil when it can.
    public var refusal: ReportFault?

    public init(
        _ event: ReportedEvent, faults: [ReportFault] = [], refusal: ReportFault? = nil
    ) {
        self.event = event
        self.faults = faults
        self.refusal = refusal
    }
}

/// A change of the profile after it was checked; without an operation it
/// cannot be told.
public struct OperationReading: Sendable, Equatable {
    public var operation: ProfileOperation?
    public var faults: [ReportFault]

    public init(_ operation: ProfileOperation?, faults: [ReportFault] = []) {
        self.operation = operation
        self.faults = faults
    }
}

/// What a report is encoded with.
public struct ReportContext: Sendable {
    public var visit: Visit
    public var now: Instant
    public var location: Location?
    /// A fault of this or an earlier report that travels with it.
    public var fault: ReportFault?

    public init(
        visit: Visit, now: Instant, location: Location? = nil, fault: ReportFault? = nil
    ) {
        self.visit = visit
        self.now = now
        self.location = location
        self.fault = fault
    }
}

/// What a customer does not want to be told of them.
public struct OptOut: Sendable, Equatable {
    public var isOptedOut: Bool
    /// Whether events of the library's own, and changes of the profile, may
    /// be told all the same.
    public var allowsSystem: Bool

    /// Whoever is not opted out allows everything.
    public init(_ isOptedOut: Bool, allowsSystem: Bool) {
        self.isOptedOut = isOptedOut
        self.allowsSystem = allowsSystem || !isOptedOut
    }

    public static let none = OptOut(false, allowsSystem: true)

    var json: JSONObject {
        ["opted_out": .bool(isOptedOut), "allows_system": .bool(allowsSystem)]
    }
}
