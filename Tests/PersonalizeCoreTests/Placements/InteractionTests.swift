import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct InteractionTests {
    @Test func aClickIsTrackedThenAskedForThenMakesWay() {
        var harness = EngineHarness()
        harness.start(
            """
            [{"id":"a","priority":2,"often":"until_visitor_interacts","body":"go:app://x"},
             {"id":"b","priority":1,"body":"b"}]
            """)
        let hall = harness.open("hall")
        _ = harness.takeUpdates()
        harness.perform(.placementClick(id: hall, url: "app://x"))
        #expect(harness.shown(hall) == "b")
        let names = harness.takeUpdates()
        #expect(
            names == [
                "event.tracked", "placement.clicked", "url.open_wanted", "placement.shown",
                "event.tracked", "placement.ready",
            ])
    }

    @Test func aHookCanKeepTheURLFromBeingOpened() {
        var harness = EngineHarness()
        harness.perform(.hookSet(.clickOverride, isSet: true))
        harness.start(#"[{"id":"a","body":"go:app://x"}]"#)
        let hall = harness.open("hall")
        harness.perform(.placementClick(id: hall, url: "app://x"))
        harness.perform(.answered(token: harness.questions[0].token, ["handled": true]))
        #expect(harness.update("url.open_wanted") == nil)
        #expect(harness.update("placement.clicked") != nil)
    }

    @Test func anUnknownActionIsAnErrorAndNoInteraction() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","often":"until_visitor_interacts","body":"go:app://x"}]"#)
        let hall = harness.open("hall")
        harness.perform(.placementClick(id: hall, url: "app://other"))
        #expect(harness.shown(hall) == "a")
        #expect(harness.update("placement.failed")?["message"] == "Invalid action definition")
        #expect(harness.update("event.tracked")?["event"] == "broken")
    }

    @Test func contentOpeningSomethingByItselfIsNoClick() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"go:app://x"}]"#)
        let hall = harness.open("hall")
        _ = harness.takeUpdates()
        harness.perform(.placementClick(id: hall, url: "blank"))
        #expect(harness.updates.isEmpty)
    }

    @Test func closingCountsAsInteraction() {
        var harness = EngineHarness()
        harness.start(
            #"[{"id":"a","often":"until_visitor_interacts","body":"bye:close://1"}]"#)
        let hall = harness.open("hall")
        harness.perform(.placementClick(id: hall, url: "close://1"))
        #expect(harness.shown(hall) == nil)
        let explanation = harness.explain("hall")
        #expect(explanation["candidates"]?.array?.first?["reason"] == "already_interacted")
    }

    @Test func aDetachedPlacementWaitsUntilItIsAttached() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"go:app://x"}]"#)
        let hall = harness.open("hall")
        harness.perform(.placementReport(id: hall, .attached(false)))
        _ = harness.takeUpdates()
        harness.perform(.placementClick(id: hall, url: "app://x"))
        #expect(harness.update("placement.shown") == nil)
        harness.perform(.placementReport(id: hall, .attached(true)))
        #expect(harness.update("placement.shown") != nil)
    }

    @Test func contentThatMayNotBeTrackedIsCountedAndForcedLinksAreSent() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","personal":true}]"#)
        let hall = harness.open("hall")
        harness.answer(
            "personalization",
            #"[{"id":"a","ttl":100000,"track":false,"body":"go:app://x go:app://x!"}]"#)
        #expect(harness.update("event.dropped")?["reason"] == "content_consent")
        harness.perform(.placementClick(id: hall, url: "app://x"))
        #expect(harness.update("event.tracked") == nil)
        harness.perform(.placementClick(id: hall, url: "app://x!"))
        #expect(harness.update("event.tracked")?["event"] == "followed")
    }

    @Test func stalePlacementsAreRefused() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"x"}]"#)
        let hall = harness.open("hall")
        harness.perform(.placementClose(id: hall))
        let second = harness.open("hall")
        #expect(second != hall)
        let outcome = harness.perform(.placementClick(id: hall, url: "x"))
        guard case .refused(let error) = outcome else {
            Issue.record("a closed placement answered")
            return
        }
        #expect(error.code == .handle)
        for id: Int64 in [0, -1, .max, .min, 1 << 20 | 77] {
            let outcome = harness.perform(.placementDismiss(id: id))
            guard case .refused = outcome else {
                Issue.record("\(id) was taken for a placement")
                continue
            }
        }
    }
}
