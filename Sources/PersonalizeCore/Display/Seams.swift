public import PersonalizeJSON

// Stand-ins for types of other folders: whoever adds the type takes its
// stand-in away.

public struct DisplayCaps: Sendable, Equatable {
    public var perSession: Int64?
    public var perDay: Int64?
    public var lifetime: Int64?
    public var isExcluded: Bool

    public init(
        perSession: Int64? = nil, perDay: Int64? = nil, lifetime: Int64? = nil,
        isExcluded: Bool = false
    ) {
        self.perSession = perSession
        self.perDay = perDay
        self.lifetime = lifetime
        self.isExcluded = isExcluded
    }

    public var json: JSONObject {
        [
            "per_session": perSession.map(JSONValue.integer) ?? .null,
            "per_day": perDay.map(JSONValue.integer) ?? .null,
            "lifetime": lifetime.map(JSONValue.integer) ?? .null,
            "is_excluded": .bool(isExcluded),
        ]
    }

    public init(json: JSONObject) {
        self.init(
            perSession: json["per_session"]?.integer, perDay: json["per_day"]?.integer,
            lifetime: json["lifetime"]?.integer, isExcluded: json["is_excluded"]?.bool ?? false)
    }
}

public struct Limit: Sendable, Equatable {
    public var json: JSONObject { [:] }
    public init?(json: JSONObject) {}
}
