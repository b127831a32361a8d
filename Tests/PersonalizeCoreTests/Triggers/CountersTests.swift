import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct CountersTests {
    private func instant(_ wall: Int64, _ offset: Int64 = 0) -> Instant {
        Instant(wall: wall, monotonic: 0, offset: offset)
    }

    /// The day is looked at on each use, not at the start alone.
    @Test func todayEndsAtMidnight() {
        var counters = DayCounter()
        counters.count(at: instant(86_399_000))
        counters.count(at: instant(86_399_999))
        #expect(counters.today(at: instant(86_399_999)) == 2)
        #expect(counters.today(at: instant(86_400_000)) == 0)
        counters.count(at: instant(86_400_000))
        #expect(counters.today(at: instant(86_400_001)) == 1)
        #expect(counters.lifetime == 3)
        #expect(DayCounter(json: counters.json) == counters)
        // Somewhere else it is another day already.
        #expect(counters.today(at: instant(86_400_000, -3_600)) == 0)
    }

    @Test func historyIsBoundedAndCountsAll() {
        var history = ImpressionHistory()
        for moment in 0..<1_000 { history.record(at: Int64(moment)) }
        #expect(history.total == 1_000)
        #expect(history.moments.count == ImpressionHistory.most)
        #expect(history.moments.last == 999)
        #expect(history.count(since: 990) == 10)
        #expect(ImpressionHistory(json: history.json) == history)
        #expect(ImpressionHistory(json: [:]) == ImpressionHistory())
    }

    @Test func countsKeepTheFirstSpellingAndBothMoments() {
        var counts = EventCounts()
        #expect(counts.count("buy", name: "Buy", at: 5).count == 1)
        let row = counts.count("buy", name: "BUY", at: 9)
        #expect(row == EventCounts.Row(json: row.json))
        #expect(row.name == "Buy" && row.count == 2 && row.first == 5 && row.last == 9)
        #expect(counts["sell"] == nil)
    }

    @Test func cleaningForgetsThoseNotMetForLongest() {
        var counts = EventCounts()
        for index in 0..<10 {
            _ = counts.count("e\(index)", name: "e\(index)", at: Int64(100 - index))
        }
        #expect(counts.clean(most: 10, cleaned: 3).isEmpty)
        #expect(counts.clean(most: 9, cleaned: 3) == ["e9", "e8", "e7"])
        #expect(counts.count == 7)
        #expect(counts["e9"] == nil && counts["e6"] != nil)
    }
}
