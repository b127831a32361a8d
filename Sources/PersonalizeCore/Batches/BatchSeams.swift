public import PersonalizeJSON

public struct Location: Sendable, Equatable {
    public var latitude: Double
    public var longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

public struct TriggerOccurrence: Sendable, Equatable {
    public var event: String
    public var attribute: String?
    public var properties: JSONObject
    public var items: [JSONObject]
    public var location: Location?
    public var isUnchanged: Bool

    public init(
        _ event: String, attribute: String? = nil, properties: JSONObject = [:],
        items: [JSONObject] = [], location: Location? = nil, isUnchanged: Bool = false
    ) {
        self.event = event
        self.attribute = attribute
        self.properties = properties
        self.items = items
        self.location = location
        self.isUnchanged = isUnchanged
    }

    public static func change(
        of attribute: String, from old: JSONValue?, to new: JSONValue?,
        location: Location? = nil
    ) -> TriggerOccurrence {
        var properties = JSONObject()
        properties["oldValue"] = old
        properties["newValue"] = new
        return TriggerOccurrence(
            attribute, attribute: attribute, properties: properties, location: location,
            isUnchanged: (old ?? .null) == (new ?? .null))
    }
}

public struct OverlayAnswer: Sendable {
    public var isFollowUp = false
    public init() {}
}

public struct OverlayReport: Sendable {
    public var shownToday: Int64 = 0
    public var counters: [(id: String, today: Int64, lifetime: Int64)] = []
    public var matched: [String] = []
    public var suppressed: [JSONObject] = []
    public init() {}
}

extension Engine {
    mutating func takeOverlays(_ answer: OverlayAnswer, vendor: Int, profile: String) {}
    mutating func evaluateOverlays(_ occurrence: TriggerOccurrence, vendor: Int) {}
    mutating func launchAnswered(vendor: Int, isDelivered: Bool) {}
    func overlayReport(vendor: Int, profile: String) -> OverlayReport { OverlayReport() }
    mutating func overlayReportSent(_ report: OverlayReport, vendor: Int, profile: String) {}
    mutating func switchOverlays(vendor: Int, from: String, to: String) {}
    mutating func countOccurrence(_ name: String, vendor: Int) {}
}
