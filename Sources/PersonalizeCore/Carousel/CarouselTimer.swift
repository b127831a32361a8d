import PersonalizeJSON

/// Turns a carousel by the monotonic clock. A pause keeps what was left of the
/// time, and going on takes up from there.
struct CarouselTimer: Sendable, Equatable {
    /// Why it does not run although it could; each reason ends by itself.
    struct Pauses: OptionSet, Sendable {
        let rawValue: Int

        /// The host said so: a finger rests on it.
        static let host = Pauses(rawValue: 1)
        /// The customer followed an action and is elsewhere.
        static let click = Pauses(rawValue: 2)
        static let background = Pauses(rawValue: 4)
        static let detached = Pauses(rawValue: 8)
    }

    /// Monotonic milliseconds of the next turn; nil while it does not run.
    private(set) var due: Int64?
    /// Milliseconds that were left when it was paused.
    private(set) var remaining: Int64?
    private(set) var pauses: Pauses = []

    /// Whether it neither runs nor would run on.
    var isIdle: Bool { due == nil && remaining == nil }

    /// Begins a full period, from which a pause that holds takes nothing.
    mutating func start(_ delay: Int64, at now: Int64) {
        stop()
        guard delay > 0 else { return }
        if pauses.isEmpty { due = Self.sum(now, delay) } else { remaining = delay }
    }

    mutating func stop() {
        due = nil
        remaining = nil
    }

    mutating func pause(_ reason: Pauses, at now: Int64) {
        pauses.insert(reason)
        guard let due else { return }
        remaining = max(due &- now, 0)
        self.due = nil
    }

    /// Ends these pauses. It runs on when no other is left and it ran before.
    mutating func resume(_ reasons: Pauses, at now: Int64) {
        pauses.subtract(reasons)
        guard pauses.isEmpty, let remaining else { return }
        due = Self.sum(now, remaining)
        self.remaining = nil
    }

    func json(at now: Int64) -> JSONObject {
        let left = due.map { max($0 &- now, 0) } ?? remaining
        return [
            "running": .bool(due != nil), "remaining_ms": left.map(JSONValue.integer) ?? .null,
        ]
    }

    private static func sum(_ moment: Int64, _ delay: Int64) -> Int64 {
        let (sum, overflow) = moment.addingReportingOverflow(delay)
        return overflow ? .max : sum
    }
}
