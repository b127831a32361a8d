import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct CarouselInteractionTests {
    private let cards = """
        [{"id":"a","priority":3,"body":"go:app://a bye:close://a"},
         {"id":"b","priority":2,"often":"until_visitor_interacts",
          "body":"go:app://b bye:close://b"},
         {"id":"c","priority":1,"often":"only_once","body":"go:app://c"}]
        """

    private func second() -> (EngineHarness, Int64) {
        var harness = EngineHarness()
        harness.start(cards)
        let hall = harness.open(.carousel)
        harness.perform(.carousel(id: hall, .next))
        _ = harness.takeUpdates()
        return (harness, hall)
    }

    @Test func whatTheCustomerIsDoneWithGoesAndTheOneBeforeFollows() {
        var (harness, hall) = second()
        harness.perform(.placementClick(id: hall, url: "app://b"))
        #expect(harness.turns == ["a"])
        let state = harness.state(hall)
        #expect(state["index"] == 0)
        #expect(state["count"] == 2)
        #expect(state["campaigns"] == .array(["a", "c"]))
        let names = harness.takeUpdates()
        #expect(
            names == [
                "event.tracked", "placement.clicked", "url.open_wanted", "carousel.shown",
                "carousel.changed",
            ])
    }

    @Test func whatMayBeShownAgainStays() {
        var harness = EngineHarness()
        harness.start(cards)
        let hall = harness.open(.carousel)
        harness.advance(1_000)
        harness.perform(.placementClick(id: hall, url: "app://a"))
        #expect(harness.state(hall)["count"] == 3)
        #expect(harness.update("carousel.changed")?["count"] == 3)
        harness.advance(60_000)
        #expect(harness.turns == ["a"], "whoever clicked is elsewhere")
        harness.perform(.foreground(true))
        harness.advance(2_000)
        #expect(harness.turns == ["a", "b"])
    }

    @Test func closingWhatStaysBeginsAFullPeriod() {
        var harness = EngineHarness()
        harness.start(cards)
        let hall = harness.open(.carousel)
        harness.advance(2_000)
        harness.perform(.placementClick(id: hall, url: "close://a"))
        harness.advance(2_999)
        #expect(harness.turns == ["a"])
        harness.advance(1)
        #expect(harness.turns == ["a", "b"])
    }

    @Test func whatIsShownOnceGoesAfterAClick() {
        var (harness, hall) = second()
        harness.perform(.carousel(id: hall, .next))
        harness.perform(.placementClick(id: hall, url: "app://c"))
        #expect(harness.turns == ["c", "b"])
        #expect(harness.state(hall)["index"] == 1)
    }

    @Test func whenTheLastOneGoesItIsEmpty() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","often":"until_visitor_interacts","body":"bye:close://a"}]"#)
        let hall = harness.open(.carousel)
        _ = harness.takeUpdates()
        harness.perform(.placementDismiss(id: hall))
        #expect(harness.shown(hall) == nil)
        let names = harness.takeUpdates()
        #expect(
            names == [
                "event.tracked", "placement.closed", "carousel.changed", "placement.empty",
                "placement.ready",
            ])
        #expect(harness.state(hall)["index"] == -1)
    }

    @Test func flagsAreReadWhenTheyAreNeeded() {
        var (harness, hall) = second()
        harness.perform(
            .placementConfigure(id: hall, [.tracksActions(false), .overridesDefaultBehavior(true)]))
        harness.perform(.placementClick(id: hall, url: "app://b"))
        #expect(!harness.tracked.contains("followed b"))
        #expect(harness.update("url.open_wanted") == nil)
        #expect(harness.update("placement.clicked") != nil)
        harness.perform(
            .placementConfigure(id: hall, [.tracksActions(true), .overridesDefaultBehavior(false)]))
        harness.perform(.placementClick(id: hall, url: "app://a"))
        #expect(harness.tracked.contains("followed a"))
        #expect(harness.update("url.open_wanted") != nil)
    }

    @Test func displaysAndErrorsAreTrackedWhateverTheFlagsSay() {
        var harness = EngineHarness()
        harness.start(cards)
        let hall = harness.open(.carousel, options: PlacementOptions(tracksActions: false))
        harness.perform(.placementClick(id: hall, url: "app://nowhere"))
        #expect(harness.tracked == ["seen a", "broken a"])
        #expect(harness.update("placement.failed")?["reason"] == "invalid_action")
        #expect(harness.state(hall)["count"] == 3)
    }

    @Test func theBehaviourHookServesACarouselToo() {
        var harness = EngineHarness()
        harness.perform(.hookSet(.behaviourOverride, isSet: true))
        harness.start(cards)
        let hall = harness.open(.carousel)
        #expect(harness.questions.last?.question["event"] == "shown")
        #expect(harness.questions.last?.question["kind"] == "carousel")
        harness.answer(last: ["track": false])
        #expect(harness.tracked.isEmpty)
        harness.perform(.carousel(id: hall, .next))
        harness.answer(last: nil)
        #expect(harness.tracked == ["seen b"])
        harness.perform(.placementClick(id: hall, url: "app://b"))
        #expect(harness.questions.last?.question["action"]?["url"] == "app://b")
        harness.answer(last: ["track": false, "open": false])
        #expect(harness.state(hall)["count"] == 2, "bookkeeping goes on")
        #expect(harness.update("url.open_wanted") == nil)
    }
}
