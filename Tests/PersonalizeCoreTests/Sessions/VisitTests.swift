import Testing

@testable import PersonalizeCore

@Suite struct VisitTests {
    private func at(_ wall: Int64) -> Instant { Instant(wall: wall, monotonic: 0, offset: 0) }

    /// The ids of sessions that begin one after the other, in seconds.
    private func ids(_ times: Int64...) -> [Int64] {
        var visit = Visit()
        return times.map { time in
            visit = visit.next(at: at(time * 1000 + 7))
            return visit.id
        }
    }

    @Test func aSessionIsNumberedByTheSecondItBeganIn() {
        #expect(ids(1_800_000_000, 1_800_000_005) == [1_800_000_000, 1_800_000_005])
    }

    @Test func aNumberIsNeverUsedAgainHoweverQuickSessionsFollow() {
        #expect(ids(100, 100, 100, 101, 102, 104) == [100, 101, 102, 103, 104, 105])
    }

    @Test func aClockThatWasFarAheadIsNotFollowedForEver() {
        #expect(ids(90_000, 89_000, 80_000, 80_000) == [90_000, 90_001, 80_000, 80_001])
    }

    @Test func aLengthIsNeverNegative() {
        var visit = Visit().next(at: at(100_000)).next(at: at(100_500))
        #expect(visit.previousLength == 0)
        visit.active = 160_000
        visit = visit.next(at: at(50_000))
        #expect((visit.id, visit.previousLength) == (102, 59))
        #expect(!visit.isFirst)
    }

    @Test func itIsOverAfterTheTimeoutAndNotAtIt() {
        let visit = Visit().next(at: at(1_000))
        #expect(!visit.isOver(at: at(2_000), timeout: 1_000))
        #expect(visit.isOver(at: at(2_001), timeout: 1_000))
        #expect(!visit.isOver(at: at(.min), timeout: 0))
    }

    @Test func itsStoredFormComesBack() {
        let visit = Visit().next(at: at(1_000)).next(at: at(9_000))
        #expect(Visit(json: visit.json) == visit)
    }
}
