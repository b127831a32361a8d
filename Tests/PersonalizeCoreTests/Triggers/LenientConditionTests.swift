import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct LenientConditionTests {
    static let rules = ConditionRules(dialect: .lenient, normalizesNames: true)

    struct Case: Sendable, CustomTestStringConvertible {
        var actual: JSONValue?
        var operation: Condition.Operation
        var isNegated = false
        var expected: JSONValue
        var holds: Bool

        init(
            _ actual: JSONValue?, _ operation: Condition.Operation, _ expected: JSONValue,
            _ holds: Bool, isNegated: Bool = false
        ) {
            self.actual = actual
            self.operation = operation
            self.expected = expected
            self.holds = holds
            self.isNegated = isNegated
        }

        var testDescription: String {
            "\(actual?.encoded() ?? "missing") \(isNegated ? "not " : "")\(operation.rawValue) "
                + "\(expected.encoded()) is \(holds)"
        }
    }

    static let equality: [Case] = [
        Case(1, .equals, 1, true), Case(1, .equals, 2, false),
        Case(.number(1.5), .equals, .number(1.5), true),
        Case(2, .equals, .number(2), true),
        Case("150.00", .equals, 150, true), Case("00002.2", .equals, .number(2.2), true),
        Case(150, .equals, " 150.0 ", true), Case("1.0", .equals, "1", false),
        Case(" Ada ", .equals, "aDA", true), Case("Ada", .equals, "Adam", false),
        Case("nan", .equals, 0, false), Case("0x10", .equals, 16, false),
        Case(true, .equals, "TRUE", true), Case(true, .equals, "yes", false),
        Case("False", .equals, false, true), Case("true", .equals, true, true),
        Case(true, .equals, 1, true), Case(0, .equals, false, true), Case(2, .equals, true, false),
        Case("b", .equals, ["a", "B"], true), Case("c", .equals, ["a", "B"], false),
        Case(["a", "b"], .equals, "b", true), Case([], .equals, "b", false),
        Case(nil, .equals, "b", false), Case(.null, .equals, "b", false),
        Case(["a": 1], .equals, ["a": 1], false),
    ]

    static let negation: [Case] = [
        Case(1, .equals, 2, true, isNegated: true), Case(1, .equals, 1, false, isNegated: true),
        Case(nil, .equals, 1, false, isNegated: true),
        Case(["a", "b"], .equals, "a", true, isNegated: true),
        Case(["a"], .equals, "a", false, isNegated: true),
        Case([], .equals, "a", false, isNegated: true),
        Case("c", .equals, ["a", "b"], true, isNegated: true),
        Case("a", .equals, ["a", "b"], false, isNegated: true),
        Case("xyz", .contains, "a", true, isNegated: true),
        Case("xaz", .contains, "A", false, isNegated: true),
        Case(nil, .contains, "a", false, isNegated: true),
    ]

    static let order: [Case] = [
        Case(2, .greaterThan, 1, true), Case(1, .greaterThan, 1, false),
        Case("101", .greaterThan, 100, true), Case(101, .greaterThan, "100", true),
        Case("abc", .greaterThan, 1, false), Case(true, .greaterThan, 0, false),
        Case(2, .greaterThan, [1], true), Case(2, .greaterThan, [1, 1], false),
        Case([0, 2], .greaterThan, 1, true), Case([], .greaterThan, 1, false),
        Case(1, .lessThan, 2, true), Case("1", .lessThan, "2", true),
        Case(nil, .lessThan, 2, false),
        Case(9_007_199_254_740_993, .greaterThan, 9_007_199_254_740_992, true),
        Case(1, .between, [1, 2], true), Case(2, .between, [1, 2, 0], true),
        Case(3, .between, [1, 2], false), Case(1, .between, [1], false),
        Case("1.5", .between, [1, 2], true), Case(1, .between, 1, false),
        Case(1, .between, ["1", "2"], false),
    ]

    static let text: [Case] = [
        Case("Red Shoe", .contains, "SHOE", true), Case("Red", .contains, "Shoe", false),
        Case("Red", .contains, ["x", "ed"], true), Case(["a", "Shoe"], .contains, "sho", true),
        Case(1500, .contains, 50, true), Case("1500", .contains, 50, true),
        Case(.number(1.25), .contains, "1.2", true), Case(true, .contains, "true", false),
        Case("a", .contains, "", true), Case([], .contains, "", false),
    ]

    static let presence: [Case] = [
        Case(0, .isSet, .null, true), Case("", .isSet, .null, true),
        Case(nil, .isSet, .null, false), Case(.null, .isSet, .null, false),
        Case([], .isSet, .null, false), Case([1], .isSet, .null, true),
        Case(nil, .isSet, .null, true, isNegated: true),
        Case(.null, .isSet, .null, true, isNegated: true),
        Case(1, .isSet, .null, false, isNegated: true),
        Case([], .isSet, .null, false, isNegated: true),
        Case(1, .unknown, 1, false), Case(1, .unknown, 1, false, isNegated: true),
        Case(nil, .unknown, 1, false),
    ]

    @Test(arguments: equality + negation + order + text + presence)
    func holds(_ `case`: Case) {
        var properties = JSONObject()
        properties["p"] = `case`.actual
        let condition = Condition(
            "p", `case`.operation, `case`.expected, isNegated: `case`.isNegated)
        let rejection = Self.rules.rejection(of: condition, in: properties)
        #expect((rejection == nil) == `case`.holds)
        #expect(rejection.map { $0.rule == .condition } ?? true)
    }

    @Test func rejectionSaysWhatWasCompared() {
        let condition = Condition("price", .greaterThan, 100, word: "0")
        let rejection = Self.rules.rejection(of: condition, in: ["price": 7])
        #expect(rejection?.reason == "not_met")
        #expect(
            rejection?.values == [
                "property": "price", "operator": "0", "expected": 100, "actual": 7,
            ])
        #expect(Self.rules.rejection(of: condition, in: [:])?.reason == "missing")
    }

    /// Each condition may be met by another item; one that asks for a property
    /// to be missing asks it of all.
    @Test func itemsAreSearchedOneByOne() {
        let items: [JSONObject] = [["id": "a", "price": 5], ["id": "b", "tags": ["x", "y"]]]
        func holds(_ condition: Condition, _ items: [JSONObject]) -> Bool {
            Self.rules.rejection(of: condition, inItems: items) == nil
        }
        #expect(holds(Condition("id", .equals, "b"), items))
        #expect(holds(Condition("price", .lessThan, 6), items))
        #expect(holds(Condition("tags", .equals, "y"), items))
        #expect(!holds(Condition("id", .equals, "c"), items))
        #expect(!holds(Condition("price", .isSet, isNegated: true), items))
        #expect(holds(Condition("colour", .isSet, isNegated: true), items))
        #expect(holds(Condition("colour", .isSet, isNegated: true), []))
        #expect(!holds(Condition("id", .isSet), []))
    }
}
