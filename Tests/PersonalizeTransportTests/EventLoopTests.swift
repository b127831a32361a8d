import Foundation
import Glibc
import PersonalizeCore
import Testing

@testable import PersonalizeTransport

@Suite struct EventLoopTests {
    @Test func nothingWakesAnIdleLoop() throws {
        let loop = try EventLoop()
        #expect(loop.timeout(at: 0) == nil)
        #expect(loop.poll(50) == .timedOut)
        #expect(loop.drain().isEmpty)
    }

    @Test func deadlineMakesTheDescriptorReadyUntilItIsMoved() throws {
        let loop = try EventLoop()
        let now = MonotonicClock.now
        loop.setDeadline(.engine, now + 30)
        #expect(loop.poll(5) == .timedOut)
        #expect(loop.poll(5000) == .ready)
        #expect(MonotonicClock.now >= now + 30)
        #expect(loop.drain().isEmpty)
        #expect(loop.poll(0) == .ready)
        loop.setDeadline(.engine, nil)
        #expect(loop.poll(20) == .timedOut)
    }

    @Test func theEarlierDeadlineCounts() throws {
        let loop = try EventLoop()
        loop.setDeadline(.engine, 5000)
        loop.setDeadline(.transport, 4000)
        #expect(loop.timeout(at: 1000) == 3000)
        loop.setDeadline(.transport, nil)
        #expect(loop.timeout(at: 1000) == 4000)
        #expect(loop.timeout(at: 9000) == 0)
    }

    @Test(arguments: [Int64.min, -1, 0, 1])
    func longPastDeadlineIsDueAtOnce(deadline: Int64) throws {
        let loop = try EventLoop()
        loop.setDeadline(.transport, deadline)
        #expect(loop.poll(1000) == .ready)
        #expect(loop.timeout(at: MonotonicClock.now) == 0)
    }

    @Test func endlessDeadlineIsNeverDue() throws {
        let loop = try EventLoop()
        loop.setDeadline(.engine, .max)
        #expect(loop.poll(20) == .timedOut)
        #expect(loop.timeout(at: .min) == .max)
    }

    @Test func wakeFromAnotherThreadEndsPoll() throws {
        let loop = try EventLoop()
        let thread = Thread {
            usleep(30_000)
            loop.wake()
        }
        thread.start()
        let start = MonotonicClock.now
        #expect(loop.poll(10_000) == .ready)
        #expect(MonotonicClock.now - start < 5000)
        #expect(loop.poll(0) == .ready)
        #expect(loop.drain().isEmpty)
        #expect(loop.poll(20) == .timedOut)
    }

    @Test func everyDescriptorClosesOnExec() throws {
        let loop = try EventLoop()
        for descriptor in [loop.descriptor, loop.timer, loop.signal] {
            #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
        }
    }

    @Test func closedLoopTakesCallsAndDoesNothing() throws {
        let loop = try EventLoop()
        loop.setDeadline(.engine, 1)
        loop.close()
        loop.close()
        loop.setDeadline(.engine, 5)
        #expect(loop.drain().isEmpty)
        #expect(!loop.watch(0, 1))
    }
}
