/// How much a log line matters.
public enum LogLevel: Int32, Sendable, CaseIterable, Comparable {
    case error = 1
    case warning = 2
    case info = 3
    case verbose = 4

    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rawValue < right.rawValue
    }

    public var name: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info: "info"
        case .verbose: "verbose"
        }
    }
}

/// One line of the log.
public struct LogLine: Sendable, Equatable {
    public var level: LogLevel
    public var message: String

    public init(_ level: LogLevel, _ message: String) {
        self.level = level
        self.message = message
    }
}

/// Something a vendor's own troubleshooting guide has a log line for. The
/// engine says what happened; the adapter puts it in the words that people
/// search their logs for.
public enum LogEvent: Sendable, Equatable {
    case scheduleChecked(campaign: Campaign, rejection: Rejection?)
    case frequencyChecked(campaign: Campaign, rejection: Rejection?)
    case unavailable(campaign: Campaign, status: String)
    case nothingFound(placement: String)
    case nothingFoundForSlot(placement: String, slot: String)
    case controlVariant(campaign: Campaign)
    case manualAction(placement: String, url: String)
    /// A click while nothing is shown, or on nothing the content offers.
    case invalidAction(placement: String, url: String)
    case unknownAction(url: String)
    case actionHandled(url: String)
    case actionIgnored(url: String)
    case actionInvoked(campaign: Campaign, name: String?)
    case imageFailed(url: String, message: String)
    case fontFailed(url: String, message: String)
    case trackingRefused(happening: Happening)
    case fetchFailed(what: String, message: String)
    /// It cannot be told when a token expires.
    case tokenUnreadable
    /// A placement was to be loaded after the engine was stopped.
    case loadRefused(kind: PlacementSpecification.Kind)
    /// The host named a customer by one of the vendor's reserved ids.
    case identifierIgnored(name: String)
    case inbox(InboxLogEvent)
}
