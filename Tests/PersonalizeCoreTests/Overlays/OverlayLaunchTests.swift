import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct OverlayLaunchTests {
    private func campaign(_ id: String, priority: Int64 = 1) -> JSONValue {
        ["id": .string(id), "on": ["launch"], "priority": .integer(priority)]
    }

    @Test func oneOfTheLaunchListIsShown() {
        var harness = OverlayHarness()
        harness.take([
            "launch": [
                campaign("1"), campaign("2", priority: 5), ["id": "3", "on": ["other"]],
                ["id": "4", "on": ["launch"], "delay_ms": 1_000],
            ],
            "launch_ask": [
                ["id": "5", "on": ["launch"], "inaction_ms": 1_000, "priority": 2],
                ["id": "6", "on": ["launch"], "inaction_ms": 2_000],
            ],
        ])
        #expect(harness.matched() == ["2 chosen", "4 shown_later", "5 asked_later"])
        #expect(harness.queued() == ["2"])
        harness.engine.advance(1_000)
        #expect(harness.queued() == ["4"])
    }

    @Test func theChosenWaitsForWhatWasAnnounced() {
        var harness = OverlayHarness()
        let start = harness.engine.now.monotonic
        harness.take(["launch": [campaign("1")], "more": true])
        #expect(harness.queued().isEmpty)
        #expect(harness.engine.deadline == start + 3_000)
        #expect(harness.state["held_for_launch"] == "1")
        harness.engine.advance(2_999)
        #expect(harness.queued().isEmpty)
        harness.engine.advance(1)
        #expect(harness.queued() == ["1"])
    }

    @Test(arguments: [("2", 5, "2", "1"), ("2", 1, "1", "2"), ("0", 1, "0", "1")])
    func exactlyOneIsShown(_ id: String, _ priority: Int64, _ shown: String, _ other: String) {
        var harness = OverlayHarness()
        harness.take(["launch": [campaign("1")], "more": true])
        harness.take(["launch": [campaign(id, priority: priority)], "follow_up": true])
        #expect(harness.queued() == [shown])
        #expect(harness.state["suppressed"] == [["id": .string(other)]])
        harness.engine.advance(5_000)
        #expect(harness.queued().isEmpty)
    }

    @Test func whatComesTooLateCountsAsSuppressed() {
        var harness = OverlayHarness()
        harness.take(["launch": [campaign("1")], "more": true])
        harness.engine.advance(3_000)
        harness.take(["launch": [campaign("2", priority: 9)], "follow_up": true])
        #expect(harness.queued() == ["1"])
        #expect(harness.state["suppressed"] == [["id": "2"]])
        // The next launch decides anew.
        harness.take(["launch": [campaign("3")]])
        #expect(harness.queued() == ["3"])
    }

    @Test func aFollowUpAloneIsShown() {
        var harness = OverlayHarness()
        harness.take(["more": true])
        harness.take(["launch": [campaign("2")], "follow_up": true])
        #expect(harness.queued() == ["2"])
    }
}
