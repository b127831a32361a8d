import PersonalizeCore
import PersonalizeJSON
import Testing

/// Caps that count what several vendors show.
@Suite struct CrossCapTests {
    private static let cards =
        #"[{"id": "a", "body": "x"}, {"id": "b", "at": "porch", "body": "x"}]"#

    private func harness(_ caps: [Cap]) -> EngineHarness {
        var harness = EngineHarness(
            [PostcardAdapter(instance: "left"), PostcardAdapter(instance: "right")],
            configuration: EngineConfiguration(caps: caps))
        harness.perform(.start)
        harness.answer("definitions", of: "left", Self.cards)
        harness.answer("definitions", of: "right", Self.cards)
        return harness
    }

    private func open(_ harness: inout EngineHarness, _ name: String, _ vendor: String) -> Int64 {
        guard
            case .done(let reply) = harness.perform(
                .placementOpen(.init(placement: name, vendor: vendor)))
        else { return 0 }
        return reply["placement"]?.integer ?? 0
    }

    @Test func oneVendorsDisplayCountsForTheOther() {
        var harness = harness([Cap(name: "one", limit: 1, period: .ever)])
        let first = open(&harness, "hall", "left")
        #expect(harness.shown(first) == "a")
        let second = open(&harness, "hall", "right")
        #expect(harness.shown(second) == nil)
        #expect(harness.update("placement.empty")?["vendor"] == "right")
        guard
            case .done(let why) = harness.perform(.explain(placement: "hall", vendor: "right"))
        else { return }
        #expect(why["candidates"]?.array?.first?["rule"] == "cap")
        #expect(why["candidates"]?.array?.first?["values"]?["cap"] == "one")
    }

    @Test func itIsLookedAtRightBeforeShowing() {
        var harness = harness([Cap(name: "one", limit: 1, period: .ever)])
        harness.perform(
            .ingest(
                vendor: "left", kind: "cards",
                payload: Array(#"[{"id": "a", "body": "img:http://p/1"}]"#.utf8)))
        let slow = open(&harness, "hall", "left")
        let quick = open(&harness, "porch", "right")
        #expect(harness.shown(quick) == "b")
        harness.answer("resource", .response(.init(status: 200, body: [0x89])))
        #expect(harness.shown(slow) == nil)
        #expect(harness.displays("left") == [])
    }

    @Test func aWindowPasses() {
        var harness = harness([Cap(name: "calm", limit: 1, period: .window(1_000))])
        let hall = open(&harness, "hall", "left")
        harness.advance(999)
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shown(hall) == nil)
        harness.advance(1)
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shown(hall) == "a")
    }

    @Test func countsAreKeptAndBelongToTheCustomer() {
        let cap = Cap(name: "one", limit: 1, period: .ever)
        var first = harness([cap])
        _ = open(&first, "hall", "left")
        var harness = EngineHarness(
            [PostcardAdapter(instance: "left"), PostcardAdapter(instance: "right")],
            configuration: EngineConfiguration(caps: [cap]), records: first.records)
        harness.perform(.start)
        let hall = open(&harness, "hall", "right")
        #expect(harness.shown(hall) == nil)
        harness.perform(.anonymize)
        #expect(harness.records.keys.filter { $0.key == "caps" }.count == 1)
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shown(hall) == "a")
    }

    @Test func aControlVariantIsNotCounted() {
        var harness = harness([Cap(name: "one", limit: 1, period: .ever)])
        harness.perform(
            .ingest(
                vendor: "left", kind: "cards", payload: Array(#"[{"id": "a", "body": ""}]"#.utf8)))
        _ = open(&harness, "hall", "left")
        let second = open(&harness, "hall", "right")
        #expect(harness.shown(second) == "a")
    }

    @Test func inAContestTheNextVendorIsTaken() {
        var harness = EngineHarness.pair(
            caps: [Cap(name: "one", limit: 1, period: .ever, vendors: ["left"])])
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "left", Self.cards)
        harness.answer("definitions", of: "right", Self.cards)
        #expect(harness.shownBy(hall) == ["left", "a"])
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shownBy(hall) == ["right", "a"])
    }
}
