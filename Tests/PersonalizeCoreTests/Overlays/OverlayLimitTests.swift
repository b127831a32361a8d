import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct OverlayLimitTests {
    private func harness(_ policy: OverlayPolicy) -> OverlayHarness {
        var postcard = PostcardAdapter()
        postcard.overlayPolicy = policy
        return OverlayHarness(adapter: postcard)
    }

    @Test func beforeTheVendorHasSaidThePolicyCounts() {
        var harness = harness(OverlayPolicy())
        harness.take(["now": [["id": "1"], ["id": "2"]]])
        harness.show()
        #expect(harness.dropped() == ["2 session"])
        harness.take(["session_cap": 3, "day_cap": 2, "now": [["id": "3"], ["id": "4"]]])
        harness.show()
        #expect(harness.dropped() == ["4 day"])
    }

    @Test func aSessionCountsFromNothing() {
        var harness = OverlayHarness(["session_cap": 1, "day_cap": 100])
        harness.take(["now": [["id": "1"], ["id": "2"]]])
        harness.show()
        #expect(harness.dropped() == ["2 session"])
        harness.engine.perform(.sessionStart)
        harness.take(["now": [["id": "3"]]])
        #expect(harness.engine.update("presentation.wanted")?["campaign_id"] == "3")
    }

    @Test func theDayEndsAtMidnightWhileTheEngineRuns() {
        var harness = OverlayHarness(["day_cap": 1])
        harness.take(["now": [["id": "1"], ["id": "2"]]])
        harness.show()
        #expect(harness.dropped() == ["2 day"])
        harness.engine.advance(86_400_000)
        harness.take(["now": [["id": "3"]]])
        #expect(harness.engine.update("presentation.wanted")?["campaign_id"] == "3")
    }

    @Test func theCountersOutliveARestart() {
        var harness = OverlayHarness(["day_cap": 2, "session_cap": 9])
        harness.take(["now": [["id": "1", "caps": ["lifetime": 1]]]])
        harness.show()
        harness.restart()
        harness.take(["now": [["id": "1", "caps": ["lifetime": 1]], ["id": "2"], ["id": "3"]]])
        harness.show()
        #expect(harness.dropped() == ["1 campaign_lifetime", "3 day"])
    }

    @Test func whatIsExcludedFromCapsStillHasItsLimits() {
        var harness = OverlayHarness(["day_cap": 0])
        let campaign: JSONValue = [
            "id": "1", "caps": ["is_excluded": true],
            "limits": [["kind": "ever", "limit": 1]],
        ]
        harness.take(["now": [campaign]])
        harness.show()
        harness.take(["now": [campaign]])
        #expect(harness.dropped() == ["1 shown_often_enough"])
    }

    @Test func whatHasNoCampaignIsNeverCounted() {
        var harness = OverlayHarness(["day_cap": 0])
        harness.take(["now": [["id": ""]]])
        #expect(harness.dropped().isEmpty)
        harness.show()
        #expect(harness.state["shown_today"] == 0)
    }
}
