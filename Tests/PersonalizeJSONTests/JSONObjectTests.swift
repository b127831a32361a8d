import PersonalizeJSON
import Testing

@Suite struct JSONObjectTests {
    /// Sizes around the one from which an object has an index.
    @Test(arguments: [0, 1, 11, 12, 13, 100])
    func findsChangesAndRemovesMembers(count: Int) {
        var object = JSONObject()
        for number in 0..<count { object["key\(number)"] = .integer(Int64(number)) }
        #expect(object.count == count)
        #expect(object.keys == (0..<count).map { "key\($0)" })
        for number in 0..<count { #expect(object["key\(number)"]?.integer == Int64(number)) }
        #expect(object["none"] == nil)
        object["none"] = nil
        for number in 0..<count { object["key\(number)"] = "new" }
        #expect(object.count == count)
        #expect(object.members.allSatisfy { $0.value == "new" })
        for number in stride(from: 0, to: count, by: 2) { object["key\(number)"] = nil }
        #expect(object.keys == stride(from: 1, to: count, by: 2).map { "key\($0)" })
        for number in 0..<count { #expect((object["key\(number)"] == nil) == (number % 2 == 0)) }
    }

    @Test func aRepeatedKeyKeepsItsPlaceAndTakesTheLastValue() {
        let object = JSONObject([("a", 1), ("b", 2), ("a", 3)])
        #expect(object == ["a": 3, "b": 2])
    }

    @Test func orderIsPartOfTheValue() {
        #expect(["a": 1, "b": 2] as JSONObject != ["b": 2, "a": 1])
        #expect(["a": 1] as JSONObject != ["a": 1, "b": 2])
        #expect(["a": 1] as JSONObject != ["b": 1])
    }

    @Test func mergeLetsTheOtherWin() {
        var object: JSONObject = ["a": 1, "b": 2]
        object.merge(["b": 3, "c": 4])
        #expect(object == ["a": 1, "b": 3, "c": 4])
    }

    /// `String` takes these for equal; a vendor does not.
    @Test(arguments: [0, 20])
    func keysCompareByTheirBytes(others: Int) throws {
        let filler = (0..<others).map { "\"k\($0)\":0," }.joined()
        let text = "{\(filler)\"\u{E9}\":1,\"e\u{301}\":2,\"\u{212B}\":3,\"A\u{30A}\":4}"
        let value = try JSONValue.parse(text)
        #expect(value["\u{E9}"] == 1)
        #expect(value["e\u{301}"] == 2)
        #expect(value["\u{212B}"] == 3)
        #expect(value["A\u{30A}"] == 4)
        #expect(value.encoded() == text)
        #expect(JSONValue.string("\u{212B}") != JSONValue.string("A\u{30A}"))
    }
}
