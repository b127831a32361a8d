import PersonalizeJSON
import Testing

@Suite struct JSONValueTests {
    @Test func givesWhatItIsAndNothingElse() {
        let value: JSONValue = ["s": "x", "b": true, "i": 3, "r": .number(2.5), "n": nil, "a": [1]]
        #expect(value["s"]?.string == "x")
        #expect(value["s"]?.integer == nil)
        #expect(value["b"]?.bool == true)
        #expect(value["i"]?.bool == nil)
        #expect(value["i"]?.integer == 3)
        #expect(value["i"]?.double == 3)
        #expect(value["r"]?.integer == nil)
        #expect(value["r"]?.double == 2.5)
        #expect(value["a"]?.array == [1])
        #expect(value["a"]?.object == nil)
        #expect(value["n"]?.isNull == true)
        #expect(value["s"]?.isNull == false)
        #expect(value["none"] == nil)
        #expect(value["s"]?["x"] == nil)
        #expect(value.object?.count == 6)
    }

    @Test func anIntegerMayBeWrittenAsAReal() {
        #expect(JSONValue.number(3).integer == 3)
        #expect(JSONValue.number(1e300).integer == nil)
        #expect(JSONValue.number(-9_223_372_036_854_775_808).integer == .min)
        #expect(JSONValue.number(9_223_372_036_854_775_808).integer == nil)
    }

    @Test func kindsHaveNames() {
        let kinds: [JSONValue] = [nil, true, 1, .number(0.5), "", [], [:]]
        #expect(
            kinds.map(\.kind) == [
                "null", "a boolean", "an integer", "a number", "a string", "an array", "an object",
            ])
    }

    @Test func valuesOfDifferentKindsDiffer() {
        let values: [JSONValue] = [
            nil, true, false, 1, .number(1), "1", [1], ["1": 1], [], [:], "",
        ]
        for (left, first) in values.enumerated() {
            for (right, second) in values.enumerated() {
                #expect((first == second) == (left == right))
            }
        }
    }
}
