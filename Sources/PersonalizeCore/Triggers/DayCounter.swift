public import PersonalizeJSON

/// How many times something was shown on the day at hand.
///
/// The day is looked at whenever the number is: an engine that runs past
/// midnight must not go on with yesterday's.
public struct DayCounter: Sendable, Equatable {
    private var day: Int64
    private var shown: Int64
    public private(set) var lifetime: Int64

    public init() {
        day = .min
        shown = 0
        lifetime = 0
    }

    public func today(at now: Instant) -> Int64 { LocalDay(at: now).number == day ? shown : 0 }

    public mutating func count(at now: Instant) {
        shown = today(at: now) &+ 1
        day = LocalDay(at: now).number
        lifetime = lifetime == .max ? lifetime : lifetime + 1
    }

    /// The form in storage; `init(json:)` reads it back without loss.
    public var json: JSONObject {
        ["day": .integer(day), "shown": .integer(shown), "lifetime": .integer(lifetime)]
    }

    public init(json: JSONObject) {
        day = json["day"]?.integer ?? .min
        shown = max(json["shown"]?.integer ?? 0, 0)
        lifetime = max(json["lifetime"]?.integer ?? 0, 0)
    }
}
