public import PersonalizeJSON

/// One strict comparison of a value with what a campaign wants.
///
/// Strict: values of different JSON types are never equal, text is compared by
/// its bytes, and a negated comparison is the exact opposite of its twin, so
/// that something missing satisfies negated comparisons alone. A condition
/// that cannot be read never holds, negated or not.
public struct AttributeCondition: Sendable, Equatable {
    /// The plain comparisons; `isNegated` gives the others.
    public enum Comparison: Sendable, Equatable {
        /// Numbers by their value.
        case equals(JSONValue)
        case oneOf([JSONValue])
        case startsWith(String)
        case endsWith(String)
        case contains(String)
        /// Anywhere in the text.
        case matches(Pattern)
        /// Missing, null or an empty text.
        case isEmpty
        case greaterThan(Double)
        case greaterOrEqual(Double)
        case lessThan(Double)
        case lessOrEqual(Double)
        /// Could not be read.
        case unreadable
    }

    /// The member that is compared; nil for the subject itself.
    public var attribute: String?
    public var comparison: Comparison
    public var isNegated: Bool

    public init(_ attribute: String?, _ comparison: Comparison, isNegated: Bool = false) {
        self.attribute = attribute
        self.comparison = comparison
        self.isNegated = isNegated
    }

    /// Whether it holds for a value, nil for a missing one.
    public func holds(for value: JSONValue?) -> Bool {
        if case .unreadable = comparison { return false }
        return isMet(by: value) != isNegated
    }

    private func isMet(by value: JSONValue?) -> Bool {
        switch comparison {
        case .equals(let wanted): value.map { Self.areEqual($0, wanted) } ?? false
        case .oneOf(let wanted):
            value.map { value in wanted.contains { Self.areEqual(value, $0) } } ?? false
        case .startsWith(let text): value?.string?.utf8.starts(with: text.utf8) ?? false
        case .endsWith(let text):
            value?.string?.utf8.reversed().starts(with: text.utf8.reversed()) ?? false
        case .contains(let text): value?.string.map { Self.contains($0, text) } ?? false
        case .matches(let pattern): value?.string.map(pattern.occurs) ?? false
        case .isEmpty: value.map { $0.isNull || $0.string?.isEmpty == true } ?? true
        case .greaterThan(let bound): value?.double.map { $0 > bound } ?? false
        case .greaterOrEqual(let bound): value?.double.map { $0 >= bound } ?? false
        case .lessThan(let bound): value?.double.map { $0 < bound } ?? false
        case .lessOrEqual(let bound): value?.double.map { $0 <= bound } ?? false
        case .unreadable: false
        }
    }

    private static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.integer, .real), (.real, .integer), (.real, .real): left.double == right.double
        default: left == right
        }
    }

    /// Knuth, Morris and Pratt's: linear for every text and part.
    private static func contains(_ text: String, _ part: String) -> Bool {
        let part = Array(part.utf8)
        guard !part.isEmpty else { return true }
        // How long a beginning of the part each place of it ends with.
        var repeats = [Int](repeating: 0, count: part.count)
        var length = 0
        for place in part.indices.dropFirst() {
            while length > 0, part[place] != part[length] { length = repeats[length - 1] }
            if part[place] == part[length] { length += 1 }
            repeats[place] = length
        }
        length = 0
        for byte in text.utf8 {
            while length > 0, byte != part[length] { length = repeats[length - 1] }
            if byte == part[length] { length += 1 }
            if length == part.count { return true }
        }
        return false
    }
}

/// Conditions that have to hold together, or one of them.
public struct ConditionGroup: Sendable, Equatable {
    public var conditions: [AttributeCondition]
    /// Whether one is enough.
    public var isAny: Bool

    public init(_ conditions: [AttributeCondition] = [], isAny: Bool = false) {
        self.conditions = conditions
        self.isAny = isAny
    }

    /// Nil when they hold, as they do when there are none; otherwise the
    /// condition that does not: the first, or nil inside for "none of them".
    ///
    /// - Parameters:
    ///   - subject: what a condition without an attribute is about.
    ///   - attributes: what one with an attribute is about.
    public func failure(
        subject: JSONValue? = nil, attributes: JSONObject
    ) -> (index: Int, value: JSONValue?)? {
        var first: (index: Int, value: JSONValue?)?
        for (index, condition) in conditions.enumerated() {
            let value = condition.attribute.map { attributes[$0] } ?? subject
            if condition.holds(for: value) {
                if isAny { return nil }
            } else {
                if !isAny { return (index, value) }
                first = first ?? (index, value)
            }
        }
        return first
    }
}
