import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct CellTests {
    private func expect(
        _ harness: inout EngineHarness, _ cell: Int64, isPrepared: Bool,
        at location: SourceLocation = #_sourceLocation
    ) {
        let result = prepared(&harness, cell)
        #expect(result == isPrepared, sourceLocation: location)
    }

    private func prepared(_ harness: inout EngineHarness, _ cell: Int64) -> Bool? {
        guard case .done(let reply) = harness.perform(.cellPrepare(id: cell)) else { return nil }
        return reply["prepared"]?.bool
    }

    @Test func showsNothingUntilTheHostIsAboutToDraw() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"a"}]"#)
        _ = harness.takeUpdates()
        let cell = harness.open(.cell, slot: "5")
        #expect(harness.shown(cell) == nil)
        #expect(harness.tracked.isEmpty)
        #expect(harness.update("placement.refresh_wanted")?["slot"] == "5")
        #expect(harness.explain("hall")["reason"] == "not_prepared")
        expect(&harness, cell, isPrepared: true)
        #expect(harness.shown(cell) == "a")
        #expect(harness.update("placement.shown")?["slot"] == "5")
    }

    @Test func countsAsShownOnceHoweverOftenItIsDrawn() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"a"}]"#)
        let cell = harness.open(.cell, slot: "5")
        for _ in 0..<5 { expect(&harness, cell, isPrepared: true) }
        #expect(harness.tracked == ["seen a"])
        #expect(harness.state(cell)["display"]?["displays"] == 1)
        #expect(harness.updates.filter { $0["update"] == "placement.refresh_wanted" }.count == 1)
    }

    @Test func aSlotHasOneCell() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"a"}]"#)
        let cell = harness.open(.cell, slot: "5")
        let again = harness.open(.cell, slot: "5")
        #expect(again == cell)
        let other = harness.open(.cell, slot: "6")
        #expect(other != cell)
        _ = prepared(&harness, cell)
        harness.perform(.placementReport(id: cell, .size(width: 320, height: 120)))
        harness.perform(.placementReport(id: cell, .size(width: 320, height: 90)))
        #expect(harness.state(cell)["height"]?.double == 90)
        #expect(harness.state(other)["height"] == .null)
        guard case .done(let state) = harness.perform(.state) else { return }
        #expect(state["placements"]?.array?.count == 2, "replaced, not accumulated")
    }

    @Test func whatHasExpiredIsNotDrawnAgain() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","personal":true}]"#)
        let cell = harness.open(.cell, slot: "5")
        expect(&harness, cell, isPrepared: false)
        harness.answer("personalization", #"[{"id":"a","ttl":100,"body":"old"}]"#)
        expect(&harness, cell, isPrepared: true)
        harness.advance(101)
        expect(&harness, cell, isPrepared: false)
        #expect(harness.shown(cell) == nil)
        harness.answer("personalization", #"[{"id":"a","ttl":100,"body":"new"}]"#)
        expect(&harness, cell, isPrepared: true)
        #expect(harness.contents[cell]?.contains("new") == true)
        #expect(harness.tracked == ["seen a", "seen a"])
    }

    @Test func everyLoadIsLetGo() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","personal":true}]"#)
        let first = harness.open(.cell, slot: "1")
        harness.answer("personalization", "", status: 500)
        #expect(harness.state(first)["loading"] == .null)
        let second = harness.open(.cell, slot: "2")
        harness.answer("personalization", #"[{"id":"a","ttl":100,"body":"a"}]"#)
        expect(&harness, second, isPrepared: true)
        expect(&harness, first, isPrepared: false)
        expect(&harness, first, isPrepared: true)
    }

    @Test func anEmptyRowCostsNoRequests() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","personal":true}]"#)
        let cell = harness.open(.cell, slot: "1")
        harness.answer("personalization", #"[{"id":"a","ok":false}]"#)
        for _ in 0..<10 { expect(&harness, cell, isPrepared: false) }
        #expect(harness.sent.filter { $0.purpose == "personalization" }.count == 1)
        #expect(harness.updates.filter { $0["update"] == "placement.empty" }.count == 1)
    }

    @Test func anInteractionWantsTheRowDrawnAnew() {
        var harness = EngineHarness()
        harness.start(
            """
            [{"id":"a","priority":2,"often":"until_visitor_interacts","body":"go:app://x"},
             {"id":"b","body":"b"}]
            """)
        let cell = harness.open(.cell, slot: "1")
        _ = prepared(&harness, cell)
        _ = harness.takeUpdates()
        harness.perform(.placementClick(id: cell, url: "app://x"))
        let names = harness.takeUpdates()
        #expect(
            names == [
                "event.tracked", "placement.clicked", "url.open_wanted",
                "placement.refresh_wanted",
            ])
        expect(&harness, cell, isPrepared: true)
        #expect(harness.shown(cell) == "b")
    }

    @Test func theLastInteractionEmptiesTheRow() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","often":"until_visitor_interacts","body":"bye:close://1"}]"#)
        let cell = harness.open(.cell, slot: "1")
        _ = prepared(&harness, cell)
        harness.perform(.placementClick(id: cell, url: "close://1"))
        #expect(harness.shown(cell) == nil)
        let names = harness.takeUpdates()
        #expect(
            names.suffix(3) == ["placement.empty", "placement.ready", "placement.refresh_wanted"])
        expect(&harness, cell, isPrepared: false)
    }

    @Test func whatWasFoundForOneCustomerIsNotDrawnForAnother() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"a"}]"#)
        let waiting = harness.open(.cell, slot: "1")
        let drawn = harness.open(.cell, slot: "2")
        _ = prepared(&harness, drawn)
        harness.perform(.identify(ids: ["registered": "bob"], properties: [:], key: nil))
        expect(&harness, drawn, isPrepared: false)
        #expect(harness.shown(drawn) == nil)
        expect(&harness, waiting, isPrepared: true)
    }

    @Test func aSlotBelongsToACell() {
        var harness = EngineHarness()
        harness.start("[]")
        for specification in [
            PlacementSpecification(placement: "hall", kind: .cell),
            PlacementSpecification(placement: "hall", kind: .static, slot: "1"),
        ] {
            guard case .refused(let error) = harness.perform(.placementOpen(specification)) else {
                Issue.record("opened \(specification)")
                continue
            }
            #expect(error.path == "$.slot")
        }
        let hall = harness.open("hall")
        guard case .refused(let error) = harness.perform(.cellPrepare(id: hall)) else {
            Issue.record("a static placement was prepared")
            return
        }
        #expect(error.reason == "not_a_cell")
    }
}
