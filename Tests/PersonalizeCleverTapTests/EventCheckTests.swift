import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeCleverTap

@Suite struct EventCheckTests {
    private func codes(_ properties: JSONObject) -> [Int64] {
        EventCheck.read(ReportedEvent(name: "A", properties: properties)).faults.map(\.code)
    }

    @Test func whatIsFineStaysAsItIs() {
        let event = ReportedEvent(
            name: "Product Viewed", properties: ["Price": 1.5.json, "a.b": "x", "ok": false])
        let reading = EventCheck.read(event)
        #expect(reading == EventReading(event))
    }

    @Test(arguments: ["Stayed", "app launched", "NotificationViewed", " wzrk_FETCH ", "SCEnd"])
    func namesOfTheVendorsAreRefused(_ name: String) {
        #expect(EventCheck.read(ReportedEvent(name: name)).refusal?.code == 513)
    }

    @Test(arguments: ["", "  ", "$.'\"\\:"])
    func namesOfNothingAreRefused(_ name: String) {
        #expect(EventCheck.read(ReportedEvent(name: name)).refusal?.code == 510)
    }

    @Test func eachFaultHasItsNumber() {
        #expect(codes(["k'": 1]) == [520])
        #expect(codes(["k": "'"]) == [521, 545])
        #expect(codes(["k": .null]) == [545])
        #expect(codes(["a": ["b": ["c": ["d": 1]]]]) == [540])
        #expect(codes(["k": .array(Array(repeating: 1, count: 101))]) == [543])
        let arrays = JSONObject((0..<6).map { ("k\($0)", ["a"]) })
        #expect(codes(arrays) == [541])
        let objects = JSONObject((0..<6).map { ("k\($0)", ["a": 1]) })
        #expect(codes(objects) == [542])
        #expect(codes(JSONObject((0..<101).map { ("k\($0)", 1) })) == [544])
    }

    /// Hostile depth ends somewhere.
    @Test func nestingIsBounded() {
        var value: JSONValue = 1
        for _ in 0..<500 { value = ["a": value] }
        var list: JSONValue = 1
        for _ in 0..<500 { list = [list] }
        let reading = EventCheck.read(
            ReportedEvent(name: "A", properties: ["deep": value, "list": list]))
        #expect(reading.refusal == nil)
        #expect(reading.faults.contains { $0.code == 540 })
    }

    @Test func aPurchaseHasItsNameAndItems() {
        let reading = EventCheck.read(
            ReportedEvent(
                name: "", properties: ["Items": "mine", "Amount": 1],
                items: Array(repeating: ["a'": " b "], count: 51)))
        #expect(reading.event.name == "Charged")
        #expect(reading.event.properties == ["Amount": 1])
        #expect(reading.event.items?.first == ["a": "b"])
        #expect(reading.faults.map(\.code) == [522, 520])
    }

    @Test func textsAreCutInBytesBetweenCharacters() {
        let (text, fault) = TextCheck.text(String(repeating: "é", count: 300), of: "k")
        #expect(text.utf8.count == 512)
        #expect(fault?.code == 521)
        #expect(TextCheck.key(String(repeating: "k", count: 120)).fault == nil)
    }

    @Test(arguments: [("{\"$date\":1999}", "$D_1"), ("{\"$date\":-1500}", "$D_-1")])
    func momentsAreInSeconds(_ json: String, _ text: String) throws {
        let object = try #require(try JSONValue.parse(json).object)
        #expect(ValueCheck.date(object) == .string(text))
    }
}

extension Double {
    var json: JSONValue { .number(self) }
}
