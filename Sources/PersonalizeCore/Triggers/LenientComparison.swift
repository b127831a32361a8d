import PersonalizeJSON

/// Comparing as a vendor does whose dashboard, app and server do not agree on
/// types: numbers may come as text, and text in any case.
enum LenientComparison {
    static func verdict(_ condition: Condition, _ actual: JSONValue?) -> ConditionVerdict {
        switch condition.operation {
        case .unknown: return .unreadable("The operator is not known.")
        case .isSet where condition.isNegated: return ConditionVerdict(actual == nil)
        case .isEmpty:
            let isEmpty = actual == nil || actual?.string == ""
            return ConditionVerdict(isEmpty != condition.isNegated)
        case .matchesPattern: return .unreadable("Patterns are not of this dialect.")
        default: break
        }
        guard let actual else { return .fails }
        guard case .array(let elements) = actual else {
            return ConditionVerdict(holds(condition, actual))
        }
        // One element that holds is enough, for a negation too: of a list of
        // several, "is not a" is true although one of them is "a".
        return ConditionVerdict(elements.contains { !$0.isNull && holds(condition, $0) })
    }

    private static func holds(_ condition: Condition, _ actual: JSONValue) -> Bool {
        matches(condition, actual) != condition.isNegated
    }

    private static func matches(_ condition: Condition, _ actual: JSONValue) -> Bool {
        let expected = condition.expected
        switch condition.operation {
        case .equals, .oneOf: return any(of: expected) { areEqual(actual, $0) }
        case .greaterThan: return compare(actual, expected) { $0 > $1 }
        case .greaterOrEqual: return compare(actual, expected) { $0 >= $1 }
        case .lessThan: return compare(actual, expected) { $0 < $1 }
        case .lessOrEqual: return compare(actual, expected) { $0 <= $1 }
        case .between: return isBetween(actual, expected)
        case .contains:
            return textual(actual, expected) { $0.firstRange(ofBytes: $1) != nil }
        case .startsWith: return textual(actual, expected) { $0.hasBytePrefix($1) }
        case .endsWith: return textual(actual, expected) { $0.hasByteSuffix($1) }
        case .isSet: return true
        case .isEmpty, .matchesPattern, .unknown: return false
        }
    }

    private static func any(
        of expected: JSONValue, _ isMatch: (JSONValue) -> Bool
    ) -> Bool {
        guard case .array(let elements) = expected else { return isMatch(expected) }
        return elements.contains(where: isMatch)
    }

    // MARK: - Equality

    static func areEqual(_ actual: JSONValue, _ expected: JSONValue) -> Bool {
        switch (actual, expected) {
        case (.integer(let actual), .integer(let expected)): return actual == expected
        case (.string(let actual), .string(let expected)):
            return NumericText.trimmed(actual).lowercased()
                == NumericText.trimmed(expected).lowercased()
        case (.bool(let actual), .bool(let expected)): return actual == expected
        case (.bool(let flag), .string(let text)), (.string(let text), .bool(let flag)):
            return NumericText.trimmed(text).lowercased() == (flag ? "true" : "false")
        case (.bool(let flag), _): return expected.double == (flag ? 1 : 0)
        case (_, .bool(let flag)): return actual.double == (flag ? 1 : 0)
        default:
            guard let actual = NumericText.number(actual),
                let expected = NumericText.number(expected)
            else { return false }
            return actual == expected
        }
    }

    // MARK: - Order

    /// A list of one is as good as its element; a longer one compares with
    /// nothing.
    private static func compare(
        _ actual: JSONValue, _ expected: JSONValue, _ isInOrder: (Double, Double) -> Bool
    ) -> Bool {
        var expected = expected
        if case .array(let elements) = expected {
            guard elements.count == 1 else { return false }
            expected = elements[0]
        }
        if case .integer(let left) = actual, case .integer(let right) = expected {
            // Beyond 2^53 two integers can have one Double.
            if left != right, Double(left) == Double(right) {
                return left < right ? isInOrder(0, 1) : isInOrder(1, 0)
            }
        }
        guard let left = NumericText.number(actual), let right = NumericText.number(expected)
        else { return false }
        return isInOrder(left, right)
    }

    private static func isBetween(_ actual: JSONValue, _ expected: JSONValue) -> Bool {
        guard case .array(let bounds) = expected, bounds.count >= 2,
            let low = bounds[0].double, let high = bounds[1].double,
            let number = NumericText.number(actual)
        else { return false }
        return low <= number && number <= high
    }

    // MARK: - Text

    private static func textual(
        _ actual: JSONValue, _ expected: JSONValue,
        _ isMatch: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool
    ) -> Bool {
        guard let actual = text(actual) else { return false }
        return any(of: expected) { expected in
            guard let expected = text(expected) else { return false }
            return isMatch(actual[...], expected[...])
        }
    }

    private static func text(_ value: JSONValue) -> [UInt8]? {
        switch value {
        case .string(let text): return Array(text.lowercased().utf8)
        case .integer(let number): return Array(String(number).utf8)
        case .real(let real):
            if let whole = value.integer { return Array(String(whole).utf8) }
            return Array(real.value.description.utf8)
        default: return nil
        }
    }
}

/// Numbers that are written as text.
enum NumericText {
    /// The value of a number, or of text that spells one.
    static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .integer, .real: value.double
        case .string(let text): number(text)
        default: nil
        }
    }

    static func number(_ text: String) -> Double? {
        let text = trimmed(text)
        // `Double` also takes "inf", "nan" and hexadecimal.
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
                || byte == 0x45 || byte == 0x65
        }
        guard isPlain, !text.isEmpty, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last,
            first.properties.isWhitespace || last.properties.isWhitespace
        else { return text }
        let start = scalars.drop { $0.properties.isWhitespace }
        let end = start.reversed().drop { $0.properties.isWhitespace }
        return String(String.UnicodeScalarView(end.reversed()))
    }
}

extension ArraySlice<UInt8> {
    /// Where other bytes occur first; an empty range for none to look for.
    func firstRange(ofBytes other: ArraySlice<UInt8>) -> Range<Int>? {
        guard other.count <= count else { return nil }
        for start in startIndex...(endIndex - other.count)
        where self[start..<(start + other.count)].elementsEqual(other) {
            return start..<(start + other.count)
        }
        return nil
    }

    func hasBytePrefix(_ other: ArraySlice<UInt8>) -> Bool { starts(with: other) }

    func hasByteSuffix(_ other: ArraySlice<UInt8>) -> Bool {
        count >= other.count && suffix(other.count).elementsEqual(other)
    }
}
