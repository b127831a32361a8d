public import PersonalizeJSON

/// Content that needs the whole screen, or a function of the host's that a
/// vendor wants called: one invocation of a template, before it is presented.
///
/// It is stored as it stands until it was presented, so it holds everything
/// that presenting, counting and tracking need.
public struct Overlay: Sendable, Equatable {
    /// Counts displays and impressions; empty for content that is never
    /// counted.
    public var campaign: String
    /// The vendor's id of this delivery.
    public var delivery: String
    /// The name of the definition it is an invocation of.
    public var template: String
    /// The vendor's arguments by flat dotted name.
    public var values: JSONObject
    /// What the vendor's events about it carry.
    public var properties: JSONObject
    /// The vendor's extras for the host, which the engine only passes on.
    public var extras: JSONObject
    /// Wall milliseconds of the last moment at which it may be shown; nil for
    /// no end.
    public var expires: Int64?
    public var priority: Int64
    public var caps: DisplayCaps
    public var limits: [Limit]
    /// Whether an action of another overlay asked for it: such a one is
    /// neither tracked nor counted.
    public var isAction: Bool
    /// The vendor's own record, for the adapter.
    public var payload: JSONObject

    public init(
        campaign: String, delivery: String = "", template: String, values: JSONObject = [:],
        properties: JSONObject = [:], extras: JSONObject = [:], expires: Int64? = nil,
        priority: Int64 = 1, caps: DisplayCaps = DisplayCaps(), limits: [Limit] = [],
        isAction: Bool = false, payload: JSONObject = [:]
    ) {
        self.campaign = campaign
        self.delivery = delivery
        self.template = template
        self.values = values
        self.properties = properties
        self.extras = extras
        self.expires = expires
        self.priority = priority
        self.caps = caps
        self.limits = limits
        self.isAction = isAction
        self.payload = payload
    }
}

extension Overlay {
    /// The form in storage; `init?(json:)` reads it back without loss.
    public var json: JSONObject {
        [
            "campaign": .string(campaign), "delivery": .string(delivery),
            "template": .string(template), "values": .object(values),
            "properties": .object(properties), "extras": .object(extras),
            "expires_ms": expires.map(JSONValue.integer) ?? .null,
            "priority": .integer(priority), "caps": .object(caps.json),
            "limits": .array(limits.map { .object($0.json) }), "is_action": .bool(isAction),
            "payload": .object(payload),
        ]
    }

    /// Nil when it is not the form of an overlay.
    public init?(json: JSONObject) {
        guard let campaign = json["campaign"]?.string, let template = json["template"]?.string
        else { return nil }
        self.init(
            campaign: campaign, delivery: json["delivery"]?.string ?? "", template: template,
            values: json["values"]?.object ?? [:],
            properties: json["properties"]?.object ?? [:],
            extras: json["extras"]?.object ?? [:], expires: json["expires_ms"]?.integer,
            priority: json["priority"]?.integer ?? 1,
            caps: json["caps"]?.object.map(DisplayCaps.init(json:)) ?? DisplayCaps(),
            limits: (json["limits"]?.array ?? []).compactMap {
                $0.object.flatMap(Limit.init(json:))
            },
            isAction: json["is_action"]?.bool ?? false, payload: json["payload"]?.object ?? [:])
    }
}
