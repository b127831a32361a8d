import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct BehaviourTests {
    private func asked(_ cards: String) -> (EngineHarness, Int64) {
        var harness = EngineHarness()
        harness.perform(.hookSet(.behaviourOverride, isSet: true))
        harness.start(cards)
        let hall = harness.open("hall")
        return (harness, hall)
    }

    @Test func withoutAnAnswerEverythingHappens() {
        var (harness, hall) = asked(#"[{"id":"a","body":"go:app://x"}]"#)
        #expect(harness.questions.last?.question["event"] == "shown")
        #expect(harness.update("placement.ready") == nil)
        harness.answer(last: nil)
        #expect(harness.tracked == ["seen a"])
        #expect(harness.update("placement.ready")?["ready"] == true)
        harness.perform(.placementClick(id: hall, url: "app://x"))
        harness.answer(last: [:])
        #expect(harness.tracked == ["seen a", "followed a"])
        #expect(harness.update("url.open_wanted")?["url"] == "app://x")
    }

    @Test func trackingCanBeLeftOutButBookkeepingStays() {
        var (harness, hall) = asked(
            #"[{"id":"a","often":"until_visitor_interacts","body":"go:app://x"}]"#)
        harness.answer(last: ["track": false])
        #expect(harness.tracked.isEmpty)
        #expect(harness.state(hall)["display"]?["displays"] == 1)
        harness.perform(.placementClick(id: hall, url: "app://x"))
        #expect(harness.questions.last?.question["action"]?["url"] == "app://x")
        harness.answer(last: ["track": false, "open": false])
        #expect(harness.tracked.isEmpty)
        #expect(harness.update("url.open_wanted") == nil)
        #expect(harness.shown(hall) == nil, "the interaction counted and the placement reloaded")
        #expect(harness.questions.last?.question["event"] == "empty")
        harness.answer(last: nil)
        #expect(harness.update("placement.ready")?["ready"] == false)
    }

    @Test func openingCanBeLeftOutAlone() {
        var (harness, hall) = asked(#"[{"id":"a","body":"go:app://x"}]"#)
        harness.answer(last: nil)
        harness.perform(.placementClick(id: hall, url: "app://x"))
        harness.answer(last: ["open": false])
        #expect(harness.tracked == ["seen a", "followed a"])
        #expect(harness.update("url.open_wanted") == nil)
        #expect(harness.update("placement.clicked") != nil)
    }

    @Test func closesAndErrorsAreAskedAbout() {
        var (harness, hall) = asked(#"[{"id":"a","body":"bye:close://1"}]"#)
        harness.answer(last: nil)
        harness.perform(.placementClick(id: hall, url: "app://unknown"))
        #expect(harness.questions.last?.question["event"] == "error")
        #expect(harness.questions.last?.question["reason"] == "invalid_action")
        #expect(harness.questions.last?.question["message"] == "Invalid action definition")
        harness.answer(last: ["track": false])
        harness.perform(.placementClick(id: hall, url: "close://1"))
        #expect(harness.questions.last?.question["event"] == "close")
        #expect(harness.questions.last?.question["campaign"]?["id"] == "a")
        harness.answer(last: nil)
        #expect(harness.tracked == ["seen a", "closed a"])
    }

    @Test func anErrorWithoutACampaignIsAskedAboutToo() {
        var (harness, hall) = asked("[]")
        harness.answer(last: nil)
        harness.perform(.placementClick(id: hall, url: "app://x"))
        #expect(harness.questions.last?.question["event"] == "error")
        #expect(harness.questions.last?.question["campaign"] == .null)
        harness.answer(last: nil)
        #expect(harness.tracked.isEmpty)
    }

    @Test func theHookThatOpensComesAfterwards() {
        var (harness, hall) = asked(#"[{"id":"a","body":"go:app://x"}]"#)
        harness.perform(.hookSet(.clickOverride, isSet: true))
        harness.answer(last: nil)
        harness.perform(.placementClick(id: hall, url: "app://x"))
        harness.answer(last: nil)
        #expect(harness.questions.last?.hook == .clickOverride)
        harness.answer(last: ["handled": true])
        #expect(harness.update("url.open_wanted") == nil)
        harness.answer(last: nil)
        harness.perform(.placementClick(id: hall, url: "app://x"))
        let count = harness.questions.count
        harness.answer(last: ["open": false])
        #expect(harness.questions.count == count + 1, "asked about the next display, not the URL")
        #expect(harness.questions.last?.question["event"] == "shown")
    }

    @Test func anAnswerAboutAClosedPlacementDoesNothing() {
        var (harness, hall) = asked(#"[{"id":"a","body":"go:app://x"}]"#)
        harness.perform(.placementClose(id: hall))
        _ = harness.takeUpdates()
        harness.answer(last: nil)
        #expect(harness.updates.isEmpty)
    }

    @Test func flagsServeAStaticPlacementToo() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"go:app://x bye:close://1"}]"#)
        let hall = harness.open(.static, options: PlacementOptions(overridesDefaultBehavior: true))
        harness.perform(.placementClick(id: hall, url: "app://x"))
        #expect(harness.tracked == ["seen a", "followed a", "seen a"])
        #expect(harness.update("url.open_wanted") == nil)
    }
}
