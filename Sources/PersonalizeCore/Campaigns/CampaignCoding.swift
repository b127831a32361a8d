import PersonalizeJSON

// The stored forms. Names are the engine's, not a vendor's; an absent member
// is a rule that is not set.

extension Campaign.Format {
    var word: String {
        switch self {
        case .html: "html"
        case .data: "data"
        case .native: "native"
        case .unknown(let word): word
        }
    }

    init(word: String) {
        switch word {
        case "html": self = .html
        case "data": self = .data
        case "native": self = .native
        default: self = .unknown(word)
        }
    }
}

extension Campaign {
    var json: JSONObject {
        var object: JSONObject = [
            "name": .string(name),
            "placements": .array(placements.map(JSONValue.string)),
            "frequency": .string(frequency.rawValue),
            "priority": .integer(priority),
            "personalized": .bool(isPersonalized),
        ]
        object["from_ms"] = schedule?.from.map(JSONValue.integer)
        object["to_ms"] = schedule?.to.map(JSONValue.integer)
        object["format"] = format.map { .string($0.word) }
        if !attributes.isEmpty { object["attributes"] = .object(attributes) }
        object["screen"] = screen.map { .object($0.json) }
        return object
    }

    /// Nil when the object is not one that `json` made.
    init?(id: String, json object: JSONObject) {
        guard let name = object["name"]?.string, let placements = object["placements"]?.array,
            let frequency = object["frequency"]?.string.flatMap(Frequency.init(rawValue:)),
            let priority = object["priority"]?.integer,
            let isPersonalized = object["personalized"]?.bool
        else { return nil }
        let from = object["from_ms"]?.integer
        let to = object["to_ms"]?.integer
        self.init(
            id: id, name: name, placements: placements.compactMap(\.string),
            schedule: from == nil && to == nil ? nil : Schedule(from: from, to: to),
            frequency: frequency, priority: priority,
            format: object["format"]?.string.map(Format.init(word:)),
            isPersonalized: isPersonalized, attributes: object["attributes"]?.object ?? [:],
            screen: (object["screen"]?.object).map(ScreenRules.init(json:)))
    }
}

extension Personalization {
    var json: JSONObject {
        var object: JSONObject = [
            "received_ms": .integer(received), "lifetime_ms": .integer(lifetime),
            "allows_tracking": .bool(allowsTracking), "has_content": .bool(hasContent),
        ]
        object["unavailable"] = unavailable.map(JSONValue.string)
        object["format"] = format.map { .string($0.word) }
        if !attributes.isEmpty { object["attributes"] = .object(attributes) }
        return object
    }

    /// Nil when the object is not one that `json` made.
    init?(json object: JSONObject) {
        guard let received = object["received_ms"]?.integer,
            let lifetime = object["lifetime_ms"]?.integer,
            let allowsTracking = object["allows_tracking"]?.bool,
            let hasContent = object["has_content"]?.bool
        else { return nil }
        self.init(
            unavailable: object["unavailable"]?.string, received: received, lifetime: lifetime,
            format: object["format"]?.string.map(Campaign.Format.init(word:)),
            allowsTracking: allowsTracking, hasContent: hasContent,
            attributes: object["attributes"]?.object ?? [:])
    }
}

extension Consents {
    var json: JSONObject {
        JSONObject(Purpose.allCases.map { ($0.rawValue, .string(self[$0].rawValue)) })
    }
}

extension DisplayState {
    var json: JSONObject {
        var object: JSONObject = [
            "displays": .integer(displays), "interactions": .integer(interactions),
        ]
        object["displayed_ms"] = displayed.map(JSONValue.integer)
        object["interacted_ms"] = interacted.map(JSONValue.integer)
        return object
    }

    init(json object: JSONObject) {
        self.init(
            displayed: object["displayed_ms"]?.integer,
            interacted: object["interacted_ms"]?.integer,
            displays: object["displays"]?.integer ?? 0,
            interactions: object["interactions"]?.integer ?? 0)
    }
}

extension Session {
    var json: JSONObject {
        var object: JSONObject = ["active_ms": .integer(active)]
        object["started_ms"] = started.map(JSONValue.integer)
        object["backgrounded_ms"] = backgrounded.map(JSONValue.integer)
        return object
    }

    init(json object: JSONObject) {
        self.init(
            started: object["started_ms"]?.integer, active: object["active_ms"]?.integer ?? 0,
            backgrounded: object["backgrounded_ms"]?.integer)
    }
}
