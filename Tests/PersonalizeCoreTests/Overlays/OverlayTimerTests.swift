import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct OverlayTimerTests {
    @Test func aDelayedOneIsShownWhenItsTimeHasCome() {
        var harness = OverlayHarness([
            "client": [["id": "1", "on": ["a"], "delay_ms": 5_000]]
        ])
        harness.track("a")
        #expect(harness.matched() == ["1 shown_later"])
        harness.engine.advance(3_000)
        harness.track("a")
        // The one that runs is not started again.
        #expect(harness.matched().isEmpty)
        harness.engine.advance(1_999)
        #expect(harness.queued().isEmpty)
        harness.engine.advance(1)
        #expect(harness.queued() == ["1"])
        harness.engine.advance(10_000)
        #expect(harness.queued().isEmpty)
    }

    @Test func oneIsChosenForEachDelay() {
        var harness = OverlayHarness([
            "client": [
                ["id": "1", "on": ["a"], "delay_ms": 2_000, "priority": 1],
                ["id": "2", "on": ["a"], "delay_ms": 2_000, "priority": 5],
                ["id": "3", "on": ["a"], "delay_ms": 1_000, "suppressed": true],
                ["id": "4", "on": ["a"], "delay_ms": 1_000],
                ["id": "5", "on": ["a"]],
            ]
        ])
        harness.track("a")
        #expect(
            harness.matched() == ["3 suppressed", "5 chosen", "4 shown_later", "2 shown_later"])
    }

    @Test func itGoesBeforeWhatWaits() {
        var harness = OverlayHarness(["client": [["id": "1", "on": ["a"], "delay_ms": 1_000]]])
        harness.take(["now": [["id": "8"], ["id": "9"]]])
        harness.track("a")
        harness.engine.advance(1_000)
        harness.show()
        #expect(harness.engine.update("presentation.wanted")?["campaign_id"] == "1")
        harness.show()
        #expect(harness.engine.update("presentation.wanted")?["campaign_id"] == "9")
    }

    @Test func whatComesDueInTheBackgroundIsLost() {
        var harness = OverlayHarness([
            "client": [
                ["id": "1", "on": ["a"], "delay_ms": 1_000],
                ["id": "2", "on": ["a"], "delay_ms": 9_000],
            ]
        ])
        harness.track("a")
        harness.engine.perform(.foreground(false))
        #expect(harness.engine.deadline == nil)
        harness.engine.advance(4_000)
        #expect(harness.queued().isEmpty)
        harness.engine.perform(.foreground(true))
        #expect(harness.dropped() == ["1 time_passed_in_background"])
        harness.engine.advance(4_999)
        #expect(harness.queued().isEmpty)
        harness.engine.advance(1)
        #expect(harness.queued() == ["2"])
    }

    @Test func comingToTheFrontTwiceLosesNothing() {
        var harness = OverlayHarness(["client": [["id": "1", "on": ["a"], "delay_ms": 1_000]]])
        harness.track("a")
        harness.engine.now.wall += 1_000
        harness.engine.now.monotonic += 1_000
        harness.engine.perform(.foreground(true))
        #expect(harness.queued() == ["1"])
    }

    @Test func aRestartEndsThem() {
        var harness = OverlayHarness(["client": [["id": "1", "on": ["a"], "delay_ms": 1_000]]])
        harness.track("a")
        harness.restart()
        harness.engine.advance(2_000)
        #expect(harness.queued().isEmpty)
    }

    @Test func whatTheVendorDecidedCanWaitToo() {
        var harness = OverlayHarness()
        harness.take(["now": [["id": "1", "delay_ms": 1_000, "ttl_ms": 500], ["id": "2"]]])
        #expect(harness.queued() == ["2"])
        harness.engine.advance(1_000)
        #expect(harness.queued() == ["1"])
        #expect(harness.dropped().isEmpty)
    }

    @Test func theEarliestIsTheDeadline() {
        var harness = OverlayHarness([
            "client": [
                ["id": "1", "on": ["a"], "delay_ms": 7_000],
                ["id": "2", "on": ["b"], "delay_ms": 3_000],
            ]
        ])
        let now = harness.engine.now.monotonic
        harness.track("a")
        #expect(harness.engine.deadline == now + 7_000)
        harness.track("b")
        #expect(harness.engine.deadline == now + 3_000)
    }

    @Test func noQuestionsInClientMode() {
        var harness = OverlayHarness(["server": [["id": "1", "on": ["a"], "inaction_ms": 1_000]]])
        harness.track("a")
        #expect(harness.matched() == ["1 asked_later"])
        #expect(harness.state["matched"] == [])
        #expect(
            harness.state["timers"] == [
                ["campaign_id": "1", "purpose": "ask", "due_in_ms": 1_000]
            ])
        harness.take(["mode": "client", "ask": [["id": "2", "inaction_ms": 1_000]]])
        #expect(harness.matched().isEmpty)
    }
}
