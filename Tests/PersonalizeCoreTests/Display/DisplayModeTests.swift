import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct DisplayModeTests {
    @Test func suspendingHoldsBackAndResumingGoesOnInOrder() {
        var display = DisplayHarness([.poster("1"), .poster("2")], isStarted: false)
        display.perform(.suspend)
        display.start()
        #expect(display.presented == [])
        #expect(display.state()["queue"]?.array?.first?["waits_for"] == "resume")
        display.perform(.resume)
        #expect(display.presented == ["1"])
        display.perform(.dismissed, display.wanted)
        #expect(display.presented == ["1", "2"])
    }

    @Test func suspendingLeavesWhatIsOnShow() {
        var display = DisplayHarness([.poster("1"), .poster("2")])
        display.perform(.suspend)
        #expect(display.engine.update("presentation.close_wanted") == nil)
        #expect(display.perform(.presented, display.wanted) == true)
        display.perform(.dismissed, display.wanted)
        #expect(display.presented == ["1"])
        display.perform(.resume)
        #expect(display.presented == ["1", "2"])
    }

    @Test func discardingDropsWhatWaits() {
        var display = DisplayHarness([.poster("1"), .poster("2"), .poster("3", template: "bell")])
        display.perform(.discard(dismisses: false))
        #expect(display.dropped == ["2 discarded"])
        #expect(display.engine.update("presentation.close_wanted") == nil)
        #expect(display.stored == ["1", "3"])
        display.perform(.dismissed, display.engine.updates[0]["presentation_id"]?.integer ?? 0)
        display.perform(.resume)
        #expect(display.presented == ["1", "3"])
    }

    @Test func discardingMayAskForWhatIsOnShowToBeClosed() {
        var display = DisplayHarness([.poster("1")])
        display.perform(.presented, display.wanted)
        display.perform(.discard(dismisses: true))
        let update = display.engine.update("presentation.close_wanted")
        #expect(update?["presentation_id"]?.integer == display.wanted)
        // It is the host that closes.
        #expect(display.perform(.dismissed, display.wanted) == true)
    }

    @Test func discardingTwiceStillClosesWhenAskedTo() {
        var display = DisplayHarness([.poster("1")])
        display.perform(.discard(dismisses: false))
        display.perform(.discard(dismisses: true))
        #expect(display.engine.update("presentation.close_wanted") != nil)
        #expect(display.engine.updates.filter { $0["update"] == "display.changed" }.count == 1)
    }

    @Test func aChangeIsToldOnce() {
        var display = DisplayHarness()
        display.perform(.suspend)
        display.perform(.suspend)
        display.perform(.resume)
        let modes = display.engine.updates.compactMap { $0["mode"]?.string }
        #expect(modes == ["suspended", "resumed"])
    }

    @Test func theModeEndsWithTheProcess() {
        var display = DisplayHarness([.poster("1")], isStarted: false)
        display.perform(.suspend)
        display.restart()
        #expect(display.state()["mode"] == "resumed")
        #expect(display.presented == ["1"])
    }

    @Test func nothingIsPresentedInTheBackground() {
        var display = DisplayHarness([.poster("1")], isStarted: false)
        display.engine.perform(.foreground(false))
        display.start()
        #expect(display.presented == [])
        #expect(display.state()["queue"]?.array?.first?["waits_for"] == "foreground")
        display.engine.perform(.foreground(true))
        #expect(display.presented == ["1"])
    }

    @Test func goingToTheBackgroundWhileAFileComesOnlyPutsOff() {
        var display = DisplayHarness([
            .poster("1", values: ["image": "https://post.test/a.png"]), .poster("2"),
        ])
        display.engine.perform(.foreground(false))
        display.engine.answer("file", "picture")
        #expect(display.presented == [])
        #expect(display.stored == ["1", "2"])
        display.engine.perform(.foreground(true))
        #expect(display.presented == ["1"])
    }

    @Test func suspendingWhileAFileComesOnlyPutsOff() {
        var display = DisplayHarness([.poster("1", values: ["image": "https://post.test/a.png"])])
        display.perform(.suspend)
        display.engine.answer("file", "picture")
        #expect(display.presented == [])
        display.perform(.resume)
        #expect(display.presented == ["1"])
    }

    @Test func discardingWhileAFileComesDropsIt() {
        var display = DisplayHarness([.poster("1", values: ["image": "https://post.test/a.png"])])
        display.perform(.discard(dismisses: false))
        #expect(display.dropped == ["1 discarded"])
        display.perform(.resume)
        display.engine.answer("file", "picture")
        #expect(display.presented == [])
    }

    @Test func anInstanceThatOnlyTracksHasNothingToHoldBack() {
        var adapter = PostcardAdapter()
        adapter.overlayPolicy.isAnalyticsOnly = true
        var display = DisplayHarness(adapters: [adapter])
        display.perform(.suspend)
        #expect(display.state()["mode"] == "resumed")
    }

    // MARK: - The host's veto

    @Test func theHostIsAskedWithTheExtras() throws {
        var display = DisplayHarness([.poster("1"), .poster("2")], isStarted: false)
        display.engine.perform(.hookSet(.overlayReview, isSet: true))
        display.start()
        let question = try #require(display.engine.questions.first)
        #expect(question.hook == .overlayReview)
        #expect(question.question["extras"] == ["colour": "red"])
        #expect(question.question["campaign_id"] == "1")
        #expect(display.presented == [])
        display.engine.perform(.answered(token: question.token, ["show": false]))
        #expect(display.dropped == ["1 refused"])
        let second = try #require(display.engine.questions.last)
        display.engine.perform(.answered(token: second.token, ["show": true]))
        #expect(display.presented == ["2"])
    }

    @Test func aHookThatFailsShows() throws {
        var display = DisplayHarness([.poster("1")], isStarted: false)
        display.engine.perform(.hookSet(.overlayReview, isSet: true))
        display.start()
        let question = try #require(display.engine.questions.first)
        display.engine.perform(.answered(token: question.token, nil))
        #expect(display.presented == ["1"])
    }

    @Test func whatExpiresWhileTheHostThinksIsNotShown() throws {
        var display = DisplayHarness([.poster("1", expires: 1_000_100)], isStarted: false)
        display.engine.perform(.hookSet(.overlayReview, isSet: true))
        display.start()
        display.engine.advance(200)
        let question = try #require(display.engine.questions.first)
        display.engine.perform(.answered(token: question.token, ["show": true]))
        #expect(display.dropped == ["1 expired"])
        #expect(display.presented == [])
    }

    @Test func suspendingWhileTheHostThinksPutsOffAndAsksAgain() throws {
        var display = DisplayHarness([.poster("1")], isStarted: false)
        display.engine.perform(.hookSet(.overlayReview, isSet: true))
        display.start()
        display.perform(.suspend)
        let question = try #require(display.engine.questions.first)
        display.engine.perform(.answered(token: question.token, ["show": true]))
        #expect(display.presented == [])
        display.perform(.resume)
        #expect(display.engine.questions.count == 2)
        #expect(display.stored == ["1"])
    }
}
