import Testing

@testable import PersonalizeCore

@Suite struct CarouselTimerTests {
    @Test func aPauseKeepsTheRemainder() {
        var timer = CarouselTimer()
        timer.start(3_000, at: 100)
        #expect(timer.due == 3_100)
        timer.pause(.host, at: 1_100)
        #expect(timer.due == nil)
        #expect(timer.remaining == 2_000)
        timer.resume(.host, at: 50_000)
        #expect(timer.due == 52_000)
    }

    @Test func everyReasonToPauseHasToEnd() {
        var timer = CarouselTimer()
        timer.start(1_000, at: 0)
        timer.pause(.host, at: 400)
        timer.pause(.background, at: 500)
        timer.resume(.host, at: 600)
        #expect(timer.due == nil)
        timer.resume(.background, at: 700)
        #expect(timer.due == 1_300)
    }

    @Test func aStartDuringAPauseWaitsWithAFullPeriod() {
        var timer = CarouselTimer()
        timer.pause(.detached, at: 0)
        timer.start(1_000, at: 10)
        #expect(timer.due == nil)
        timer.resume(.detached, at: 20)
        #expect(timer.due == 1_020)
    }

    @Test func nothingRunsOnThatNeverRan() {
        var timer = CarouselTimer()
        timer.pause(.host, at: 0)
        timer.resume(.host, at: 10)
        #expect(timer.isIdle)
        timer.start(0, at: 10)
        #expect(timer.isIdle)
        timer.start(-5, at: 10)
        #expect(timer.isIdle)
    }

    @Test func anAbsurdPeriodDoesNotOverflow() {
        var timer = CarouselTimer()
        timer.start(.max, at: 10)
        #expect(timer.due == .max)
        timer.pause(.host, at: 20)
        timer.resume(.host, at: .max)
        #expect(timer.due == .max)
    }
}
