import PersonalizeJSON

/// How often one person is shown anything at all.
public struct FrequencyCapping: Sendable, Equatable {
    public var viewsPerSession: Int64?
    /// Milliseconds from one view to the next.
    public var gap: Int64?

    public init(viewsPerSession: Int64? = nil, gap: Int64? = nil) {
        self.viewsPerSession = viewsPerSession
        self.gap = gap
    }

    /// Why nothing may be shown now.
    ///
    /// - Parameter session: the start of the session, which tells it from
    ///   others.
    public func rejection(
        after views: RecentViews, session: Int64?, at now: Instant
    ) -> Rejection? {
        if let most = viewsPerSession {
            let count = views.session == session ? views.inSession : 0
            if count >= most {
                return Rejection(
                    .cap, "session_cap",
                    values: ["views": .integer(count), "maximum": .integer(most)],
                    hint: "So many views in one session are enough; the next one begins anew.")
            }
        }
        if let gap, let last = views.last {
            let (passed, overflow) = now.wall.subtractingReportingOverflow(last)
            // A clock that was set back must not silence the vendor for good.
            if !overflow, passed >= 0, passed < gap {
                return Rejection(
                    .cap, "too_soon",
                    values: ["passed_ms": .integer(passed), "gap_ms": .integer(gap)],
                    hint: "The last view was too short a time ago.")
            }
        }
        return nil
    }
}

/// What one person was shown lately.
public struct RecentViews: Sendable, Equatable {
    /// The start of the session that `inSession` counts.
    public var session: Int64?
    public var inSession: Int64 = 0
    /// Wall milliseconds of the last view.
    public var last: Int64?

    public init() {}

    public mutating func countView(session: Int64?, at now: Instant) {
        if self.session != session {
            self.session = session
            inSession = 0
        }
        inSession &+= 1
        last = now.wall
    }
}
