import PersonalizeJSON

/// Comparing values only with values of their own JSON type.
///
/// A condition that cannot be read fails closed, negated or not: its negation
/// would otherwise let everybody through.
enum StrictComparison {
    static func verdict(_ condition: Condition, _ actual: JSONValue?) -> ConditionVerdict {
        switch result(condition, actual) {
        case .holds: ConditionVerdict(!condition.isNegated)
        case .fails: ConditionVerdict(condition.isNegated)
        case .unreadable(let problem): .unreadable(problem)
        }
    }

    private static func result(_ condition: Condition, _ actual: JSONValue?) -> ConditionVerdict {
        let expected = condition.expected
        switch condition.operation {
        case .equals:
            guard !expected.isNull else { return .unreadable("There is no value to compare with.") }
            return ConditionVerdict(actual.map { areEqual($0, expected) } ?? false)
        case .oneOf:
            guard let list = expected.array else { return .unreadable("The value is no list.") }
            return ConditionVerdict(
                actual.map { actual in list.contains { areEqual(actual, $0) } } ?? false)
        case .greaterThan: return compare(actual, expected) { $0 > $1 }
        case .greaterOrEqual: return compare(actual, expected) { $0 >= $1 }
        case .lessThan: return compare(actual, expected) { $0 < $1 }
        case .lessOrEqual: return compare(actual, expected) { $0 <= $1 }
        case .between: return between(actual, expected)
        case .contains:
            return textual(actual, expected) { $0.firstRange(ofBytes: $1) != nil }
        case .startsWith: return textual(actual, expected) { $0.hasBytePrefix($1) }
        case .endsWith: return textual(actual, expected) { $0.hasByteSuffix($1) }
        case .matchesPattern: return occurs(expected, in: actual)
        case .isEmpty: return ConditionVerdict(actual == nil || actual?.string == "")
        case .isSet: return ConditionVerdict(actual != nil)
        case .unknown: return .unreadable("The operator is not known.")
        }
    }

    /// Numbers are equal by value, however they are written.
    static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.integer, .integer): return left == right
        case (.integer, .real), (.real, .integer), (.real, .real):
            return left.double == right.double
        case (.array(let left), .array(let right)):
            return left.count == right.count
                && zip(left, right).allSatisfy { areEqual($0, $1) }
        default: return left == right
        }
    }

    private static func compare(
        _ actual: JSONValue?, _ expected: JSONValue, _ isInOrder: (Double, Double) -> Bool
    ) -> ConditionVerdict {
        guard let expected = expected.double else { return .unreadable("The value is no number.") }
        return ConditionVerdict(actual?.double.map { isInOrder($0, expected) } ?? false)
    }

    private static func between(_ actual: JSONValue?, _ expected: JSONValue) -> ConditionVerdict {
        guard let bounds = expected.array, bounds.count >= 2, let low = bounds[0].double,
            let high = bounds[1].double
        else { return .unreadable("The value is no list of two numbers.") }
        return ConditionVerdict(actual?.double.map { low <= $0 && $0 <= high } ?? false)
    }

    private static func textual(
        _ actual: JSONValue?, _ expected: JSONValue,
        _ isMatch: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool
    ) -> ConditionVerdict {
        guard let expected = expected.string else { return .unreadable("The value is no text.") }
        guard let actual = actual?.string else { return .fails }
        return ConditionVerdict(isMatch(Array(actual.utf8)[...], Array(expected.utf8)[...]))
    }

    private static func occurs(_ expected: JSONValue, in actual: JSONValue?) -> ConditionVerdict {
        guard let source = expected.string else { return .unreadable("The value is no text.") }
        do throws(PatternError) {
            let pattern = try Pattern(source)
            return ConditionVerdict(actual?.string.map(pattern.occurs) ?? false)
        } catch {
            return .unreadable(error.message)
        }
    }
}
