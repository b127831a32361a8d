import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct LimitTests {
    static let day: Int64 = 86_400_000
    /// Wednesday, 2026-11-18, 12:00 UTC.
    static let noon: Int64 = 1_795_003_200_000

    private func rejection(
        _ limit: Limit, moments: [Int64] = [], session: Int64 = 0, occasions: Int64 = 1,
        at wall: Int64 = noon, offset: Int64 = 0, weekStart: Int64 = 0
    ) -> Rejection? {
        limit.rejection(
            .init(
                impressions: ImpressionHistory(moments: moments), session: session,
                occasions: occasions),
            at: Instant(wall: wall, monotonic: 0, offset: offset), weekStart: weekStart)
    }

    @Test func everCountsAllThereWere() {
        #expect(rejection(Limit(.ever, 2), moments: [1]) == nil)
        let rejection = rejection(Limit(.ever, 2), moments: [1, 2])
        #expect(rejection?.rule == .limit)
        #expect(rejection?.values == ["limit": "ever", "allowed": 2, "count": 2])
        #expect(self.rejection(Limit(.ever, 0)) != nil)
    }

    @Test func sessionCountsTheSession() {
        #expect(rejection(Limit(.session, 1), moments: [1, 2]) == nil)
        #expect(rejection(Limit(.session, 1), session: 1) != nil)
    }

    @Test(arguments: zip([Limit.Kind.seconds, .minutes, .hours], [1_000, 60_000, 3_600_000]))
    func aSlidingWindowBeginsInclusive(_ kind: Limit.Kind, _ unit: Int64) {
        let limit = Limit(kind, 1, frequency: 3)
        #expect(rejection(limit, moments: [Self.noon - 3 * unit]) != nil)
        #expect(rejection(limit, moments: [Self.noon - 3 * unit - 1]) == nil)
    }

    @Test func daysBeginAtLocalMidnight() {
        let midnight = Self.noon - Self.day / 2
        #expect(rejection(Limit(.days, 1, frequency: 1), moments: [midnight]) != nil)
        #expect(rejection(Limit(.days, 1, frequency: 1), moments: [midnight - 1]) == nil)
        #expect(rejection(Limit(.days, 1, frequency: 2), moments: [midnight - 1]) != nil)
        #expect(rejection(Limit(.days, 1, frequency: 2), moments: [midnight - Self.day - 1]) == nil)
        // Two hours ahead of UTC the day began at 22:00.
        let local = midnight - 7_200_000
        #expect(rejection(Limit(.days, 1), moments: [local], offset: 7_200) != nil)
        #expect(rejection(Limit(.days, 1), moments: [local - 1], offset: 7_200) == nil)
    }

    @Test func weeksBeginOnTheirDay() {
        let sunday = Self.noon - Self.day / 2 - 3 * Self.day
        #expect(rejection(Limit(.weeks, 1), moments: [sunday]) != nil)
        #expect(rejection(Limit(.weeks, 1), moments: [sunday - 1]) == nil)
        #expect(rejection(Limit(.weeks, 1, frequency: 2), moments: [sunday - 7 * Self.day]) != nil)
        #expect(
            rejection(Limit(.weeks, 1, frequency: 2), moments: [sunday - 7 * Self.day - 1]) == nil)
        let monday = sunday + Self.day
        #expect(rejection(Limit(.weeks, 1), moments: [monday - 1], weekStart: 1) == nil)
        #expect(rejection(Limit(.weeks, 1), moments: [monday], weekStart: 1) != nil)
        // On a Wednesday a week from Wednesday begins today.
        let today = Self.noon - Self.day / 2
        #expect(rejection(Limit(.weeks, 1), moments: [today - 1], weekStart: 3) == nil)
    }

    @Test func occasionsAreCountedByTheirNumber() {
        #expect(rejection(Limit(.onEvery, 2), occasions: 1)?.reason == "not_this_occasion")
        #expect(rejection(Limit(.onEvery, 2), occasions: 2) == nil)
        #expect(rejection(Limit(.onEvery, 2), occasions: 4) == nil)
        #expect(rejection(Limit(.onExactly, 3), occasions: 3) == nil)
        #expect(rejection(Limit(.onExactly, 3), occasions: 6) != nil)
    }

    @Test(arguments: [0, -1, Int64.min])
    func everyZerothOccasionIsNone(_ limit: Int64) {
        #expect(rejection(Limit(.onEvery, limit), occasions: 0) != nil)
    }

    @Test func absurdNumbersDoNotTrap() {
        for kind in Limit.Kind.allCases {
            for number in [Int64.min, -1, 0, 1, .max] {
                for wall in [Int64.min, 0, .max] {
                    _ = rejection(
                        Limit(kind, number, frequency: number), moments: [.min, .max],
                        at: wall, offset: number, weekStart: 6)
                }
            }
        }
        #expect(rejection(Limit(.days, 1, frequency: .max), moments: [0]) != nil)
    }

    @Test func aDayHasADate() {
        func date(_ wall: Int64, _ offset: Int64 = 0) -> String {
            LocalDay(at: Instant(wall: wall, monotonic: 0, offset: offset)).compactDate
        }
        #expect(date(Self.noon) == "20261118")
        #expect(date(0) == "19700101")
        #expect(date(-1) == "19691231")
        #expect(date(951_782_400_000) == "20000229")
        #expect(date(Self.noon, 43_200) == "20261119")
        #expect(date(Self.noon, -43_201) == "20261117")
    }

    @Test func storedFormReadsBack() {
        let limit = Limit(.weeks, 3, frequency: 2)
        #expect(Limit(json: limit.json) == limit)
        #expect(Limit(json: ["kind": "sometimes", "limit": 1]) == nil)
    }
}
