import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct StrictConditionTests {
    static let rules = ConditionRules.strict

    struct Case: Sendable, CustomTestStringConvertible {
        var actual: JSONValue?
        var operation: Condition.Operation
        var expected: JSONValue
        /// Nil for a condition that cannot be read.
        var holds: Bool?

        init(
            _ actual: JSONValue?, _ operation: Condition.Operation, _ expected: JSONValue,
            _ holds: Bool?
        ) {
            self.actual = actual
            self.operation = operation
            self.expected = expected
            self.holds = holds
        }

        var testDescription: String {
            "\(actual?.encoded() ?? "missing") \(operation.rawValue) \(expected.encoded())"
        }
    }

    static let cases: [Case] = [
        Case(1, .equals, .number(1), true), Case("1", .equals, 1, false),
        Case(true, .equals, 1, false), Case("A", .equals, "a", false),
        Case([1, 2], .equals, [1, .number(2)], true), Case(nil, .equals, "a", false),
        Case("a", .equals, .null, nil),
        Case("a", .oneOf, ["b", "a"], true), Case("A", .oneOf, ["a"], false),
        Case(nil, .oneOf, ["a"], false), Case("a", .oneOf, "a", nil),
        Case("abc", .startsWith, "ab", true), Case("abc", .startsWith, "AB", false),
        Case("abc", .endsWith, "bc", true), Case("abc", .contains, "b", true),
        Case(5, .contains, "5", false), Case("5", .contains, 5, nil),
        Case("order-17", .matchesPattern, "^order-\\d+$", true),
        Case("x order-17", .matchesPattern, "^order", false),
        Case("a", .matchesPattern, "(", nil), Case(1, .matchesPattern, "1", false),
        Case(nil, .isEmpty, .null, true), Case("", .isEmpty, .null, true),
        Case(" ", .isEmpty, .null, false), Case(0, .isEmpty, .null, false),
        Case(2, .greaterThan, 1, true), Case("2", .greaterThan, 1, false),
        Case(2, .greaterThan, "1", nil), Case(1, .greaterOrEqual, 1, true),
        Case(1, .lessOrEqual, 1, true), Case(1, .lessThan, 1, false),
        Case(2, .between, [1, 3], true), Case(2, .between, [1], nil),
        Case(1, .isSet, .null, true), Case(nil, .isSet, .null, false),
        Case(1, .unknown, 1, nil),
    ]

    /// A negated condition is the exact opposite of its twin, and one that
    /// cannot be read holds neither way.
    @Test(arguments: cases)
    func holds(_ `case`: Case) {
        var properties = JSONObject()
        properties["p"] = `case`.actual
        func rejection(isNegated: Bool) -> Rejection? {
            Self.rules.rejection(
                of: Condition("p", `case`.operation, `case`.expected, isNegated: isNegated),
                in: properties)
        }
        guard let holds = `case`.holds else {
            #expect(rejection(isNegated: false)?.reason == "unreadable")
            #expect(rejection(isNegated: true)?.reason == "unreadable")
            return
        }
        #expect((rejection(isNegated: false) == nil) == holds)
        #expect((rejection(isNegated: true) == nil) == !holds)
    }

    @Test func namesCompareAsTheyAre() {
        #expect(Self.rules.value(of: "Price", in: ["price": 1]) == nil)
        #expect(Self.rules.value(of: "Price", in: ["Price": 1]) == 1)
        #expect(!Self.rules.areSame("a b", "ab"))
    }

    @Test func anyNeedsOneAndAllNeedsEach() {
        let met = Condition("a", .equals, 1)
        let unmet = Condition("a", .equals, 2)
        #expect(Self.rules.rejection(ofAny: [unmet, met], in: ["a": 1]) == nil)
        #expect(Self.rules.rejection(ofAny: [unmet], in: ["a": 1]) != nil)
        #expect(Self.rules.rejection(ofAny: [], in: [:]) == nil)
        #expect(Self.rules.rejection(ofAll: [met, unmet], in: ["a": 1])?.values["expected"] == 2)
        #expect(Self.rules.rejection(ofAll: [], in: [:]) == nil)
    }
}
