public import PersonalizeJSON

/// One of the happenings that can make a campaign eligible.
public struct Trigger: Sendable, Equatable {
    /// The event it waits for.
    public var event: String?
    /// The attribute of the customer whose change it waits for; `event` does
    /// not count then.
    public var attribute: String?
    /// All of these have to hold of the event's properties.
    public var conditions: [Condition]
    /// Each of these has to hold of some item of a purchase.
    public var itemConditions: [Condition]
    /// The customer has to be in one of these, if there are any.
    public var areas: [Area]
    /// Whether only the customer's first such event counts.
    public var isFirstTimeOnly: Bool

    public init(
        event: String? = nil, attribute: String? = nil, conditions: [Condition] = [],
        itemConditions: [Condition] = [], areas: [Area] = [], isFirstTimeOnly: Bool = false
    ) {
        self.event = event
        self.attribute = attribute
        self.conditions = conditions
        self.itemConditions = itemConditions
        self.areas = areas
        self.isFirstTimeOnly = isFirstTimeOnly
    }

    /// What is counted for `isFirstTimeOnly`; nil when it waits for nothing.
    public var name: String? { attribute ?? event }

    /// A circle on the globe.
    public struct Area: Sendable, Equatable {
        public var center: Location
        public var radiusKilometres: Double

        public init(center: Location, radiusKilometres: Double) {
            self.center = center
            self.radiusKilometres = radiusKilometres
        }
    }
}

/// Something that happened, as triggers look at it.
public struct TriggerOccurrence: Sendable, Equatable {
    public var event: String
    /// The attribute that changed; nil for every other event.
    public var attribute: String?
    public var properties: JSONObject
    /// What was bought.
    public var items: [JSONObject]
    /// Where the customer is; nil when that is not known.
    public var location: Location?
    /// Whether an attribute was set to the value it had.
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

    /// An attribute of the customer was set. Nil stands for having none.
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

extension Trigger {
    /// The form in storage; `init?(json:)` reads it back without loss.
    public var json: JSONObject {
        var object = JSONObject()
        object["event"] = event.map(JSONValue.string)
        object["attribute"] = attribute.map(JSONValue.string)
        if !conditions.isEmpty {
            object["conditions"] = .array(conditions.map { .object($0.json) })
        }
        if !itemConditions.isEmpty {
            object["items"] = .array(itemConditions.map { .object($0.json) })
        }
        if !areas.isEmpty {
            object["areas"] = .array(
                areas.map {
                    .array([
                        .number($0.center.latitude), .number($0.center.longitude),
                        .number($0.radiusKilometres),
                    ])
                })
        }
        if isFirstTimeOnly { object["first_time"] = true }
        return object
    }

    /// Nil when a part of it cannot be read, which would make it easier to
    /// meet.
    public init?(json: JSONObject) {
        guard let conditions = (json["conditions"] ?? []).objects(Condition.init(json:)),
            let items = (json["items"] ?? []).objects(Condition.init(json:))
        else { return nil }
        var areas: [Area] = []
        for value in json["areas"]?.array ?? [] {
            guard let numbers = value.array?.compactMap(\.double), numbers.count == 3 else {
                return nil
            }
            areas.append(
                Area(
                    center: Location(latitude: numbers[0], longitude: numbers[1]),
                    radiusKilometres: numbers[2]))
        }
        self.init(
            event: json["event"]?.string, attribute: json["attribute"]?.string,
            conditions: conditions, itemConditions: items, areas: areas,
            isFirstTimeOnly: json["first_time"]?.bool ?? false)
    }
}
