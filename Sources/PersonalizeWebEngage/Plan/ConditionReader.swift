import PersonalizeCore
import PersonalizeJSON

/// Reads conditions. A group of the wrong form breaks its entry; a condition
/// that cannot be read never holds, and is reported once: here.
enum ConditionReader {
    /// What conditions without an attribute are about.
    enum Subject {
        /// The name of the screen.
        case screen
        /// Nothing: they cannot be read.
        case none
    }

    static func group(
        _ fields: JSONFields, _ key: String, subject: Subject,
        _ diagnostics: inout [JSONDiagnostic]
    ) throws(FieldError) -> ConditionGroup {
        guard let group = try fields.optionalFields(key) else { return ConditionGroup() }
        let match = try group.optional("match", as: .string(of: ["all", "any"]))
        let values = try group.optional("conditions", as: .array(of: .value)) ?? []
        var conditions: [AttributeCondition] = []
        for (index, value) in values.enumerated() {
            let path = "\(group.path(of: "conditions"))[\(index)]"
            do throws(FieldError) {
                conditions.append(
                    try condition(JSONFields(value, path: path), subject: subject))
            } catch {
                conditions.append(AttributeCondition(nil, .unreadable))
                diagnostics.append(JSONDiagnostic(what: "condition", error))
            }
        }
        return ConditionGroup(conditions, isAny: match == "any")
    }

    private static func condition(
        _ fields: JSONFields, subject: Subject
    ) throws(FieldError) -> AttributeCondition {
        let attribute = try fields.optional("attribute", as: .string)
        if attribute == nil, subject == .none {
            throw FieldError(
                path: fields.path(of: "attribute"), reason: .missingField,
                message: "\"attribute\" is missing")
        }
        let word = try fields.required("operator", as: .string)
        let (comparison, isNegated) = try comparison(word, fields)
        return AttributeCondition(attribute, comparison, isNegated: isNegated)
    }

    private static func comparison(
        _ word: String, _ fields: JSONFields
    ) throws(FieldError) -> (AttributeCondition.Comparison, isNegated: Bool) {
        switch word {
        case "equals": return (.equals(try value(fields)), false)
        case "notEquals": return (.equals(try value(fields)), true)
        case "oneOf": return (.oneOf(try list(fields)), false)
        case "noneOf": return (.oneOf(try list(fields)), true)
        case "startsWith": return (.startsWith(try text(fields)), false)
        case "notStartsWith": return (.startsWith(try text(fields)), true)
        case "endsWith": return (.endsWith(try text(fields)), false)
        case "notEndsWith": return (.endsWith(try text(fields)), true)
        case "contains": return (.contains(try text(fields)), false)
        case "notContains": return (.contains(try text(fields)), true)
        case "matchesRegex": return (.matches(try pattern(fields)), false)
        case "notMatchesRegex": return (.matches(try pattern(fields)), true)
        case "isEmpty": return (.isEmpty, false)
        case "isNotEmpty": return (.isEmpty, true)
        case "greaterThan": return (.greaterThan(try number(fields)), false)
        case "greaterOrEqual": return (.greaterOrEqual(try number(fields)), false)
        case "lessThan": return (.lessThan(try number(fields)), false)
        case "lessOrEqual": return (.lessOrEqual(try number(fields)), false)
        default:
            throw fields.invalid(
                "operator", "unknown operator \"\(Shortened.text(word))\"")
        }
    }

    /// Null is a value here.
    private static func value(_ fields: JSONFields) throws(FieldError) -> JSONValue {
        if let value = fields.object["value"] { return value }
        return try fields.required("value", as: .value)
    }

    private static func list(_ fields: JSONFields) throws(FieldError) -> [JSONValue] {
        guard let values = try fields.required("value", as: .value).array else {
            throw FieldError(
                path: fields.path(of: "value"), reason: .wrongType, message: "expected an array")
        }
        return values
    }

    private static func text(_ fields: JSONFields) throws(FieldError) -> String {
        try fields.required("value", as: .string)
    }

    private static func number(_ fields: JSONFields) throws(FieldError) -> Double {
        try fields.required("value", as: .double)
    }

    private static func pattern(_ fields: JSONFields) throws(FieldError) -> Pattern {
        let text = try text(fields)
        do throws(PatternError) { return try Pattern(text) } catch {
            throw fields.invalid("value", error.message)
        }
    }
}
