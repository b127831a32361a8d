import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct OverlayPresentationTests {
    @Test func theHostIsToldWhatToPresent() {
        let display = DisplayHarness([.poster("1")])
        let update = display.engine.update("presentation.wanted")
        #expect(update?["vendor"] == "post")
        #expect(update?["template"] == "poster")
        #expect(update?["kind"] == "template")
        #expect(update?["visual"] == true)
        #expect(update?["action"] == false)
        #expect(update?["delivery_id"] == "1-d")
        #expect(update?["extras"] == ["colour": "red"])
    }

    @Test func presentedTracksAndTellsOnce() {
        var display = DisplayHarness([.poster("1")])
        let id = display.wanted
        #expect(display.perform(.presented, id) == true)
        #expect(display.perform(.presented, id) == false)
        #expect(display.events == ["overlay_presented"])
        #expect(
            display.engine.update("event.tracked")?["properties"] == ["card": "1"])
        #expect(
            display.engine.updates.filter { $0["update"] == "presentation.presented" }.count == 1)
    }

    @Test func dismissedCountsOnce() {
        var display = DisplayHarness([.poster("1"), .poster("2")])
        let id = display.wanted
        #expect(display.perform(.dismissed, id) == true)
        #expect(display.perform(.dismissed, id) == false)
        #expect(display.presented == ["1", "2"])
        let told = display.engine.updates.filter { $0["update"] == "presentation.dismissed" }
        #expect(told.count == 1)
        #expect(told.first?["presented"] == false)
    }

    @Test func afterTheEndNothingIsTakenAnyMore() {
        var display = DisplayHarness([
            .poster("1", values: ["go": ["do": "url", "to": "https://shop.test"]])
        ])
        let id = display.wanted
        display.perform(.dismissed, id)
        #expect(display.perform(.presented, id) == false)
        #expect(display.perform(.trigger(argument: "go"), id) == false)
        #expect(display.perform(.failed(message: "late"), id) == false)
        #expect(display.events == [])
        #expect(display.engine.update("url.open_wanted") == nil)
    }

    @Test func twoOfOneTemplateAreTwoPresentations() {
        var display = DisplayHarness([
            .poster("1", template: "bell"), .poster("2", template: "bell"),
        ])
        let ids = display.engine.updates.compactMap { $0["presentation_id"]?.integer }
        #expect(Set(ids).count == 2)
        display.perform(.dismissed, ids[0])
        #expect(display.perform(.presented, ids[1]) == true)
    }

    @Test func anUnknownIdIsAnError() {
        var display = DisplayHarness()
        for id in [0, -1, 1, 1 << 20, Int64.max, Int64.min] {
            #expect(
                display.engine.perform(.presentation(id: id, .presented))
                    == .refused(
                        PersonalizeError(
                            .handle, "unknown_presentation",
                            "There is no presentation with this id.",
                            hint: "Use the id that came with presentation.wanted; one that was"
                                + " released, or dismissed long ago, is invalid.")))
        }
    }

    @Test func releasingDismissesAndEndsTheId() {
        var display = DisplayHarness([.poster("1"), .poster("2")])
        let id = display.wanted
        #expect(display.perform(.release, id) == true)
        #expect(display.presented == ["1", "2"])
        #expect(display.perform(.dismissed, id) == nil)
        #expect(display.wanted != id)
    }

    @Test func whatIsOverIsKeptForAWhile() {
        var display = DisplayHarness((1...70).map { .poster("\($0)") })
        let first = display.wanted
        for _ in 1...64 { display.perform(.dismissed, display.wanted) }
        #expect(display.perform(.presented, first) == false)
        display.perform(.dismissed, display.wanted)
        #expect(display.perform(.presented, first) == nil)
    }

    @Test func aPresenterThatFailsMakesWay() {
        var display = DisplayHarness([.poster("1"), .poster("2")])
        let id = display.wanted
        #expect(display.perform(.failed(message: "no window"), id) == true)
        #expect(display.engine.update("presentation.failed")?["message"] == "no window")
        #expect(display.stored == ["2"])
        #expect(display.presented == ["1", "2"])
        #expect(display.events == [])
    }

    @Test func aHostThatForgetsToDismissBlocksAndTheStateSaysSo() {
        var display = DisplayHarness([.poster("1"), .poster("2")])
        #expect(display.state()["slot"]?["waits_for"] == "presented")
        display.perform(.presented, display.wanted)
        let state = display.state()
        #expect(state["slot"]?["waits_for"] == "dismissed")
        #expect(state["slot"]?["campaign_id"] == "1")
        #expect(state["queue"]?.array?.first?["waits_for"] == "slot")
        display.engine.advance(86_400_000)
        #expect(display.presented == ["1"])
    }

    @Test func valuesOfTheWrongTypeAreTold() {
        let display = DisplayHarness([.poster("1", values: ["title": 5])])
        #expect(display.engine.update("diagnostic")?["reason"] == "wrong_type")
        #expect(display.presented == ["1"])
    }

    @Test func eventsBelongToWhoeverItWasShownTo() {
        var display = DisplayHarness([.poster("1")])
        display.engine.perform(
            .identify(ids: ["registered": "ada"], properties: [:], key: nil, tokens: []))
        display.engine.answer("customer")
        display.perform(.presented, display.wanted)
        let body = display.engine.open.last { $0.purpose == "event" }?.body ?? ""
        #expect(body.contains("\"who\":{}"))
    }

    @Test func stoppingClosesWhatIsOnShowAndForgetsTheQueue() {
        var display = DisplayHarness([.poster("1"), .poster("2")])
        let id = display.wanted
        display.perform(.presented, id)
        display.engine.perform(.stop)
        #expect(display.engine.update("presentation.close_wanted") != nil)
        #expect(display.perform(.dismissed, id) == false)
        #expect(display.stored == [])
        #expect(display.presented == ["1"])
    }
}
