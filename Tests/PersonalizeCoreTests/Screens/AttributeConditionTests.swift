import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct AttributeConditionTests {
    private func holds(
        _ comparison: AttributeCondition.Comparison, _ value: JSONValue?, negated: Bool = false
    ) -> Bool {
        AttributeCondition("a", comparison, isNegated: negated).holds(for: value)
    }

    @Test func equalityKnowsTypesAndNumbersByValue() {
        #expect(holds(.equals(1), 1))
        #expect(holds(.equals(1), .number(1.0)))
        #expect(!holds(.equals(1), "1"))
        #expect(!holds(.equals(1), true))
        #expect(!holds(.equals("a"), "A"))
        #expect(holds(.equals(["a", 1]), ["a", 1]))
        #expect(holds(.oneOf(["x", 2]), .number(2.0)))
        #expect(!holds(.oneOf([]), "x"))
    }

    @Test func textIsComparedByItsBytes() {
        #expect(holds(.startsWith("ho"), "home"))
        #expect(holds(.endsWith("me"), "home"))
        #expect(holds(.contains("om"), "home"))
        #expect(holds(.contains(""), ""))
        #expect(!holds(.contains("OM"), "home"))
        #expect(holds(.contains("aab"), "aaab"))
        #expect(!holds(.startsWith("e\u{301}"), "\u{E9}t\u{E9}"))
        #expect(!holds(.startsWith("1"), 12))
    }

    @Test func somethingMissingSatisfiesNegatedComparisonsAlone() {
        for comparison: AttributeCondition.Comparison in [
            .equals("x"), .oneOf(["x"]), .startsWith("x"), .endsWith("x"), .contains("x"),
        ] {
            #expect(!holds(comparison, nil))
            #expect(holds(comparison, nil, negated: true))
        }
        #expect(holds(.isEmpty, nil))
        #expect(holds(.isEmpty, ""))
        #expect(!holds(.isEmpty, 0))
        #expect(holds(.isEmpty, 0, negated: true))
    }

    @Test func numbersAreComparedWithNumbers() {
        #expect(holds(.greaterOrEqual(100), 100))
        #expect(!holds(.greaterThan(100), 100))
        #expect(holds(.lessThan(0.5), .number(0.25)))
        #expect(!holds(.lessOrEqual(1), "0"))
        #expect(!holds(.lessOrEqual(1), nil))
    }

    @Test func whatCannotBeReadNeverHolds() {
        #expect(!holds(.unreadable, "x"))
        #expect(!holds(.unreadable, "x", negated: true))
    }

    @Test func groupsTellTheConditionThatFailed() {
        let home = AttributeCondition(nil, .equals("home"))
        let shoes = AttributeCondition("category", .equals("shoes"))
        let data: JSONObject = ["category": "hats"]
        let all = ConditionGroup([home, shoes])
        #expect(all.failure(subject: "home", attributes: data)?.index == 1)
        let any = ConditionGroup([home, shoes], isAny: true)
        #expect(any.failure(subject: "home", attributes: data) == nil)
        #expect(any.failure(subject: "cart", attributes: data)?.index == 0)
        #expect(ConditionGroup().failure(attributes: [:]) == nil)
        #expect(ConditionGroup([], isAny: true).failure(attributes: [:]) == nil)
    }
}
