import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct CapTests {
    private static let day: Int64 = 86_400_000

    @Test func daysBeginAtLocalMidnight() {
        let noon = Instant(wall: 20_000 * Self.day + Self.day / 2, monotonic: 0)
        #expect(Cap.Period.day.begin(at: noon, session: nil) == 20_000 * Self.day)
        let east = Instant(wall: noon.wall, monotonic: 0, offset: 3 * 3600)
        #expect(Cap.Period.day.begin(at: east, session: nil) == 20_000 * Self.day - 10_800_000)
        let west = Instant(wall: 20_000 * Self.day + 3_600_000, monotonic: 0, offset: -7200)
        #expect(
            Cap.Period.day.begin(at: west, session: nil) == 19_999 * Self.day + 7_200_000)
    }

    /// 1970-01-05 was a Monday.
    @Test(arguments: [4, 5, 10, 11, 20_000, -1] as [Int64])
    func weeksBeginOnMondays(number: Int64) {
        let now = Instant(wall: number * Self.day + 1, monotonic: 0)
        let begin = Cap.Period.week.begin(at: now, session: nil) ?? 0
        #expect((begin / Self.day - 4) % 7 == 0)
        #expect(begin % Self.day == 0)
        #expect(begin <= now.wall && now.wall - begin < 7 * Self.day)
    }

    @Test func windowsAndSessions() {
        let now = Instant(wall: 1_000, monotonic: 0)
        #expect(Cap.Period.window(100).begin(at: now, session: nil) == 901)
        #expect(Cap.Period.window(.max).begin(at: .init(wall: -9, monotonic: 0), session: 1) == nil)
        #expect(Cap.Period.session.begin(at: now, session: 7) == 7)
        #expect(Cap.Period.session.begin(at: now, session: nil) == 1_000)
        #expect(Cap.Period.ever.begin(at: now, session: 7) == nil)
    }

    @Test func extremesDoNotTrap() {
        for wall in [Int64.min, .max] {
            for offset in [Int64.min, .max, 0] {
                let now = Instant(wall: wall, monotonic: 0, offset: offset)
                for period: Cap.Period in [.day, .week, .window(1), .window(.max), .session] {
                    _ = period.begin(at: now, session: nil)
                }
            }
        }
        #expect(Cap.Period.ever.word == "ever")
    }

    @Test func covers() {
        let cap = Cap(
            name: "c", limit: 1, period: .ever, vendors: ["a"], placements: .some(["home"]),
            overlays: .none)
        #expect(cap.covers(.placement("home"), vendor: "a"))
        #expect(!cap.covers(.placement("home"), vendor: "b"))
        #expect(!cap.covers(.placement("other"), vendor: "a"))
        #expect(!cap.covers(.overlay("home"), vendor: "a"))
        #expect(Cap(name: "c", limit: 1, period: .ever).covers(.overlay("x"), vendor: "b"))
    }

    @Test func countersKeepNoMoreThanTheLimit() {
        let cap = Cap(name: "c", limit: 2, period: .ever)
        var counters = CapCounters()
        for moment in 1...5 { counters.count(cap, at: Int64(moment)) }
        #expect(counters.displays("c") == [4, 5])
        #expect(CapCounters(json: counters.json([cap])) == counters)
        #expect(counters.json([]).isEmpty)
    }
}
