import Personalize

/// One step of a resolved scenario.
struct Step {
    let object: JSONObject

    init(_ value: JSONValue) { object = value.object ?? [:] }

    var call: String { object["call"]?.string ?? "" }
    /// The engine it is about, by the name that an `open` gave it.
    var engine: String { object["on"]?.string ?? "engine" }
    var name: String? { object["as"]?.string }
    var settles: Bool { object["settle"]?.bool ?? true }
    var collects: Bool { object["collect"]?.bool ?? true }

    subscript(argument: String) -> JSONValue? {
        guard let value = object["with"]?[argument], !value.isNull else { return nil }
        return value
    }

    /// A string, or the text of `{"$text": ...}`; nil when it is left out.
    func text(_ argument: String) -> String? {
        self[argument]?.string ?? self[argument]?["$text"]?.string
    }

    /// An object; one that is left out is empty. Whatever else a scenario says
    /// cannot be said in Swift.
    func members(_ argument: String) -> JSONObject {
        guard let value = self[argument] else { return [:] }
        guard let object = value.object, object["$text"] == nil, object["$hex"] == nil else {
            refuse("cannot be said in Swift", argument)
        }
        return object
    }

    func strings(_ argument: String) -> [String] {
        guard let values = self[argument]?.array else {
            refuse("cannot be said in Swift", argument)
        }
        return values.compactMap(\.string)
    }

    func number(_ argument: String) -> Int64 { self[argument]?.integer ?? 0 }

    func flag(_ argument: String) -> Bool { self[argument]?.bool ?? false }
}
