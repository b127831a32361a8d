import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct OverlayActionTests {
    private func showing(_ action: JSONValue, then others: [Overlay] = []) -> DisplayHarness {
        DisplayHarness([.poster("1", values: ["go": action])] + others)
    }

    private func trigger(_ display: inout DisplayHarness, _ argument: String = "go") -> Bool? {
        display.perform(.trigger(argument: argument), display.wanted)
    }

    @Test func closingAsksThePresenterAndDismissesNothing() {
        var display = showing(["do": "close"], then: [.poster("2")])
        #expect(trigger(&display) == true)
        #expect(display.events == ["overlay_clicked"])
        #expect(
            display.engine.update("presentation.close_wanted")?["presentation_id"]?.integer
                == display.wanted)
        #expect(display.presented == ["1"])
    }

    @Test func aURLIsTheHostsToOpen() {
        var display = showing(["do": "url", "to": "https://shop.test/a"])
        #expect(trigger(&display) == true)
        let update = display.engine.update("url.open_wanted")
        #expect(update?["url"] == "https://shop.test/a")
        #expect(update?["argument"] == "go")
        #expect(update?["campaign_id"] == "1")
    }

    @Test func anEmptyURLOpensNothingButIsTracked() {
        var display = showing(["do": "url", "to": ""])
        #expect(trigger(&display) == true)
        #expect(display.events == ["overlay_clicked"])
        #expect(display.engine.update("url.open_wanted") == nil)
    }

    @Test(arguments: [true, false]) func theHookDecidesWhoOpensAURL(isHandled: Bool) throws {
        var display = showing(["do": "url", "to": "https://shop.test/a"])
        display.engine.perform(.hookSet(.clickOverride, isSet: true))
        _ = trigger(&display)
        #expect(display.engine.update("url.open_wanted") == nil)
        let question = try #require(display.engine.questions.first)
        #expect(question.question["url"] == "https://shop.test/a")
        #expect(question.question["template"] == "poster")
        display.engine.perform(.answered(token: question.token, ["handled": .bool(isHandled)]))
        #expect((display.engine.update("url.open_wanted") == nil) == isHandled)
    }

    @Test func keyValuesGoToTheHost() {
        var display = showing(["do": "key_values", "say": ["coupon": "AUTUMN", "n": 2]])
        _ = trigger(&display)
        #expect(
            display.engine.update("key_values.received")?["key_values"]
                == ["coupon": "AUTUMN", "n": 2])
        display.perform(.dismissed, display.wanted)
        #expect(
            display.engine.update("presentation.dismissed")?["action_extras"]
                == ["coupon": "AUTUMN", "n": 2])
    }

    @Test func emptyKeyValuesGoNowhere() {
        var display = showing(["do": "key_values"])
        #expect(trigger(&display) == true)
        #expect(display.engine.update("key_values.received") == nil)
    }

    @Test(arguments: ["dance", "permission"]) func anUnknownActionIsOnlyTracked(word: String) {
        var display = showing(["do": .string(word)])
        #expect(trigger(&display) == true)
        #expect(display.events == ["overlay_clicked"])
        #expect(display.stored == ["1"])
    }

    @Test(arguments: ["title", "other", "nothing", ""])
    func whatIsNoActionDoesNothing(argument: String) {
        var display = showing(["do": "close"])
        #expect(trigger(&display, argument) == false)
        #expect(display.events == [])
        #expect(display.engine.update("diagnostic")?["reason"] == "not_an_action")
    }

    @Test func functionsHaveNoActions() {
        var display = DisplayHarness([
            .poster("1", template: "curtain", values: ["go": ["do": "close"]])
        ])
        #expect(trigger(&display) == false)
    }

    // MARK: - Functions

    @Test func aVisualFunctionIsNextInLine() {
        var display = showing(["do": "function", "name": "curtain"], then: [.poster("2")])
        let parent = display.wanted
        _ = trigger(&display)
        #expect(display.presented == ["1"])
        #expect(display.stored == ["1", "1", "2"])
        display.perform(.dismissed, parent)
        #expect(display.engine.update("presentation.wanted")?["template"] == "curtain")
        #expect(display.engine.update("presentation.wanted")?["action"] == true)
        display.perform(.dismissed, display.wanted)
        #expect(display.presented == ["1", "1", "2"])
    }

    @Test func aVisualFunctionIsNeitherTrackedNorTold() {
        var display = showing(["do": "function", "name": "curtain"], then: [.poster("2")])
        _ = trigger(&display)
        display.perform(.dismissed, display.wanted)
        let child = display.wanted
        let events = display.events
        #expect(display.perform(.presented, child) == true)
        #expect(display.events == events)
        #expect(display.engine.update("presentation.presented") == nil)
        // It is not presented again all the same.
        #expect(display.stored == ["2"])
        display.perform(.dismissed, child)
        #expect(display.presented.count == 3)
    }

    @Test func theLatestOfSeveralVisualFunctionsIsNext() {
        var display = DisplayHarness([
            .poster(
                "1",
                values: [
                    "go": ["do": "function", "name": "curtain"],
                    "other": ["do": "function", "name": "poster"],
                ]), .poster("2"),
        ])
        let parent = display.wanted
        _ = trigger(&display)
        _ = display.perform(.trigger(argument: "other"), parent)
        display.perform(.dismissed, parent)
        #expect(display.engine.update("presentation.wanted")?["template"] == "poster")
        display.perform(.dismissed, display.wanted)
        #expect(display.engine.update("presentation.wanted")?["template"] == "curtain")
        display.perform(.dismissed, display.wanted)
        #expect(display.presented.last == "2")
    }

    @Test func aVisualFunctionSurvivesTheEndOfTheProcess() {
        var display = showing(["do": "function", "name": "curtain"], then: [.poster("2")])
        display.perform(.presented, display.wanted)
        _ = trigger(&display)
        display.restart()
        #expect(display.engine.update("presentation.wanted")?["template"] == "curtain")
        #expect(display.engine.update("presentation.wanted")?["action"] == true)
    }

    @Test func aFunctionWithoutAnythingToSeeIsCalledAtOnce() {
        var display = showing(
            ["do": "function", "name": "bell", "with": ["times": 3]], then: [.poster("2")])
        let parent = display.wanted
        _ = trigger(&display)
        let update = display.engine.update("presentation.wanted")
        #expect(update?["template"] == "bell")
        #expect(update?["visual"] == false)
        #expect(display.stored == ["1", "2"])
        let bell = display.wanted
        #expect(display.perform(.presented, bell) == true)
        #expect(display.perform(.dismissed, bell) == true)
        #expect(display.events == ["overlay_clicked"])
        #expect(display.engine.update("presentation.dismissed") == nil)
        // The parent is still there.
        #expect(display.perform(.presented, parent) == true)
    }

    @Test func itIsCalledEvenWhileTheDisplayIsSuspended() {
        var display = showing(["do": "function", "name": "bell"])
        display.perform(.suspend)
        _ = trigger(&display)
        #expect(display.engine.update("presentation.wanted")?["template"] == "bell")
    }

    @Test func aTemplateAsAnActionIsShownWithARemark() {
        var display = showing(["do": "function", "name": "poster"])
        let parent = display.wanted
        _ = trigger(&display)
        #expect(display.engine.update("diagnostic")?["reason"] == "template_as_action")
        display.perform(.dismissed, parent)
        #expect(display.presented == ["1", "1"])
    }

    @Test func anUnknownFunctionIsDropped() {
        var display = showing(["do": "function", "name": "nobody"])
        #expect(trigger(&display) == true)
        #expect(display.events == ["overlay_clicked"])
        #expect(display.dropped == ["1 not_defined"])
    }

    // MARK: - Functions of the vendor

    @Test func aFunctionOfTheVendorIsDoneByTheEngine() {
        var display = showing(
            ["do": "function", "name": "post_open", "with": ["url": "https://shop.test"]])
        _ = trigger(&display)
        let update = display.engine.update("url.open_wanted")
        #expect(update?["url"] == "https://shop.test")
        #expect(update?["template"] == "post_open")
        #expect(display.presented == ["1"])
        #expect(display.events == ["overlay_clicked"])
    }

    @Test func aFunctionOfTheVendorAsACampaignIsTrackedWhenItWorked() {
        let display = DisplayHarness([
            .poster("1", template: "post_open", values: ["url": "https://shop.test"]),
            .poster("2"),
        ])
        #expect(display.engine.update("url.open_wanted")?["url"] == "https://shop.test")
        #expect(display.events == ["overlay_presented"])
        #expect(display.engine.update("presentation.dismissed")?["presented"] == true)
        #expect(display.presented == ["2"])
        #expect(display.stored == ["2"])
    }

    @Test func withoutAnEffectItIsDismissedAndNotPresented() {
        let display = DisplayHarness([.poster("1", template: "post_open")])
        #expect(display.events == [])
        #expect(display.engine.update("presentation.dismissed")?["presented"] == false)
        #expect(display.stored == [])
    }

    @Test(arguments: [true, false]) func theHookCarriesItOut(isHandled: Bool) throws {
        var display = DisplayHarness(
            [.poster("1", template: "post_open", values: ["url": "https://shop.test"])],
            isStarted: false)
        display.engine.perform(.hookSet(.systemFunction, isSet: true))
        display.start()
        let question = try #require(display.engine.questions.first)
        #expect(question.question["effect"] == "open_url")
        #expect(question.question["url"] == "https://shop.test")
        #expect(display.stored == ["1"])
        display.engine.perform(.answered(token: question.token, ["handled": .bool(isHandled)]))
        #expect(display.engine.update("url.open_wanted") == nil)
        #expect(display.events == (isHandled ? ["overlay_presented"] : []))
        #expect(display.stored == [])
    }
}
