import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct OverlayContentTests {
    private static let both: JSONValue = [
        "client": [["id": "1", "on": ["a"]]], "server": [["id": "2", "on": ["a"]]],
    ]

    private func counts(_ harness: OverlayHarness) -> [JSONValue?] {
        [harness.state["client_side"], harness.state["server_side"]]
    }

    @Test func aMissingPartKeepsAndAnEmptyOneClears() {
        var harness = OverlayHarness(Self.both)
        harness.take([:])
        #expect(counts(harness) == [1, 1])
        harness.take(["client": []])
        #expect(counts(harness) == [0, 1])
        harness.restart()
        #expect(counts(harness) == [0, 1])
    }

    @Test(arguments: [("client", 1, 0), ("server", 0, 1), ("none", 0, 0)])
    func theModeClearsTheOther(_ mode: String, _ client: Int64, _ server: Int64) {
        var harness = OverlayHarness(Self.both)
        harness.take(["mode": .string(mode)])
        #expect(counts(harness) == [.integer(client), .integer(server)])
        harness.restart()
        #expect(counts(harness) == [.integer(client), .integer(server)])
        #expect(harness.state["mode"] == .string(mode))
    }

    /// The mode first, then the lists: those of one answer belong together.
    @Test func theListsOfAnAnswerComeAfterItsMode() {
        var harness = OverlayHarness(Self.both)
        harness.take(["mode": "client", "server": [["id": "5"], ["id": "6"]]])
        #expect(counts(harness) == [1, 2])
    }

    @Test func aListIsReplacedInItsOrder() {
        var harness = OverlayHarness([
            "client": [["id": "1", "on": ["a"]], ["id": "2", "on": ["a"]]]
        ])
        harness.take(["client": [["id": "2", "on": ["b"]], ["id": "3", "on": ["a"]]]])
        harness.track("a")
        #expect(harness.queued() == ["3"])
        harness.restart()
        #expect(counts(harness) == [2, 0])
        harness.track("b")
        #expect(harness.queued() == ["2"])
        let kept = harness.engine.records.keys.filter { $0.space == .overlayContent }
        #expect(kept.count == 2)
    }

    @Test func anAnswerThatBringsNothingNewWritesNothing() {
        var harness = OverlayHarness(Self.both)
        let before = harness.engine.transcript.count
        harness.take(Self.both)
        let stored = harness.engine.transcript.dropFirst(before).filter {
            if case .store = $0 { true } else { false }
        }
        #expect(stored.isEmpty)
    }

    @Test func changedContentIsWritten() {
        var harness = OverlayHarness(Self.both)
        harness.take(["client": [["id": "1", "on": ["a"], "values": ["title": "new"]]]])
        harness.track("a")
        let entry = harness.engine.records.first { $0.key.space == .overlay }
        #expect(entry?.value.header.contains("\"new\"") == true)
    }

    @Test func oneIdTwiceCountsOnce() {
        var harness = OverlayHarness()
        harness.take(["client": [["id": "1", "on": ["a"]], ["id": "1", "on": ["b"]]]])
        #expect(harness.engine.update("diagnostic")?["reason"] == "duplicate_id")
        harness.track("b")
        #expect(harness.queued().isEmpty)
    }

    @Test func whatTheVendorHasDecidedIsQueuedAsItCame() {
        var harness = OverlayHarness()
        harness.take(["now": [["id": "2", "priority": 1], ["id": "1", "priority": 9]]])
        #expect(harness.queued() == ["2", "1"])
    }

    @Test func theStaleForgetTheirCounters() {
        let limit: JSONValue = ["kind": "ever", "limit": 1]
        var harness = OverlayHarness([
            "client": [
                ["id": "1", "on": ["a"], "limits": [limit]],
                ["id": "2", "on": ["b"], "limits": [limit]],
            ]
        ])
        for event in ["a", "b"] {
            harness.track(event)
            harness.show()
        }
        harness.take(["stale": ["1", "never seen"]])
        harness.restart()
        _ = harness.queued()
        harness.track("a")
        harness.track("b")
        #expect(harness.queued() == ["1"])
    }

    @Test func timeToLiveRunsFromTheChoice() {
        var harness = OverlayHarness([
            "client": [
                ["id": "1", "on": ["a"], "ttl_ms": 1_000, "expires_ms": 5],
                ["id": "2", "on": ["b"], "expires_ms": 5],
            ]
        ])
        harness.engine.perform(.display(.suspend))
        harness.track("a")
        harness.track("b")
        harness.engine.advance(1_000)
        #expect(harness.queued() == ["1", "2"])
        harness.engine.perform(.display(.resume))
        #expect(harness.engine.update("presentation.wanted")?["campaign_id"] == "1")
        harness.show()
        // Two days for one that does not say.
        #expect(harness.engine.update("presentation.wanted")?["campaign_id"] == "2")
    }

    @Test func aFollowUpReplacesNothing() {
        var harness = OverlayHarness(Self.both)
        harness.take([
            "follow_up": true, "mode": "none", "client": [], "server": [], "now": [["id": "7"]],
        ])
        #expect(counts(harness) == [1, 1])
        #expect(harness.state["mode"] == .null)
        #expect(harness.queued() == ["7"])
    }
}
