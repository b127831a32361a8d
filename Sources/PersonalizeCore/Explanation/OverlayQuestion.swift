public import PersonalizeJSON

/// Asks why overlays are, or are not, shown.
public struct OverlayQuestion: Sendable, Equatable {
    /// The campaign; nil for all.
    public var campaign: String?
    /// The vendor instance; nil for the first that has overlays.
    public var vendor: String?
    /// The event that is supposed to happen; nil leaves the triggers out.
    public var event: String?
    /// The event's properties.
    public var properties: JSONObject
    /// What was bought.
    public var items: [JSONObject]

    public init(
        campaign: String? = nil, vendor: String? = nil, event: String? = nil,
        properties: JSONObject = [:], items: [JSONObject] = []
    ) {
        self.campaign = campaign
        self.vendor = vendor
        self.event = event
        self.properties = properties
        self.items = items
    }

    var json: JSONObject {
        [
            "name": "explain_overlay", "campaign": .optional(campaign),
            "vendor": .optional(vendor), "event": .optional(event),
            "properties": .object(properties), "items": .array(items.map(JSONValue.object)),
        ]
    }

    init?(json: JSONObject) {
        guard let properties = json["properties"]?.object,
            let items = json["items"]?.objects({ $0 })
        else { return nil }
        self.init(
            campaign: json["campaign"]?.string, vendor: json["vendor"]?.string,
            event: json["event"]?.string, properties: properties, items: items)
    }
}
