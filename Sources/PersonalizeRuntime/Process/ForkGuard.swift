import Glibc
import Synchronization

/// Notices forks, and sees to it that a child finds everything whole.
///
/// A child has only the thread that forked: a lock that another thread held,
/// one of ours or one inside a library we use, would stay locked for ever, and
/// what it guarded might be half-changed. So a fork waits until no thread is
/// inside an engine. Nothing of the host's runs there, so a fork never waits
/// for itself.
public enum ForkGuard {
    /// Shared by every thread inside an engine, taken by a fork.
    private static let activity = SharedLock()
    /// Guards what belongs to no engine: see `withLock`.
    private static let mutex = Mutex()
    private static let forks = Atomic<Int>(0)

    /// Registered once, at the first use.
    private static let isRegistered: Bool =
        pthread_atfork(
            {
                ForkGuard.activity.take()
                ForkGuard.mutex.lock()
            },
            {
                ForkGuard.mutex.unlock()
                ForkGuard.activity.release()
            },
            {
                ForkGuard.forks.wrappingAdd(1, ordering: .relaxed)
                ForkGuard.mutex.unlock()
                ForkGuard.activity.reset()
            }) == 0

    /// How many forks lie between this process and the one that loaded the
    /// library. Something made under another generation was inherited.
    public static var generation: Int { forks.load(ordering: .relaxed) }

    /// Begins to notice forks; before the first engine opens.
    static func start() -> Bool { isRegistered }

    /// Keeps forks waiting while `body` runs, which must not come back here, nor
    /// run anything of the host's.
    static func withoutForks<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        activity.share()
        defer { activity.release() }
        return try body()
    }

    /// Runs `body` with the lock for what belongs to no engine. It must call
    /// nothing that locks, and nothing of the host's.
    public static func withLock<Value>(_ body: () -> Value) -> Value {
        mutex.lock()
        defer { mutex.unlock() }
        return body()
    }
}
