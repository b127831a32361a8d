public import PersonalizeJSON

/// How often a campaign may be shown, or which of its occasions count.
public struct Limit: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case ever
        case session
        case seconds
        case minutes
        case hours
        case days
        case weeks
        /// Only each so many-th occasion.
        case onEvery = "on_every"
        /// Only the so many-th occasion.
        case onExactly = "on_exactly"
    }

    public var kind: Kind
    public var limit: Int64
    /// How many of the kind's units a window has.
    public var frequency: Int64

    public init(_ kind: Kind, _ limit: Int64, frequency: Int64 = 1) {
        self.kind = kind
        self.limit = limit
        self.frequency = frequency
    }

    /// The form in storage; `init?(json:)` reads it back without loss.
    public var json: JSONObject {
        [
            "kind": .string(kind.rawValue), "limit": .integer(limit),
            "frequency": .integer(frequency),
        ]
    }

    /// Nil when it is not the form of a limit.
    public init?(json: JSONObject) {
        guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)),
            let limit = json["limit"]?.integer
        else { return nil }
        self.init(kind, limit, frequency: json["frequency"]?.integer ?? 1)
    }
}

extension Limit {
    /// What has happened to the campaign so far.
    public struct Past: Sendable {
        public var impressions: ImpressionHistory
        /// Impressions since the session began.
        public var session: Int64
        /// How often the campaign was set off, this time included.
        public var occasions: Int64

        public init(impressions: ImpressionHistory, session: Int64, occasions: Int64) {
            self.impressions = impressions
            self.session = session
            self.occasions = occasions
        }
    }

    /// Why this keeps the campaign back; nil when it does not.
    ///
    /// - Parameter weekStart: 0 for Sunday to 6 for Saturday.
    public func rejection(_ past: Past, at now: Instant, weekStart: Int64) -> Rejection? {
        switch kind {
        case .onEvery:
            // Of no occasion every zeroth is one.
            guard limit > 0, past.occasions % limit == 0 else { return refuse(past.occasions) }
            return nil
        case .onExactly: return past.occasions == limit ? nil : refuse(past.occasions)
        case .session: return past.session < limit ? nil : refuse(past.session)
        case .ever:
            let total = past.impressions.total
            return total < limit ? nil : refuse(total)
        case .seconds, .minutes, .hours, .days, .weeks:
            let start = windowStart(at: now, weekStart: weekStart)
            let count = past.impressions.count(since: start)
            return count < limit ? nil : refuse(count, since: start)
        }
    }

    /// The wall millisecond at which the window begins; it belongs to it.
    func windowStart(at now: Instant, weekStart: Int64) -> Int64 {
        let frequency = max(frequency, 0)
        switch kind {
        case .seconds: return now.wall &- Self.product(frequency, 1_000)
        case .minutes: return now.wall &- Self.product(frequency, 60_000)
        case .hours: return now.wall &- Self.product(frequency, 3_600_000)
        case .days:
            // Today is the first of the days.
            let day = LocalDay(at: now)
            return day.start(back: max(frequency, 1) - 1)
        case .weeks:
            let day = LocalDay(at: now)
            let back = Self.product(max(frequency, 1) - 1, 7)
            return day.start(back: day.daysSince(weekday: weekStart) &+ back)
        case .ever, .session, .onEvery, .onExactly: return .min
        }
    }

    /// Bounded so that no date leaves the range of milliseconds.
    private static func product(_ left: Int64, _ right: Int64) -> Int64 {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? 1 << 50 : min(product, 1 << 50)
    }

    private func refuse(_ count: Int64, since start: Int64? = nil) -> Rejection {
        var values: JSONObject = [
            "limit": .string(kind.rawValue), "allowed": .integer(limit), "count": .integer(count),
        ]
        switch kind {
        case .onEvery, .onExactly:
            return Rejection(
                .limit, "not_this_occasion", values: values,
                hint: "The campaign counts its occasions and waits for another one.")
        default:
            if let start {
                values["frequency"] = .integer(frequency)
                values["since_ms"] = .integer(start)
            }
            return Rejection(
                .limit, "shown_often_enough", values: values,
                hint: "It was shown as often as its limit allows.")
        }
    }
}
