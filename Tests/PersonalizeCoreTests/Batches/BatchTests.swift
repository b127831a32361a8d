import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct BatchTests {
    private func started(_ adapter: ParcelAdapter = ParcelAdapter()) -> EngineHarness {
        var harness = EngineHarness([adapter])
        harness.perform(.start)
        return harness
    }

    @Test func whatComesWithinASecondIsOneBatch() {
        var harness = started()
        harness.track("a")
        harness.advance(500)
        harness.track("b")
        harness.advance(999)
        #expect(harness.takeNames() == [])
        #expect(harness.deadline == harness.now.monotonic + 1)
        harness.advance(1)
        #expect(harness.takeNames() == [["a", "b"]])
        harness.answer("batch")
        #expect(harness.deadline == nil)
        #expect(harness.stats()["sent"] == 2)
    }

    @Test func aBatchHasSoManyEventsAndNoMore() {
        var harness = started()
        harness.track("a", "b", "c", "d", "e")
        harness.perform(.flush)
        #expect(harness.takeNames() == [["a", "b", "c", "d"]])
        harness.answer("batch")
        #expect(harness.takeNames() == [["e"]])
    }

    @Test func aBatchHasSoManyBytes() {
        var adapter = ParcelAdapter()
        adapter.batchPolicy.maximumBytes = 300
        var harness = started(adapter)
        harness.perform(
            .track(
                event: "big", properties: ["t": .string(String(repeating: "x", count: 400))],
                vendors: nil))
        harness.track("a", "b")
        harness.perform(.flush)
        #expect(harness.takeNames() == [["big"]], "one alone may be larger")
        harness.answer("batch")
        for request in harness.sent { #expect((request.body?.utf8.count ?? 0) <= 300) }
        #expect(harness.takeNames().first?.first == "a")
    }

    @Test func theBodyIsTheSameWhenItIsSentAgain() {
        var harness = started()
        harness.track("a")
        harness.perform(.flush)
        let first = harness.sent.last?.body
        harness.answer("batch", status: 500)
        harness.advance(1_300)
        #expect(harness.sent.count == 2)
        #expect(harness.sent.last?.body == first)
    }

    @Test func anUnansweredBatchHoldsTheNextOne() {
        var harness = started()
        harness.track("a")
        harness.perform(.flush)
        harness.track("b")
        harness.perform(.flush)
        #expect(harness.takeNames() == [["a"]])
        harness.answer("batch")
        #expect(harness.takeNames() == [["b"]])
    }

    @Test func aRecordThatIsLostIsLeftOut() throws {
        var harness = started()
        harness.track("a", "b")
        let key = try #require(
            harness.records.keys.filter { $0.space == .event }.min { $0.key < $1.key })
        harness.records[key] = nil
        harness.perform(.flush)
        #expect(harness.takeNames() == [["b"]])
        #expect(harness.stats()["dropped"] == ["record_lost": 1])
    }

    @Test func halvesFindTheOneThatIsRefused() {
        var harness = started()
        harness.track("a", "b", "bad", "c")
        harness.perform(.flush)
        var seen: [[String]] = []
        for _ in 0..<20 {
            let names = harness.takeNames()
            seen += names
            guard let last = names.last else { break }
            harness.answer("batch", status: last.contains("bad") ? 400 : 200)
            harness.advance(3_000)
        }
        #expect(
            seen == [
                ["a", "b", "bad", "c"], ["a", "b"], ["bad", "c"], ["bad"], ["bad"], ["bad"],
                ["c"],
            ])
        #expect(harness.stats()["sent"] == 3)
        #expect(harness.stats()["dropped"] == ["refused": 1])
    }

    @Test func whoeverSendsUsInCirclesWaits() {
        var harness = started()
        harness.track("a")
        harness.perform(.flush)
        for place in ["x.test", "y.test", "x.test", "y.test"] {
            let isAnswered = harness.answer("batch", #"{"place":"\#(place)"}"#, status: 307)
            #expect(isAnswered)
        }
        #expect(harness.open.isEmpty)
        harness.advance(1_300)
        #expect(harness.sent.last?.url == "https://y.test/parcels")
    }

    @Test func theFirstRequestsAreMarkedUntilOneSucceeds() {
        var harness = started()
        harness.track("a")
        harness.perform(.flush)
        harness.answer("batch", status: 500)
        harness.advance(1_300)
        harness.answer("batch")
        harness.track("b")
        harness.perform(.flush)
        let heads = harness.sent.map { (try? JSONValue.parse($0.body ?? ""))?.array?.first }
        #expect(heads.map { $0?["first"] } == [true, true, false])
        #expect(heads.map { $0?["launch"] } == [true, true, false])
    }

    @Test func faultsTravelOneByOne() {
        var harness = started()
        harness.track("secret", "a long event name", "b", "c")
        harness.perform(.flush)
        let faults = harness.takeBatches().first?.map { $0["fault"] }
        #expect(faults == [1, 2, nil])
        #expect(harness.update("event.dropped")?["code"] == 1)
    }

    @Test func aMutedVendorIsToldNothing() {
        var harness = started()
        harness.track("a")
        harness.perform(.flush)
        harness.answer("batch", #"{"until":1060000}"#, status: 410)
        harness.track("b")
        harness.perform(.flush)
        #expect(harness.open.isEmpty)
        #expect(harness.stats()["dropped"] == ["muted": 2])
        harness.now.wall = 1_060_000
        harness.track("c")
        harness.perform(.flush)
        #expect(harness.takeNames().last == ["c"])
    }

    @Test func aVendorThatRejectsUsIsLeftAloneUntilTheNextOpening() {
        var harness = started()
        harness.track("a")
        harness.perform(.flush)
        harness.answer("batch", status: 401)
        harness.perform(.flush)
        harness.advance(1_000_000)
        #expect(harness.sent.count == 1)
        var again = EngineHarness(
            [ParcelAdapter()], seed: 2, records: harness.records, at: harness.now)
        again.perform(.start)
        #expect(again.takeNames() == [["a"]])
    }

    @Test func whoCannotBeAskedIsTriedAfterThreeTimes() {
        var adapter = ParcelAdapter()
        adapter.isLost = true
        var harness = started(adapter)
        harness.track("a")
        harness.perform(.flush)
        for _ in 0..<3 {
            #expect(harness.takeNames() == [])
            let isAnswered = harness.answer("handshake", status: 500)
            #expect(isAnswered)
            harness.advance(5_000)
        }
        #expect(harness.takeNames() == [["a"]])
    }

    @Test func followUpsAreAskedForAFewAtATime() {
        var harness = started()
        for _ in 0..<7 {
            harness.track("a")
            harness.perform(.flush)
            harness.answer("batch", #"{"more":[{"n":1},{"n":2}]}"#)
        }
        #expect(harness.open.filter { $0.purpose == "follow_up" }.count == 5)
        harness.answer("follow_up")
        #expect(harness.open.filter { $0.purpose == "follow_up" }.count == 5)
    }

    @Test func theSameCommandsGiveTheSameEffects() {
        func run() -> [Effect] {
            var harness = started()
            harness.track("a", "secret", "b")
            harness.perform(
                .identify(ids: ["name": "ada"], properties: [:], key: nil))
            harness.perform(.flush)
            harness.answer("batch", status: 500)
            harness.perform(
                .identify(ids: ["name": "bob"], properties: [:], key: nil))
            harness.advance(10_000)
            return harness.transcript
        }
        #expect(run() == run())
    }
}
