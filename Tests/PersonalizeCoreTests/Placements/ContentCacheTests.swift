import PersonalizeCore
import PersonalizeJSON
import Testing

/// Content that is made once for the same bytes.
@Suite struct ContentCacheTests {
    private func text(_ harness: EngineHarness, _ placement: Int64) -> String {
        let content = harness.contents[placement].flatMap { try? JSONValue.parse($0) }
        return content?["content"]?["text"]?.string ?? ""
    }

    private func list(_ body: String, name: String = "n") -> String {
        #"[{"id":"a","name":"\#(name)","body":"\#(body)"}]"#
    }

    @Test func theSameBytesAreMadeOnce() {
        var harness = EngineHarness()
        harness.start(list("unique"))
        let hall = harness.open("hall")
        let first = text(harness, hall)
        #expect(first.hasPrefix("made:"))
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(text(harness, hall) == first)
        let other = harness.open("hall")
        #expect(text(harness, other) == first)
    }

    @Test func otherBytesAreMadeAnew() {
        var harness = EngineHarness()
        harness.start(list("unique"))
        let hall = harness.open("hall")
        let first = text(harness, hall)
        harness.perform(.refresh(vendor: nil, key: nil))
        harness.answer("definitions", list("unique changed"))
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        let second = text(harness, hall)
        #expect(second.hasSuffix(" changed") && !second.hasPrefix(first))
        harness.perform(.refresh(vendor: nil, key: nil))
        harness.answer("definitions", list("unique"))
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(text(harness, hall) != first)
    }

    @Test func anotherCustomerGetsNothingThatWasMadeBefore() {
        var harness = EngineHarness()
        harness.start(list("unique"))
        let hall = harness.open("hall")
        let first = text(harness, hall)
        harness.perform(.anonymize)
        while harness.answer("customer") || harness.answer("definitions", list("unique")) {}
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(text(harness, hall) != first)
        #expect(text(harness, hall).hasPrefix("made:"))
    }

    @Test func roomIsBounded() {
        var harness = EngineHarness()
        let padding = String(repeating: "x", count: 400_000)
        let cards = ["hall", "desk", "door"].map {
            #"{"id":"\#($0)","at":"\#($0)","body":"unique \#(padding)"}"#
        }
        harness.start("[\(cards.joined(separator: ","))]")
        let places = ["hall", "desk", "door"].map { harness.open($0) }
        let first = places.map { text(harness, $0) }
        for place in places.reversed() {
            harness.perform(.placementReload(id: place, force: false, key: nil))
        }
        let second = places.map { text(harness, $0) }
        #expect(first[2] == second[2] && first[1] == second[1])
        #expect(first[0] != second[0])
    }
}
