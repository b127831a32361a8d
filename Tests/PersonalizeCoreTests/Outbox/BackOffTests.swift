import Testing

@testable import PersonalizeCore

@Suite struct BackOffTests {
    @Test(arguments: [1, 2, 5, 11, 40, 63, 64, Int64.max])
    func staysWithinItsBound(failures: Int64) {
        var random = RandomSource(seed: 5)
        let bound = failures > 9 ? 600_000 : Int64(1000) << (failures - 1)
        for _ in 0..<200 {
            let delay = BackOff.delay(
                failures: failures, base: 1000, ceiling: 600_000, random: &random)
            #expect((0...bound).contains(delay))
        }
    }

    @Test func readsSecondsAndDates() {
        let now = Instant(wall: 784_111_777_000, monotonic: 0)
        func after(_ value: String) -> Int64? {
            BackOff.retryAfter(
                Response(status: 429, headers: [.init("retry-after", value)]), at: now)
        }
        #expect(after("120") == 120_000)
        #expect(after(" 1 ") == 1000)
        #expect(after("999999999") == 86_400_000)
        #expect(after("-1") == nil)
        #expect(after("soon") == nil)
        #expect(after("Sun, 06 Nov 1994 08:49:37 GMT") == 0)
        #expect(after("Sun, 06 Nov 1994 08:50:37 GMT") == 60_000)
        #expect(after("Sun, 99 Nov 1994 08:50:37 GMT") == nil)
    }

    @Test func datesAreGregorian() {
        #expect(HTTPDate.milliseconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(HTTPDate.milliseconds("Tue, 29 Feb 2000 00:00:00 GMT") == 951_782_400_000)
        #expect(HTTPDate.milliseconds("Sun, 01 Mar 2026 12:00:00 GMT") == 1_772_366_400_000)
    }
}
