import Glibc

/// A lock that many may share, or one may have alone.
///
/// Whoever wants it alone goes before those who want to share it from then on,
/// so nobody may share it twice at a time.
final class SharedLock: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init() {
        lock.initialize(to: pthread_rwlock_t())
        reset()
    }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    func share() { pthread_rwlock_rdlock(lock) }
    func take() { pthread_rwlock_wrlock(lock) }
    func release() { pthread_rwlock_unlock(lock) }

    /// Makes it free. In a forked child this stands in for `release()`, which
    /// knows its owner by an id that the child no longer has.
    func reset() {
        var attributes = pthread_rwlockattr_t()
        pthread_rwlockattr_init(&attributes)
        pthread_rwlockattr_setkind_np(
            &attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
        pthread_rwlock_init(lock, &attributes)
        pthread_rwlockattr_destroy(&attributes)
    }
}
