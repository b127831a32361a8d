import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct SessionTests {
    private func automatic() -> PostcardAdapter {
        var adapter = PostcardAdapter()
        adapter.policy.automaticSessions = true
        return adapter
    }

    private func events(_ harness: EngineHarness) -> [String] {
        harness.updates.filter { $0["update"] == "event.tracked" }.compactMap {
            $0["event"]?.string
        }
    }

    @Test func aShortAbsenceIsTheSameSession() {
        var harness = EngineHarness([automatic()])
        harness.start("[]")
        harness.perform(.foreground(false))
        harness.advance(60_000)
        harness.perform(.foreground(true))
        #expect(events(harness) == ["arrived"])
    }

    @Test func aLongAbsenceEndsItWhenItWasLeft() {
        var harness = EngineHarness([automatic()])
        harness.start("[]")
        harness.advance(5_000)
        harness.perform(.foreground(false))
        harness.advance(60_001)
        harness.perform(.foreground(true))
        #expect(events(harness) == ["arrived", "left", "arrived"])
        #expect(harness.update("session.ended")?["duration_ms"] == 5_000)
    }

    @Test func onceAVisitCountsFromTheSessionsStart() {
        var harness = EngineHarness([automatic()])
        harness.start(#"[{"id":"a","often":"once_per_visit","body":"x"}]"#)
        let hall = harness.open("hall")
        harness.advance(10)
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shown(hall) == nil)
        harness.advance(10)
        harness.perform(.sessionStart)
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shown(hall) == "a")
    }

    @Test func aSessionThatWasNeverEndedIsDatedByItsLastSignOfLife() {
        var first = EngineHarness([automatic()])
        first.start("[]")
        first.advance(7_000)
        first.perform(.track(event: "alive", properties: [:], vendors: nil))
        var later = first.now
        later.wall += 3_600_000
        var second = EngineHarness([automatic()], records: first.records, at: later)
        second.perform(.start)
        #expect(second.update("session.ended")?["duration_ms"] == 7_000)
        #expect(events(second) == ["left", "arrived"])
    }

    @Test func sessionsByHandNeedAStart() {
        var harness = EngineHarness()
        let outcome = harness.perform(.sessionStart)
        guard case .refused(let error) = outcome else {
            Issue.record("a session began before the start")
            return
        }
        #expect(error.code == .state)
    }
}
