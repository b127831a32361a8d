import Glibc

/// Keeps SIGPIPE from the host while libcurl writes.
///
/// OpenSSL writes to sockets with plain `write`, which raises the signal when
/// the other side has gone. It is raised on this very thread, so blocking it
/// here and taking back the one we caused changes nothing for anybody else.
enum SignalGuard {
    static func run<Result>(_ body: () -> Result) -> Result {
        var pipe = sigset_t()
        var before = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        let wasPending = isPending
        defer {
            if !wasPending, isPending {
                var none = timespec()
                while sigtimedwait(&pipe, nil, &none) < 0, errno == EINTR {}
            }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return body()
    }

    private static var isPending: Bool {
        var pending = sigset_t()
        sigemptyset(&pending)
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
    }
}
