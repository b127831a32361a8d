public import PersonalizeJSON

/// One demand on a property, as a vendor's campaign makes it.
public struct Condition: Sendable, Equatable {
    public var property: String
    public var operation: Operation
    /// Whether the operation must not hold. What that means for a property
    /// that is missing is a matter of the dialect.
    public var isNegated: Bool
    /// What the property is compared with; null for operations without.
    public var expected: JSONValue
    /// How the vendor spells the operation, for explanations.
    public var word: String

    public init(
        _ property: String, _ operation: Operation, _ expected: JSONValue = .null,
        isNegated: Bool = false, word: String? = nil
    ) {
        self.property = property
        self.operation = operation
        self.isNegated = isNegated
        self.expected = expected
        self.word = word ?? (isNegated ? "not_" : "") + operation.rawValue
    }

    /// What a condition can ask.
    public enum Operation: String, Sendable, CaseIterable {
        case equals
        /// Equal to an entry of a list.
        case oneOf = "one_of"
        case greaterThan = "greater_than"
        case greaterOrEqual = "greater_or_equal"
        case lessThan = "less_than"
        case lessOrEqual = "less_or_equal"
        /// Between the first two numbers of a list, both included.
        case between
        case contains
        case startsWith = "starts_with"
        case endsWith = "ends_with"
        /// The pattern occurs anywhere.
        case matchesPattern = "matches_pattern"
        /// Missing, or empty text.
        case isEmpty = "is_empty"
        case isSet = "is_set"
        /// A word this version does not know: it never holds.
        case unknown
    }
}

extension Condition {
    /// The form in storage; `init?(json:)` reads it back without loss.
    public var json: JSONObject {
        var object: JSONObject = [
            "property": .string(property), "operation": .string(operation.rawValue),
            "word": .string(word),
        ]
        if isNegated { object["negated"] = true }
        if !expected.isNull { object["expected"] = expected }
        return object
    }

    /// Nil when it is not the form of a condition.
    public init?(json: JSONObject) {
        guard let property = json["property"]?.string,
            let operation = json["operation"]?.string.flatMap(Operation.init(rawValue:))
        else { return nil }
        self.init(
            property, operation, json["expected"] ?? .null,
            isNegated: json["negated"]?.bool ?? false, word: json["word"]?.string)
    }
}
