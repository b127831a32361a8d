import PersonalizeJSON

/// How sending to one batching vendor stands. Lives as long as the opening:
/// what has to outlive it is stored beside it.
struct Dispatch: Sendable {
    /// Monotonic milliseconds at which what waits is due; nil for nothing new.
    var dueAt: Int64?
    /// When the first of what is not due yet came.
    var waitingSince: Int64?
    /// Everything up to this number goes out as soon as it can.
    var released: Int64 = 0
    /// How many entries of the outbox the request under way carries.
    var batchSize = 0
    /// How many entries the next batch may carry; nil for the policy's.
    var limit: Int?
    /// The last entry of a batch that was refused: up to it the limit holds.
    var suspectUntil: Int64 = 0
    /// How often in a row the batch was sent elsewhere.
    var moves = 0
    /// The question for the domain that is under way.
    var handshake: Int64?
    var handshakeFailures = 0
    /// Whether the vendor was asked and had nothing to say.
    var usesMainAddress = false
    /// Whether its main address is tried because it could not be asked.
    var isFallback = false
    /// Whether the vendor does not accept us; only a new opening changes that.
    var isHalted = false
    /// Whether nothing is sent until the host goes online.
    var isPaused = false
    /// Wall milliseconds until which the vendor wants to hear nothing; stored.
    var mutedUntil: Int64?
    /// What was reported of overlays with the request under way.
    var report: OverlayReport?
    /// Follow-ups that wait for their turn, by the answer that announced them.
    var followUps: [[JSONObject]] = []
    /// How many requests for follow-ups are under way.
    var followUpsUnderWay = 0
    /// Who waits for overlays, by the entry that asks for them.
    var fetches: [Fetch] = []
    /// Faults that travel with what is told next.
    var faults: [ReportFault] = []
    /// Names of events that the vendor does not want in this session.
    var discarded: [String] = []

    // The session.
    /// The session that began in this opening; nil before the first.
    var openVisit: Int64?
    /// Whether the session's launch was told, or needs not be.
    var isLaunched = false
    /// Sessions of this opening of which the vendor has answered nothing yet.
    var unanswered: [Int64] = []
    var isFirstOfLaunch = true
    /// What the adapter keeps for the session.
    var sessionMemory = JSONObject()
    /// Whether the host tells when it comes to the foreground. While it never
    /// does, each event looks whether the session is over.
    var hearsForeground = false

    struct Fetch: Sendable, Equatable {
        var entry: Int64
        var key: String?
    }

    static let maximumFaults = 50
    /// A device that is offline for weeks has no more sessions than this that
    /// count.
    static let maximumUnanswered = 100
    /// More answers' follow-ups than this do not wait at once.
    static let maximumFollowUps = 20
    /// So many questions for the domain fail before the main address is tried.
    static let toleratedHandshakes = 3

    /// What is left of it when the engine goes back to what is stored: nothing
    /// that was under way, and the session only if that is stored.
    var afterRestoring: Dispatch {
        var dispatch = self
        dispatch.batchSize = 0
        dispatch.handshake = nil
        dispatch.report = nil
        dispatch.followUpsUnderWay = 0
        return dispatch
    }

    /// A session has begun of which the vendor knows nothing.
    mutating func expectAnswer(of visit: Int64) {
        unanswered.append(visit)
        if unanswered.count > Self.maximumUnanswered { unanswered.removeFirst() }
    }

    mutating func note(_ fault: ReportFault) {
        guard faults.count < Self.maximumFaults else { return }
        faults.append(fault)
    }

    mutating func takeFault() -> ReportFault? { faults.isEmpty ? nil : faults.removeFirst() }
}

extension Vendor {
    /// Whether the vendor wants to hear nothing.
    func isMuted(at now: Instant) -> Bool { dispatch.mutedUntil.map { now.wall < $0 } ?? false }
}
