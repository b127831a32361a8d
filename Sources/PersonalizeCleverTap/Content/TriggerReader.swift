import PersonalizeCore
import PersonalizeJSON

/// Reads one element of `whenTriggers`. It throws for whatever it cannot read:
/// a trigger without one of its conditions would be easier to meet.
struct TriggerReader {
    let trigger: Trigger

    init(_ value: JSONValue, path: String) throws(FieldError) {
        let fields = try JSONFields(value, path: path)
        let object = value.object ?? [:]
        let attribute = try fields.optional("profileAttrName", as: .string)
        trigger = Trigger(
            event: try fields.optional("eventName", as: .string),
            attribute: attribute?.isEmpty == true ? nil : attribute,
            conditions: try Self.conditions(fields, "eventProperties"),
            itemConditions: try Self.conditions(fields, "itemProperties"),
            areas: try Self.areas(fields),
            isFirstTimeOnly: Scalars.flag(object["firstTimeOnly"]))
    }

    private static func conditions(
        _ fields: JSONFields, _ key: String
    ) throws(FieldError) -> [Condition] {
        var conditions: [Condition] = []
        for fields in try fields.fieldsList(key) {
            let property = try fields.required("propertyName", as: .nonEmptyString)
            let (operation, isNegated, word) = operation(
                try fields.optional("operator", as: .value))
            conditions.append(
                Condition(
                    property, operation,
                    try fields.optional("propertyValue", as: .value) ?? .null,
                    isNegated: isNegated, word: word))
        }
        return conditions
    }

    /// What is no number means the same as none: equal. A number that is not
    /// known never matches.
    private static func operation(
        _ value: JSONValue?
    ) -> (Condition.Operation, isNegated: Bool, word: String) {
        guard let value, value.double != nil else { return (.equals, false, "1") }
        guard let number = value.integer else { return (.unknown, false, value.encoded()) }
        let (operation, isNegated): (Condition.Operation, Bool) =
            switch number {
            case 0: (.greaterThan, false)
            case 1: (.equals, false)
            case 2: (.lessThan, false)
            case 3: (.contains, false)
            case 4: (.between, false)
            case 15: (.equals, true)
            case 26: (.isSet, false)
            case 27: (.isSet, true)
            case 28: (.contains, true)
            default: (.unknown, false)
            }
        return (operation, isNegated, String(number))
    }

    private static func areas(_ fields: JSONFields) throws(FieldError) -> [Trigger.Area] {
        var areas: [Trigger.Area] = []
        for fields in try fields.fieldsList("geoRadius") {
            areas.append(
                Trigger.Area(
                    center: Location(
                        latitude: try number(fields, "lat"), longitude: try number(fields, "lng")
                    ), radiusKilometres: try number(fields, "rad")))
        }
        return areas
    }

    private static func number(_ fields: JSONFields, _ key: String) throws(FieldError) -> Double {
        let value = try fields.required(key, as: .value)
        guard let number = Scalars.number(value) else {
            throw fields.invalid(key, "expected a number, found \(value.kind)")
        }
        return number
    }
}
