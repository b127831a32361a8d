import Testing

@testable import PersonalizeCore

@Suite struct BackOffSpreadTests {
    @Test(arguments: [(1, 1_000), (2, 2_000), (5, 16_000), (11, 600_000), (500, 600_000)])
    func itDoublesAndStaysWithinAFifth(_ failures: Int64, _ middle: Int64) {
        var random = RandomSource(seed: 7)
        var seen: Set<Int64> = []
        for _ in 0..<200 {
            let delay = BackOff.spread(
                failures: failures, base: 1_000, ceiling: 600_000, random: &random)
            #expect(delay >= middle - middle / 5 && delay <= middle + middle / 5)
            seen.insert(delay)
        }
        #expect(seen.count > 50)
    }

    @Test func itIsNeverNothing() {
        var random = RandomSource(seed: 7)
        #expect(BackOff.spread(failures: 1, base: 0, ceiling: 0, random: &random) == 1)
        #expect(BackOff.spread(failures: .max, base: .max, ceiling: 10, random: &random) <= 12)
    }
}
