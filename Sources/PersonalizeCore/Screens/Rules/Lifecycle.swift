import PersonalizeJSON

/// How long a campaign keeps coming to one person, and when it comes again.
///
/// A cycle ends with the first click, or with the last of its views. The next
/// one opens with the next period of the calendar.
public struct Lifecycle: Sendable, Equatable {
    /// How long a period is; weeks begin on Monday, all by local time.
    public enum Period: String, Sendable, CaseIterable {
        case minute, hour, day, week, month

        /// The number of the period a moment is in. Ascending without gaps.
        public func number(at now: Instant) -> Int64 {
            let (local, overflow) = Self.floor(now.wall, 1000).addingReportingOverflow(now.offset)
            guard !overflow else { return 0 }
            switch self {
            case .minute: return Self.floor(local, 60)
            case .hour: return Self.floor(local, 3_600)
            case .day: return Self.floor(local, 86_400)
            // Day 0 was a Thursday.
            case .week: return Self.floor(Self.floor(local, 86_400) &+ 3, 7)
            case .month: return Self.month(ofDay: Self.floor(local, 86_400))
            }
        }

        private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
            let quotient = value / divisor
            return value % divisor < 0 ? quotient &- 1 : quotient
        }

        /// Years count from March here, so that the odd day is the last.
        private static func month(ofDay day: Int64) -> Int64 {
            let shifted = day &+ 719_468
            let era = floor(shifted, 146_097)
            let dayOfEra = shifted &- era &* 146_097
            let year =
                (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
            let dayOfYear = dayOfEra &- (365 &* year &+ year / 4 &- year / 100)
            let month = (5 &* dayOfYear &+ 2) / 153
            return (era &* 400 &+ year) &* 12 &+ month
        }
    }

    /// Views after which a cycle is over; nil when only a click ends it.
    public var maximumViews: Int64?
    /// When a new cycle opens; nil for never.
    public var period: Period?
    /// How many cycles follow the first; nil for any number.
    public var repetitions: Int64?

    public init(maximumViews: Int64? = nil, period: Period? = nil, repetitions: Int64? = nil) {
        self.maximumViews = maximumViews
        self.period = period
        self.repetitions = repetitions
    }
}

/// What one person has seen of one campaign.
public struct CampaignViews: Sendable, Equatable {
    /// All views there ever were.
    public var views: Int64 = 0
    /// The period in which the campaign was first looked at for the person.
    public var firstPeriod: Int64?
    /// The period that the next two are about.
    public var period: Int64?
    public var viewsInPeriod: Int64 = 0
    public var isClicked = false

    public init() {}

    /// Opens the cycle of the present period if it is another than before.
    public mutating func enter(_ lifecycle: Lifecycle, at now: Instant) {
        let present = lifecycle.period?.number(at: now) ?? 0
        firstPeriod = firstPeriod ?? present
        guard period != present else { return }
        period = present
        viewsInPeriod = 0
        isClicked = false
    }

    public mutating func countView() {
        views &+= 1
        viewsInPeriod &+= 1
    }

    public mutating func countClick() { isClicked = true }

    /// Why the lifecycle keeps the campaign from being shown now. `enter` comes
    /// first.
    public func rejection(by lifecycle: Lifecycle) -> Rejection? {
        if let repetitions = lifecycle.repetitions, let period, let firstPeriod,
            period &- firstPeriod > repetitions
        {
            return Rejection(
                .lifecycle, "all_cycles_over",
                values: [
                    "cycle": .integer(period &- firstPeriod),
                    "repetitions": .integer(repetitions),
                ], hint: "The campaign has repeated as often as it may for this customer.")
        }
        let again = "It returns with the next period, if the campaign repeats."
        if isClicked {
            return Rejection(.lifecycle, "clicked", hint: "A click ended the cycle. " + again)
        }
        if let most = lifecycle.maximumViews, viewsInPeriod >= most {
            return Rejection(
                .lifecycle, "views_used_up",
                values: ["views": .integer(viewsInPeriod), "maximum": .integer(most)],
                hint: "Its views ended the cycle. " + again)
        }
        return nil
    }
}
