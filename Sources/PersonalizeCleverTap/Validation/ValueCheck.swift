import PersonalizeCore
import PersonalizeJSON

/// Cleans values and notes what the vendor's limits say of them.
struct ValueCheck {
    private(set) var faults: [ReportFault] = []
    private var members = 0

    /// Deeper than this nothing is looked at any more.
    private static let deepest = 32

    /// An object's members; those with nothing in them are left out.
    mutating func object(_ object: JSONObject, depth: Int = 1) -> JSONObject {
        if depth > 3 {
            note(540, "too_deep", "values are nested deeper than 3 levels")
        }
        guard depth <= Self.deepest else { return [:] }
        var cleaned = JSONObject()
        var arrays = 0
        var objects = 0
        for (name, value) in object.members {
            let (key, fault) = TextCheck.key(name)
            if let fault { note(fault) }
            guard !key.isEmpty else { continue }
            members += 1
            guard let value = self.value(value, of: key, depth: depth) else { continue }
            if value.array != nil { arrays += 1 }
            if value.object != nil { objects += 1 }
            cleaned[key] = value
        }
        if arrays > 5 { note(541, "too_many_arrays", "more than 5 keys of a level hold arrays") }
        if objects > 5 {
            note(542, "too_many_objects", "more than 5 keys of a level hold objects")
        }
        if members > 100 { note(544, "too_many_values", "there are more than 100 values") }
        return cleaned
    }

    /// A value fit to be sent; nil when nothing is left of it.
    mutating func value(_ value: JSONValue, of key: String, depth: Int = 1) -> JSONValue? {
        switch value {
        case .bool, .integer, .real: return value
        case .null:
            note(545, "empty_value", "value of key '\(key)' is empty, removed")
            return nil
        case .string(let text):
            let (text, fault) = TextCheck.text(text, of: key)
            if let fault { note(fault) }
            guard !text.isEmpty else {
                note(545, "empty_value", "value of key '\(key)' is empty, removed")
                return nil
            }
            return .string(text)
        case .object(let object):
            if let date = Self.date(object) { return date }
            let cleaned = self.object(object, depth: depth + 1)
            guard !cleaned.isEmpty else {
                note(545, "empty_value", "value of key '\(key)' is empty, removed")
                return nil
            }
            return .object(cleaned)
        case .array(let values):
            if values.count > 100 {
                note(543, "long_array", "value of key '\(key)' has more than 100 elements")
            }
            guard depth < Self.deepest else { return nil }
            let cleaned = values.compactMap { self.value($0, of: key, depth: depth + 1) }
            guard !cleaned.isEmpty else {
                note(545, "empty_value", "value of key '\(key)' is empty, removed")
                return nil
            }
            return .array(cleaned)
        }
    }

    /// A moment in milliseconds, `{"$date": 1790000000000}`, as the vendor
    /// writes it.
    static func date(_ object: JSONObject) -> JSONValue? {
        guard object.count == 1, let moment = object["$date"]?.integer else { return nil }
        return .string("$D_\(moment / 1000)")
    }

    mutating func note(_ code: Int64, _ reason: String, _ message: String) {
        note(ReportFault(code, reason, message))
    }

    /// Each kind of fault is noted once: what matters is that there is one.
    mutating func note(_ fault: ReportFault) {
        guard !faults.contains(where: { $0.code == fault.code && $0.reason == fault.reason })
        else { return }
        faults.append(fault)
    }
}
