import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct OverlayEvaluationTests {
    @Test func anEventShowsTheFirstByRank() {
        var harness = OverlayHarness([
            "client": [
                ["id": "9", "on": ["buy"], "priority": 5],
                ["id": "10", "on": ["buy"], "priority": 5],
                ["id": "1", "on": ["buy"], "priority": 4],
                ["id": "2", "on": ["sell"], "priority": 99],
            ]
        ])
        harness.track("buy")
        #expect(harness.matched() == ["9 chosen"])
        #expect(harness.queued() == ["9"])
        harness.track("other")
        #expect(harness.queued().isEmpty)
    }

    /// A text that is no number counts as the youngest campaign.
    @Test func ranksByNumberAndNotByText() {
        var harness = OverlayHarness([
            "client": [["id": "spring", "on": ["a"]], ["id": "10", "on": ["a"]]]
        ])
        harness.track("a")
        #expect(harness.queued() == ["10"])
    }

    @Test func serverSideIsReportedEachTimeAndShowsNothing() {
        var harness = OverlayHarness([
            "server": [
                ["id": "4", "on": ["a"]], ["id": "5", "on": ["a"]],
                ["id": "x", "on": ["a"], "unreportable": true],
            ]
        ])
        harness.track("a")
        harness.track("a")
        #expect(
            harness.matched() == ["4 reported", "5 reported", "4 reported", "5 reported"])
        #expect(harness.queued().isEmpty)
        #expect(harness.state["matched"] == ["4", "5", "4", "5"])
        harness.restart()
        #expect(harness.state["matched"] == ["4", "5", "4", "5"])
    }

    @Test func theSuppressedAheadOfTheWinnerAreRecorded() {
        var harness = OverlayHarness([
            "client": [
                ["id": "1", "on": ["a"], "priority": 9, "suppressed": true],
                ["id": "2", "on": ["a"], "priority": 5],
                ["id": "3", "on": ["a"], "priority": 1, "suppressed": true],
            ]
        ])
        harness.track("a")
        #expect(harness.matched() == ["1 suppressed", "2 chosen"])
        #expect(harness.state["suppressed"] == [["id": "1"]])
        harness.track("a")
        #expect(harness.state["suppressed"] == [["id": "1"], ["id": "1"]])
    }

    /// Each event that sets a campaign off is an occasion, also one that a
    /// limit then turns down.
    @Test func occasionsAreCountedBeforeLimits() {
        var harness = OverlayHarness([
            "client": [
                [
                    "id": "1", "on": ["a"],
                    "occasions": [["kind": "on_every", "limit": 2]],
                ]
            ]
        ])
        var queued: [Int] = []
        for round in 1...5 {
            harness.track("a")
            if !harness.queued().isEmpty { queued.append(round) }
            if round == 3 { harness.restart() }
        }
        #expect(queued == [2, 4])
    }

    @Test func limitsLookAtWhatWasPresented() {
        var harness = OverlayHarness([
            "client": [["id": "1", "on": ["a"], "limits": [["kind": "ever", "limit": 1]]]]
        ])
        harness.track("a")
        #expect(harness.queued() == ["1"])
        harness.show()
        harness.track("a")
        #expect(harness.queued().isEmpty)
        harness.restart()
        harness.track("a")
        #expect(harness.queued().isEmpty)
    }

    @Test func whatNoTemplatePresentsIsPassedOver() {
        var harness = OverlayHarness([
            "client": [
                ["id": "1", "on": ["a"], "template": "unknown", "priority": 9],
                ["id": "2", "on": ["a"]],
            ]
        ])
        harness.track("a")
        #expect(harness.queued() == ["2"])
        #expect(harness.explain(.init(event: "a"))["1"] == "template template_unknown")
    }

    @Test func onlyTheFirstTimeCountsAlsoAfterARestart() {
        var harness = OverlayHarness([
            "client": [["id": "1", "triggers": [["event": "a", "first_time": true]]]]
        ])
        harness.track("b")
        harness.track("a")
        #expect(harness.queued() == ["1"])
        harness.track("a")
        harness.restart()
        harness.track("a")
        #expect(harness.queued().isEmpty)
        #expect(harness.state["events_counted"] == 2)
    }

    @Test func aRefusedEventIsNeitherCountedNorLookedAt() {
        var harness = OverlayHarness(["client": [["id": "1", "on": ["a"]]]])
        harness.engine.perform(.consent(vendor: nil, purpose: .tracking, .denied))
        harness.track("a")
        #expect(harness.queued().isEmpty)
        #expect(harness.state["events_counted"] == 0)
    }

    @Test func anInstanceThatOnlyTracksHasNone() {
        var postcard = PostcardAdapter()
        postcard.overlayPolicy = OverlayPolicy(isAnalyticsOnly: true)
        var harness = OverlayHarness(
            ["client": [["id": "1", "on": ["a"]]], "now": [["id": "2"]]], adapter: postcard)
        harness.track("a")
        #expect(harness.queued().isEmpty)
        #expect(harness.state["client_side"] == 0)
    }

    @Test func contentThatIsGoneIsDropped() {
        var harness = OverlayHarness(["client": [["id": "1", "on": ["a"]]]])
        harness.engine.records = harness.engine.records.filter {
            $0.key.space != .overlayContent
        }
        harness.track("a")
        #expect(harness.dropped() == ["1 content_lost"])
    }
}
