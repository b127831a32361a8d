import Glibc
import Testing

@testable import PersonalizeTransport

@Suite struct SignalGuardTests {
    private func isPending() -> Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
    }

    private func isBlocked() -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, SIGPIPE) == 1
    }

    @Test func signalRaisedInsideNeverArrives() {
        let raised = SignalGuard.run {
            pthread_kill(pthread_self(), SIGPIPE)
            return isPending()
        }
        #expect(raised)
        #expect(!isPending())
        #expect(!isBlocked())
    }

    @Test func signalThatWasPendingBeforeStays() {
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
        pthread_kill(pthread_self(), SIGPIPE)
        SignalGuard.run {}
        #expect(isPending())
        #expect(isBlocked())
        var none = timespec()
        sigtimedwait(&pipe, nil, &none)
        pthread_sigmask(SIG_UNBLOCK, &pipe, nil)
    }
}
