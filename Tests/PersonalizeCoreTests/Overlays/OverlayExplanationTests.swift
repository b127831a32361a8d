import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct OverlayExplanationTests {
    private static let answer: JSONValue = [
        "client": [
            ["id": "1", "on": ["a"], "priority": 9, "suppressed": true],
            ["id": "2", "on": ["a"], "priority": 5],
            ["id": "3", "on": ["a"], "priority": 1],
            ["id": "4", "on": ["b"]],
            ["id": "5", "on": ["a"], "occasions": [["kind": "on_exactly", "limit": 2]]],
            ["id": "6", "on": ["a"], "caps": ["per_day": 0]],
            [
                "id": "7",
                "triggers": [
                    [
                        "event": "a",
                        "conditions": [
                            [
                                "property": "price", "operation": "greater_than",
                                "expected": 5, "word": "0",
                            ]
                        ],
                    ]
                ],
            ],
            ["id": "8", "triggers": [["event": "a", "first_time": true]], "priority": 0],
            ["id": "9"],
        ],
        "server": [["id": "s", "on": ["a"]]],
    ]

    @Test func eachHasTheRuleThatDecides() {
        let harness = OverlayHarness(Self.answer)
        #expect(
            harness.explain(.init(event: "a", properties: ["price": 1])) == [
                "1": "suppression control_group", "2": "eligible",
                "3": "priority lower_priority", "4": "trigger other_event",
                "5": "limit not_this_occasion", "6": "cap campaign_day",
                "7": "condition not_met", "8": "priority lower_priority",
                "9": "trigger no_triggers", "s": "eligible",
            ])
    }

    /// Explaining happens as if, and changes nothing.
    @Test func nothingIsCounted() {
        var harness = OverlayHarness(Self.answer)
        #expect(harness.explain(.init(campaign: "8", event: "a"))["8"] == "eligible")
        harness.track("a")
        let before = harness.state
        #expect(
            harness.explain(.init(campaign: "8", event: "a"))["8"]
                == "trigger not_the_first_time")
        #expect(harness.explain(.init(campaign: "5", event: "a"))["5"] == "eligible")
        #expect(harness.state == before)
    }

    @Test func withoutAnEventLimitsAndCapsAreExplained() {
        let harness = OverlayHarness(Self.answer)
        let verdicts = harness.explain(.init())
        #expect(verdicts["4"] == "priority lower_priority")
        #expect(verdicts["6"] == "cap campaign_day")
    }

    @Test func whatWaitsIsListed() {
        var harness = OverlayHarness([
            "client": [["id": "1", "on": ["a"], "delay_ms": 5_000]]
        ])
        harness.track("a")
        harness.engine.advance(1_000)
        guard case .done(let reply) = harness.engine.perform(.explainOverlays(.init())) else {
            Issue.record("refused")
            return
        }
        #expect(
            reply["waiting"] == [
                [
                    "campaign": "1", "reason": "shown_later", "due_in_ms": 4_000,
                    "paused": false,
                ]
            ])
        #expect(reply["display"]?["queue"] == [])
    }

    @Test func anUnknownCampaignIsRefused() {
        var harness = OverlayHarness(Self.answer)
        let outcome = harness.engine.perform(.explainOverlays(.init(campaign: "77")))
        guard case .refused(let error) = outcome else {
            Issue.record("not refused")
            return
        }
        #expect(error.reason == "unknown_campaign")
    }

    @Test func theQuestionIsJournalled() {
        let command = Command.explainOverlays(
            .init(campaign: "1", vendor: "v", event: "e", properties: ["a": 1], items: [[:]]))
        #expect(Command(json: command.json) == command)
        let bare = Command.explainOverlays(.init())
        #expect(Command(json: bare.json) == bare)
    }
}
