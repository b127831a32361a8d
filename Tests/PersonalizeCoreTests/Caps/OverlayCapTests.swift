import PersonalizeCore
import PersonalizeJSON
import Testing

/// Caps that count placements and the display slot together.
@Suite struct OverlayCapTests {
    private static let card = #"[{"id": "a", "body": "x"}]"#

    private func harness(_ cap: Cap, _ overlays: [Overlay]) -> DisplayHarness {
        DisplayHarness(overlays, configuration: EngineConfiguration(caps: [cap]))
    }

    private func open(_ harness: inout DisplayHarness) -> String? {
        harness.engine.perform(
            .ingest(vendor: "post", kind: "cards", payload: Array(Self.card.utf8)))
        let hall = harness.engine.open("hall")
        return harness.engine.shown(hall)
    }

    private func wanted(_ harness: DisplayHarness) -> [Int64] {
        harness.engine.updates.filter { $0["update"] == "presentation.wanted" }
            .compactMap { $0["presentation_id"]?.integer }
    }

    @Test func aPlacementLeavesNoRoomForAnOverlay() {
        let cap = Cap(name: "one", limit: 1, period: .ever)
        var harness = DisplayHarness(
            [Overlay(campaign: "c", template: "poster")],
            configuration: EngineConfiguration(caps: [cap]), isStarted: false)
        harness.perform(.suspend)
        harness.start()
        let shown = open(&harness)
        #expect(shown == "a")
        harness.perform(.resume)
        #expect(wanted(harness) == [])
        let dropped = harness.engine.update("overlay.dropped")
        #expect(dropped?["rule"] == "cap")
        #expect(dropped?["values"]?["cap"] == "one")
    }

    @Test func anOverlayThatIsWantedTakesItsRoom() {
        var harness = harness(
            Cap(name: "one", limit: 1, period: .ever),
            [Overlay(campaign: "c", template: "poster")])
        let ids = wanted(harness)
        #expect(ids.count == 1)
        var shown = open(&harness)
        #expect(shown == nil)
        harness.perform(.presented, ids[0])
        shown = open(&harness)
        #expect(shown == nil)
    }

    @Test func oneThatWasNeverPresentedDoesNotCount() {
        var harness = harness(
            Cap(name: "one", limit: 1, period: .ever),
            [Overlay(campaign: "c", template: "poster")])
        harness.perform(.dismissed, wanted(harness)[0])
        let shown = open(&harness)
        #expect(shown == "a")
    }

    @Test func functionsWithoutAnythingToSeeAreNotCounted() {
        var harness = harness(
            Cap(name: "one", limit: 1, period: .ever),
            [Overlay(campaign: "c", template: "bell"), Overlay(campaign: "d", template: "bell")])
        #expect(wanted(harness).count == 2)
        for id in wanted(harness) { harness.perform(.presented, id) }
        let shown = open(&harness)
        #expect(shown == "a")
    }

    @Test func aCapMayBeAboutOverlaysAlone() {
        var harness = harness(
            Cap(
                name: "one", limit: 1, period: .ever, placements: .none,
                overlays: .some(["poster"])),
            [
                Overlay(campaign: "c", template: "poster"),
                Overlay(campaign: "d", template: "poster"),
                Overlay(campaign: "e", template: "curtain"),
            ])
        let shown = open(&harness)
        #expect(shown == "a")
        harness.perform(.presented, wanted(harness)[0])
        harness.perform(.dismissed, wanted(harness)[0])
        let told = harness.engine.updates.filter { $0["update"] == "presentation.wanted" }
        #expect(told.map { $0["campaign_id"] } == ["c", "e"])
        #expect(harness.engine.update("overlay.dropped")?["campaign_id"] == "d")
    }
}
