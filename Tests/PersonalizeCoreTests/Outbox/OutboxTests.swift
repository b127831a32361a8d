import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct OutboxTests {
    private func track(_ harness: inout EngineHarness, _ names: String...) {
        for name in names { harness.perform(.track(event: name, properties: [:], vendors: nil)) }
    }

    /// Accepted, sent, pending and dropped are these, and add up.
    private func checkAccount(
        _ harness: inout EngineHarness, _ expected: [Int64],
        location: SourceLocation = #_sourceLocation
    ) {
        let account = account(&harness)
        #expect(account == expected, sourceLocation: location)
        #expect(account[0] == account[1] + account[2] + account[3], sourceLocation: location)
    }

    private func account(_ harness: inout EngineHarness) -> [Int64] {
        let stats = harness.stats()
        let dropped = stats["dropped"]?.object?.members.reduce(0) { $0 + ($1.value.integer ?? 0) }
        return [
            stats["accepted"]?.integer ?? -1, stats["sent"]?.integer ?? -1,
            stats["pending"]?.integer ?? -1, dropped ?? -1,
        ]
    }

    @Test func deliversInOrderOneAtATime() {
        var harness = EngineHarness()
        harness.start("[]")
        track(&harness, "one", "two", "three")
        for name in ["one", "two", "three"] {
            let events = harness.open.filter { $0.purpose == "event" }
            #expect(events.count == 1)
            #expect(events.first?.body?.contains(name) == true)
            harness.answer("event")
        }
        checkAccount(&harness, [3, 3, 0, 0])
    }

    @Test func aRepetitionHasTheSameBytesAndId() {
        var harness = EngineHarness()
        harness.start("[]")
        track(&harness, "one")
        harness.answer("event", .failure(.init(.timedOut, "slow")))
        harness.advance(700_000)
        let tries = harness.sent.filter { $0.purpose == "event" }
        #expect(tries.count == 2)
        #expect(tries[0].body == tries[1].body)
        #expect(tries[0].headers == tries[1].headers)
        #expect(tries[0].headers.first?.name == "x-event-id")
    }

    @Test func waitsAsLongAsTheServerAsks() {
        var harness = EngineHarness()
        harness.start("[]")
        track(&harness, "one")
        harness.answer("event", "", status: 429, headers: [.init("Retry-After", "120")])
        #expect(harness.deadline == harness.now.monotonic + 120_000)
        harness.perform(.flush)
        #expect(harness.open.isEmpty, "a pause the server asked for is kept")
        harness.advance(119_999)
        #expect(harness.open.isEmpty)
        harness.advance(1)
        #expect(harness.open.count == 1)
    }

    @Test func flushOverridesBackOff() {
        var harness = EngineHarness()
        harness.start("[]")
        track(&harness, "one")
        harness.answer("event", "", status: 500)
        harness.perform(.flush)
        #expect(harness.open.count == 1)
    }

    @Test func givesUpAfterTheAttemptsThatCount() {
        var adapter = PostcardAdapter()
        adapter.policy.maximumAttempts = 3
        var harness = EngineHarness([adapter])
        harness.start("[]")
        track(&harness, "one", "two")
        harness.answer("event", "", status: 500)
        for _ in 0..<3 {
            harness.perform(.flush)
            harness.answer("event", "", status: 403)
        }
        checkAccount(&harness, [2, 0, 1, 1])
        harness.perform(.flush)
        #expect(harness.open.first?.body?.contains("two") == true)
    }

    @Test func consentDecidesWhatIsKeptAndSent() {
        var harness = EngineHarness()
        harness.perform(.consent(vendor: nil, purpose: .tracking, .unknown))
        harness.start("[]")
        track(&harness, "kept")
        #expect(harness.open.isEmpty)
        checkAccount(&harness, [1, 0, 1, 0])
        harness.perform(.consent(vendor: nil, purpose: .tracking, .granted))
        #expect(harness.open.count == 1)
        harness.perform(.consent(vendor: nil, purpose: .tracking, .denied))
        #expect(harness.open.isEmpty)
        track(&harness, "dropped")
        harness.perform(.consent(vendor: "post", purpose: .tracking, .granted))
        #expect(harness.open.isEmpty, "what was dropped is never sent later")
        checkAccount(&harness, [2, 0, 0, 2])
    }

    @Test func theOldestMakeRoom() {
        var harness = EngineHarness(configuration: EngineConfiguration(maximumEvents: 2))
        track(&harness, "one", "two", "three")
        checkAccount(&harness, [3, 0, 2, 1])
        harness.start("[]")
        #expect(harness.open.first?.body?.contains("two") == true)
    }

    @Test func whatWasAcceptedSurvivesARestart() {
        var first = EngineHarness()
        track(&first, "one", "two")
        var second = EngineHarness(seed: 9, records: first.records)
        second.start("[]")
        #expect(second.open.first?.body?.contains("one") == true)
        second.answer("event")
        second.answer("event")
        checkAccount(&second, [2, 2, 0, 0])
    }

    @Test func offlineGivesUpWhatIsUnderWayAndRepeatsIt() {
        var harness = EngineHarness()
        harness.start("[]")
        track(&harness, "one")
        harness.perform(.offline(true))
        #expect(harness.open.isEmpty)
        harness.perform(.offline(false))
        #expect(harness.open.filter { $0.purpose == "event" }.count == 1)
        checkAccount(&harness, [1, 0, 1, 0])
    }
}
