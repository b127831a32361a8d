import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct HostTrackingTests {
    private let card = #"[{"id":"a","often":"until_visitor_interacts","body":"go:app://x"}]"#

    @Test func tracksTheVendorsEventAndNothingElse() {
        var harness = EngineHarness()
        harness.start(card)
        let hall = harness.open("hall")
        let before = harness.state(hall)
        _ = harness.takeUpdates()
        let events: [HostTracking.Event] = [
            .shown, .clicked(url: "app://x"), .closed, .failed(message: "m"),
            .performed(Action(name: "n", url: "u", kind: .browser)),
        ]
        for event in events { harness.perform(.placementTrack(id: hall, HostTracking(event))) }
        #expect(
            harness.tracked == ["seen a", "followed a", "closed a", "broken a", "followed a"])
        #expect(harness.updates.allSatisfy { $0["update"] == "event.tracked" })
        #expect(harness.state(hall) == before)
    }

    @Test func whatWasOnShowLastCanStillBeTracked() {
        var harness = EngineHarness()
        harness.start(card)
        let hall = harness.open("hall")
        harness.perform(.placementClick(id: hall, url: "app://x"))
        #expect(harness.shown(hall) == nil)
        harness.perform(.placementTrack(id: hall, HostTracking(.closed)))
        #expect(harness.tracked.last == "closed a")
    }

    @Test func anotherCampaignCanBeNamed() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","priority":1,"body":"a"},{"id":"b","body":"b"}]"#)
        let hall = harness.open("hall")
        harness.perform(.placementTrack(id: hall, HostTracking(.shown, campaign: "b")))
        #expect(harness.tracked.last == "seen b")
        let outcome = harness.perform(
            .placementTrack(id: hall, HostTracking(.shown, campaign: "zebra")))
        guard case .refused(let error) = outcome else {
            Issue.record("an unknown campaign was tracked")
            return
        }
        #expect(error.code == .notFound)
    }

    @Test func consentOfTheContentHoldsUnlessSaidOtherwise() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","personal":true}]"#)
        let hall = harness.open("hall")
        harness.answer(
            "personalization", #"[{"id":"a","ttl":9999,"track":false,"body":"go:app://x"}]"#)
        _ = harness.takeUpdates()
        for event: HostTracking.Event in [
            .shown, .clicked(url: "app://x"), .closed, .failed(message: "m"),
        ] {
            harness.perform(.placementTrack(id: hall, HostTracking(event)))
            #expect(harness.update("event.dropped")?["reason"] == "content_consent")
            harness.perform(
                .placementTrack(id: hall, HostTracking(event, isWithoutConsent: true)))
        }
        #expect(harness.tracked == ["seen a", "followed a", "closed a", "broken a"])
    }

    @Test func theCustomersConsentHoldsInAnyCase() {
        var harness = EngineHarness()
        harness.start(card)
        let hall = harness.open("hall")
        harness.perform(.consent(vendor: nil, purpose: .tracking, .denied))
        _ = harness.takeUpdates()
        harness.perform(
            .placementTrack(id: hall, HostTracking(.shown, isWithoutConsent: true)))
        let names = harness.takeUpdates()
        #expect(
            names == ["event.dropped"])
    }

    @Test func thereHasToBeSomething() {
        var harness = EngineHarness()
        harness.start("[]")
        let hall = harness.open("hall")
        guard
            case .refused(let error) = harness.perform(
                .placementTrack(id: hall, HostTracking(.shown)))
        else {
            Issue.record("nothing was tracked")
            return
        }
        #expect(error.reason == "nothing_shown")
    }
}
