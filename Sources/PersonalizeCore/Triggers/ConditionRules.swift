public import PersonalizeJSON

/// How a vendor compares: what counts as the same name, and what as the same
/// value.
public struct ConditionRules: Sendable, Equatable {
    public enum Dialect: String, Sendable {
        /// Text compares without case and outer white space, numeric text
        /// counts as a number, lists hold when one element does, and of a
        /// property that is missing only "is not set" holds.
        case lenient
        /// Values compare with their own JSON type only, text with its case,
        /// and a negated condition holds whenever its twin does not.
        case strict
    }

    public var dialect: Dialect
    /// Whether names are the same however they are spaced and capitalised.
    public var normalizesNames: Bool
    /// Names under which a property is looked for when it is missing under its
    /// own.
    public var aliases: [PropertyAlias]
    /// What may stand behind an attribute's name to make the name of the event
    /// of its change.
    public var changeSuffixes: [String]
    /// Attributes whose changes trigger nothing.
    public var ignoredAttributes: [String]

    public init(
        dialect: Dialect, normalizesNames: Bool, aliases: [PropertyAlias] = [],
        changeSuffixes: [String] = [], ignoredAttributes: [String] = []
    ) {
        self.dialect = dialect
        self.normalizesNames = normalizesNames
        self.aliases = aliases
        self.changeSuffixes = changeSuffixes
        self.ignoredAttributes = ignoredAttributes
    }

    /// The rules that carry nothing over from one type or spelling to another.
    public static let strict = ConditionRules(dialect: .strict, normalizesNames: false)

    /// The first condition that does not hold; nil when all hold, and for
    /// none.
    public func rejection(
        ofAll conditions: [Condition], in properties: JSONObject
    ) -> Rejection? {
        for condition in conditions {
            if let rejection = rejection(of: condition, in: properties) { return rejection }
        }
        return nil
    }

    /// The first condition, when not one holds; nil when one holds, and for
    /// none.
    public func rejection(
        ofAny conditions: [Condition], in properties: JSONObject
    ) -> Rejection? {
        var first: Rejection?
        for condition in conditions {
            guard let rejection = rejection(of: condition, in: properties) else { return nil }
            if first == nil { first = rejection }
        }
        return first
    }

    /// Why a condition does not hold; nil when it does.
    public func rejection(
        of condition: Condition, in properties: JSONObject
    ) -> Rejection? {
        let actual = value(of: condition.property, in: properties)
        return rejection(of: condition, actual: actual)
    }

    /// The same for what the items of a purchase have: any of them may do.
    public func rejection(
        of condition: Condition, inItems items: [JSONObject]
    ) -> Rejection? {
        var values: [JSONValue] = []
        for item in items {
            guard let value = value(of: condition.property, in: item) else { continue }
            values += value.array ?? [value]
        }
        return rejection(of: condition, actual: values.isEmpty ? nil : .array(values))
    }

    private func rejection(of condition: Condition, actual: JSONValue?) -> Rejection? {
        let verdict =
            switch dialect {
            case .lenient: LenientComparison.verdict(condition, actual)
            case .strict: StrictComparison.verdict(condition, actual)
            }
        switch verdict {
        case .holds: return nil
        case .fails: return Self.refusal(condition, actual)
        case .unreadable(let problem):
            return Rejection(
                .condition, "unreadable",
                values: [
                    "property": .string(condition.property), "operator": .string(condition.word),
                    "expected": condition.expected, "problem": .string(problem),
                ], hint: "A condition that cannot be read never holds; correct the campaign.")
        }
    }

    private static func refusal(_ condition: Condition, _ actual: JSONValue?) -> Rejection {
        Rejection(
            .condition, actual == nil ? "missing" : "not_met",
            values: [
                "property": .string(condition.property), "operator": .string(condition.word),
                "expected": condition.expected, "actual": actual ?? .null,
            ],
            hint: actual == nil
                ? "The event has no such property; compare the spelling with what is tracked."
                : "The property has another value than the campaign asks for.")
    }
}

/// What a comparison comes to.
enum ConditionVerdict: Sendable, Equatable {
    case holds
    case fails
    /// The condition makes no sense; why, in a sentence.
    case unreadable(String)

    init(_ holds: Bool) { self = holds ? .holds : .fails }
}

/// Another name for a property.
public struct PropertyAlias: Sendable, Equatable {
    /// What a condition asks for, spelled exactly so.
    public var name: String
    /// What is looked for instead when there is no such property.
    public var substitute: String

    public init(_ name: String, _ substitute: String) {
        self.name = name
        self.substitute = substitute
    }
}
