import PersonalizeCore
import PersonalizeJSON

/// What the vendor lets a host change of a profile.
struct ProfileCheck {
    /// Whether the country is known, which a phone number without one needs.
    var hasCountry: Bool

    /// Fields that can hold one value only.
    private static let single: Set<String> = [
        "name", "email", "education", "married", "dob", "gender", "phone", "age", "fbid", "gpid",
        "birthday", "identity",
    ]

    func read(_ operation: ProfileOperation) -> OperationReading {
        var values = ValueCheck()
        let (cleaned, fault) = TextCheck.key(operation.name)
        if let fault { values.note(fault) }
        guard !cleaned.isEmpty else {
            values.note(520, "empty_key", "a field of the profile has no name")
            return OperationReading(nil, faults: values.faults)
        }
        let name = SettingRules.canonicalKey(cleaned) ?? cleaned
        let value: JSONValue? =
            switch operation.kind {
            case .set: set(operation.value, name, &values)
            case .unset: unset(name, &values)
            case .increment, .decrement: number(operation.value, name, &values)
            case .add, .remove, .setList: list(operation.value, name, &values)
            }
        return OperationReading(
            value.map { ProfileOperation(operation.kind, name, $0) }, faults: values.faults)
    }

    private func set(
        _ value: JSONValue, _ name: String, _ values: inout ValueCheck
    ) -> JSONValue? {
        let value = values.value(value, of: name)
        if name == "Phone", !hasCountry, let phone = value?.string, !phone.hasPrefix("+") {
            values.note(512, "phone_without_country", "the phone number has no country code")
        }
        return value
    }

    private func unset(_ name: String, _ values: inout ValueCheck) -> JSONValue? {
        guard name != "Identity" else {
            values.note(523, "restricted_field", "'Identity' cannot be removed")
            return nil
        }
        return .null
    }

    private func number(
        _ value: JSONValue, _ name: String, _ values: inout ValueCheck
    ) -> JSONValue? {
        guard let number = value.double, number > 0 else {
            values.note(512, "not_positive", "'\(name)' can be changed by positive numbers only")
            return nil
        }
        return value
    }

    /// Elements become texts, and are sent as they were cleaned.
    private func list(
        _ value: JSONValue, _ name: String, _ values: inout ValueCheck
    ) -> JSONValue? {
        guard !Self.single.contains(EventName.normalized(name)) else {
            values.note(523, "restricted_field", "'\(name)' holds one value only")
            return nil
        }
        var texts: [JSONValue] = []
        for element in value.array ?? [value] {
            let text: JSONValue =
                switch element {
                case .integer, .real, .bool: .string(element.encoded())
                case .string: element
                default: .null
                }
            guard !text.isNull, let cleaned = values.value(text, of: name),
                !texts.contains(cleaned)
            else { continue }
            texts.append(cleaned)
        }
        guard !texts.isEmpty else {
            values.note(512, "empty_list", "there are no values for '\(name)'")
            return nil
        }
        return .array(texts)
    }
}
