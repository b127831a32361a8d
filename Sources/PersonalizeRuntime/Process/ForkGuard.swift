import Glibc
import Synchronization

/// Notices forks, and guards what a child has to find whole.
///
/// A child has only the thread that forked, so a mutex that another thread
/// held stays locked for ever, and what it guarded may be half-changed. The
/// lock here is taken around every fork: what it guards is whole in the
/// child. Nothing of the host's is called while it is held.
public enum ForkGuard {
    private static let mutex = Mutex()
    private static let forks = Atomic<Int>(0)

    /// Registered once, at the first use.
    private static let isRegistered: Bool =
        pthread_atfork(
            { ForkGuard.mutex.lock() }, { ForkGuard.mutex.unlock() },
            {
                ForkGuard.forks.wrappingAdd(1, ordering: .relaxed)
                ForkGuard.mutex.unlock()
            }) == 0

    /// How many forks lie between this process and the one that loaded the
    /// library. Something made under another generation was inherited.
    public static var generation: Int { forks.load(ordering: .relaxed) }

    /// Begins to notice forks; before the first engine opens.
    static func start() -> Bool { isRegistered }

    /// Runs `body` with the lock that is whole in a child. It must call
    /// nothing that locks or forks.
    public static func withLock<Value>(_ body: () -> Value) -> Value {
        mutex.lock()
        defer { mutex.unlock() }
        return body()
    }
}
