public import PersonalizeJSON

/// A vendor's campaign for an overlay: what is presented, and when.
public struct OverlayCampaign: Sendable, Equatable {
    public var overlay: Overlay
    /// One of these has to be set off; without any it never is.
    public var triggers: [Trigger]
    /// Besides those of the overlay, which are looked at again right before it
    /// is shown.
    public var occurrenceLimits: [Limit]
    /// Whether the customer is in the group that is shown nothing, to compare
    /// with: it is chosen like any other, and reported instead of shown.
    public var isSuppressed: Bool
    /// What the vendor is to be told when it was chosen and suppressed.
    public var suppression: JSONObject
    /// Milliseconds from being chosen to being shown; nil for at once.
    public var delay: Int64?
    /// Milliseconds without further news after which the vendor is asked for
    /// it; nil for a campaign that does not wait.
    public var inaction: Int64?
    /// Milliseconds for which it may be shown after being chosen.
    public var timeToLive: Int64?
    /// Whether there is no content: being set off is reported, and the vendor
    /// decides.
    public var isMetadata: Bool
    /// Whether the vendor can be told that it was set off.
    public var isReportable: Bool

    public init(
        overlay: Overlay, triggers: [Trigger] = [], occurrenceLimits: [Limit] = [],
        isSuppressed: Bool = false, suppression: JSONObject = [:], delay: Int64? = nil,
        inaction: Int64? = nil, timeToLive: Int64? = nil, isMetadata: Bool = false,
        isReportable: Bool = true
    ) {
        self.overlay = overlay
        self.triggers = triggers
        self.occurrenceLimits = occurrenceLimits
        self.isSuppressed = isSuppressed
        self.suppression = suppression
        self.delay = delay
        self.inaction = inaction
        self.timeToLive = timeToLive
        self.isMetadata = isMetadata
        self.isReportable = isReportable
    }
}

/// Who decides what is shown.
public enum OverlayMode: String, Sendable, CaseIterable {
    /// The engine, from content it holds.
    case client
    /// The vendor, told which campaigns were set off.
    case server
    /// Nobody: there are no campaigns to decide between.
    case none
}

/// What one reply of a vendor says about overlays. Nil stands for a part that
/// is not there, which keeps what is known; an empty list replaces it.
public struct OverlayAnswer: Sendable {
    public var mode: OverlayMode?
    /// Campaigns whose counters are to be forgotten.
    public var stale: [String] = []
    /// How many overlays may be shown a session.
    public var sessionCap: Int64?
    /// How many may be shown a day.
    public var dayCap: Int64?
    /// Campaigns that the engine chooses from.
    public var clientSide: Reading<OverlayCampaign>?
    /// Campaigns that the vendor is told of when they are set off.
    public var serverSide: Reading<OverlayCampaign>?
    /// What the vendor has chosen already.
    public var immediate: Reading<OverlayCampaign>?
    /// What the vendor wants to be asked for after a while.
    public var inaction: Reading<OverlayCampaign>?
    /// What can be shown because of the launch: one of it is.
    public var launch: Reading<OverlayCampaign>?
    /// What the vendor wants to be asked for a while after the launch.
    public var launchInaction: Reading<OverlayCampaign>?
    /// Whether more was announced, which may have something better to show for
    /// the launch.
    public var awaitsFollowUp = false
    /// Whether this is what was announced: it adds, and replaces nothing.
    public var isFollowUp = false
    public var diagnostics: [JSONDiagnostic] = []

    public init() {}
}

/// What a vendor is told of overlays with the next request.
public struct OverlayReport: Sendable, Equatable {
    public struct Counter: Sendable, Equatable {
        public var campaign: String
        public var today: Int64
        public var lifetime: Int64
    }

    /// How many were shown today.
    public var shownToday: Int64 = 0
    /// How often each was shown, in ascending order of their ids.
    public var counters: [Counter] = []
    /// Campaigns that were set off, in order; one that was so repeatedly
    /// stands here repeatedly.
    public var matched: [String] = []
    /// What was chosen and suppressed, in the vendor's words.
    public var suppressed: [JSONObject] = []
    /// Identifies what `matched` and `suppressed` hold, so that just that is
    /// forgotten when it was told.
    public var sequence: Int64 = 0

    public init() {}
}
