import PersonalizeJSON

/// What one vendor has sent for one profile, and what has come of it.
struct OverlayContent: Sendable {
    var mode: OverlayMode?
    /// How many may be shown a session; nil before the vendor has said.
    var sessionCap: Int64?
    /// How many may be shown a day; nil before the vendor has said.
    var dayCap: Int64?
    var clientSide = OverlayIndex()
    var serverSide = OverlayIndex()
    var tallies: [String: OverlayTally] = [:]
    /// Displays of everything.
    var shown = DayCounter()
    var notices = OverlayNotices()
    var counts = EventCounts()

    // In the memory only.
    var session = OverlaySession()
    var timers: [OverlayTimer] = []
    var launch = OverlayLaunch()

    /// What belongs to a session and ends with it or with its customer.
    mutating func forgetSession() {
        session = OverlaySession()
        timers = []
        launch = OverlayLaunch()
    }

    func past(of campaign: String) -> Limit.Past {
        let tally = tallies[campaign] ?? OverlayTally()
        return Limit.Past(
            impressions: tally.impressions, session: session.count(of: campaign),
            occasions: tally.occasions)
    }

    /// Why a campaign's caps, and those over all campaigns, keep it back.
    func capRejection(
        of campaign: String, _ caps: DisplayCaps, _ policy: OverlayPolicy, at now: Instant
    ) -> Rejection? {
        let days = tallies[campaign]?.days ?? DayCounter()
        return caps.rejection(
            DisplayCaps.Past(
                session: session.count(of: campaign), today: days.today(at: now),
                lifetime: days.lifetime),
            all: DisplayCaps.Past(session: session.total, today: shown.today(at: now)),
            sessionCap: sessionCap ?? policy.sessionCap, dayCap: dayCap ?? policy.dayCap)
    }

    /// The stored form of what is not stored one by one.
    var json: JSONObject {
        [
            "mode": mode.map { .string($0.rawValue) } ?? .null,
            "session_cap": sessionCap.map(JSONValue.integer) ?? .null,
            "day_cap": dayCap.map(JSONValue.integer) ?? .null,
            "shown": .object(shown.json),
        ]
    }

    mutating func take(json object: JSONObject) {
        mode = object["mode"]?.string.flatMap(OverlayMode.init(rawValue:))
        sessionCap = object["session_cap"]?.integer
        dayCap = object["day_cap"]?.integer
        shown = DayCounter(json: object["shown"]?.object ?? [:])
    }
}

/// The contents of all profiles that one vendor knows here.
///
/// That of the present profile is apart, so that changing it never copies what
/// is kept for others.
struct OverlayContents: Sendable {
    private(set) var profile = ""
    var current = OverlayContent()
    private var others: [String: OverlayContent] = [:]
    /// The first failure to tell of a launch stands for its success.
    var launchFailed = false
    /// While opening: entries whose lists are not made yet.
    var stored: [StoredOverlay] = []

    /// Goes over to another profile. What ran for the former one is over.
    mutating func use(_ id: String) {
        guard id != profile else { return }
        current.forgetSession()
        others[profile] = current
        current = others.removeValue(forKey: id) ?? OverlayContent()
        profile = id
    }

    /// Forgets a profile other than the present one.
    mutating func forget(_ id: String) { others[id] = nil }

    /// A profile is called otherwise from now on.
    mutating func rename(_ id: String, to new: String) {
        if id == profile {
            others[new] = nil
            profile = new
        } else {
            self[new] = others.removeValue(forKey: id) ?? OverlayContent()
        }
    }

    subscript(id: String) -> OverlayContent {
        get { id == profile ? current : others[id] ?? OverlayContent() }
        _modify {
            if id == profile {
                yield &current
            } else {
                yield &others[id, default: OverlayContent()]
            }
        }
    }

    /// All ids, in ascending order.
    var profiles: [String] { Set(others.keys).union([profile]).sorted() }
}

/// Something that is to happen with a campaign after a while.
struct OverlayTimer: Sendable, Equatable {
    enum Purpose: Sendable, Equatable {
        /// To show what is in storage.
        case stored
        /// To show what a vendor sent for this once.
        case content(Overlay, timeToLive: Int64?)
        /// To ask the vendor.
        case inaction
    }

    var campaign: String
    /// Monotonic milliseconds.
    var due: Int64
    var purpose: Purpose

    var isInaction: Bool { purpose == .inaction }
}

/// What the present launch may show: one overlay.
struct OverlayLaunch: Sendable {
    struct Held: Sendable {
        var entry: OverlayEntry
        var overlay: Overlay
        /// Monotonic milliseconds until which something better may come.
        var until: Int64
    }

    var held: Held?
    /// Whether one was let through, so that what comes later is too late.
    var isDecided = false
}
