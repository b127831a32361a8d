import CLinux
import Glibc

/// The clock that the loop's timer runs on.
enum MonotonicClock {
    /// Milliseconds of `CLOCK_MONOTONIC`, rounded down.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
    }
}
