public import PersonalizeJSON

/// How often a campaign may be shown, beside its limits.
public struct DisplayCaps: Sendable, Equatable {
    /// Displays a session; nil for the default of `perSessionUnset`.
    public var perSession: Int64?
    /// Displays a day; nil for any number.
    public var perDay: Int64?
    /// Displays ever; nil for any number.
    public var lifetime: Int64?
    /// Whether neither these nor the caps over all campaigns apply.
    public var isExcluded: Bool

    /// The displays a session of a campaign that says nothing.
    public static let perSessionUnset: Int64 = 1_000

    public init(
        perSession: Int64? = nil, perDay: Int64? = nil, lifetime: Int64? = nil,
        isExcluded: Bool = false
    ) {
        self.perSession = perSession
        self.perDay = perDay
        self.lifetime = lifetime
        self.isExcluded = isExcluded
    }

    /// How often something was shown already.
    public struct Past: Sendable, Equatable {
        public var session: Int64
        public var today: Int64
        public var lifetime: Int64

        public init(session: Int64 = 0, today: Int64 = 0, lifetime: Int64 = 0) {
            self.session = session
            self.today = today
            self.lifetime = lifetime
        }
    }

    /// Why a campaign may not be shown; nil when it may.
    ///
    /// - Parameters:
    ///   - past: how often it was shown.
    ///   - all: how often anything was shown; its `lifetime` does not count.
    ///   - sessionCap: how often anything may be shown a session.
    ///   - dayCap: how often anything may be shown a day.
    public func rejection(
        _ past: Past, all: Past, sessionCap: Int64, dayCap: Int64
    ) -> Rejection? {
        if isExcluded { return nil }
        let perSession = perSession ?? Self.perSessionUnset
        if past.session >= perSession {
            return Self.refuse("campaign_session", past.session, perSession)
        }
        if all.session >= sessionCap { return Self.refuse("session", all.session, sessionCap) }
        if let lifetime, past.lifetime >= lifetime {
            return Self.refuse("campaign_lifetime", past.lifetime, lifetime)
        }
        if all.today >= dayCap { return Self.refuse("day", all.today, dayCap) }
        if let perDay, past.today >= perDay {
            return Self.refuse("campaign_day", past.today, perDay)
        }
        return nil
    }

    private static func refuse(_ cap: String, _ count: Int64, _ allowed: Int64) -> Rejection {
        Rejection(
            .cap, cap, values: ["allowed": .integer(allowed), "count": .integer(count)],
            hint: cap.hasPrefix("campaign")
                ? "It was shown as often as its own cap allows."
                : "As much was shown as the cap over all campaigns allows.")
    }

    /// The form in storage; `init(json:)` reads it back without loss.
    public var json: JSONObject {
        var object = JSONObject()
        object["per_session"] = perSession.map(JSONValue.integer)
        object["per_day"] = perDay.map(JSONValue.integer)
        object["lifetime"] = lifetime.map(JSONValue.integer)
        if isExcluded { object["is_excluded"] = true }
        return object
    }

    public init(json: JSONObject) {
        self.init(
            perSession: json["per_session"]?.integer, perDay: json["per_day"]?.integer,
            lifetime: json["lifetime"]?.integer, isExcluded: json["is_excluded"]?.bool ?? false)
    }
}
