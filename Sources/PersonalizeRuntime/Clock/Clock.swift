import Glibc
import PersonalizeCore

/// Where a runtime's time comes from.
enum Clock: Sendable, Equatable {
    case system
    case manual(Instant)

    /// The wall milliseconds farthest from 1970 that are taken from a host:
    /// about 100,000 years, so that sums of times cannot overflow.
    static let farthest: Int64 = 3_155_760_000_000_000

    init(_ settings: Configuration.ClockSettings) {
        switch settings {
        case .system: self = .system
        case .manual(let wall, let offset):
            self = .manual(Instant(wall: wall, monotonic: 0, offset: offset))
        }
    }

    var isManual: Bool { self != .system }

    var now: Instant {
        switch self {
        case .system: Self.systemNow()
        case .manual(let instant): instant
        }
    }

    /// Lets `milliseconds` pass; for a manual clock only.
    mutating func advance(by milliseconds: Int64) {
        guard case .manual(var instant) = self else { return }
        instant.monotonic &+= milliseconds
        instant.wall = min(instant.wall &+ milliseconds, Self.farthest)
        self = .manual(instant)
    }

    /// Sets the wall, and no time passes; for a manual clock only.
    mutating func set(wall: Int64) {
        guard case .manual(var instant) = self else { return }
        instant.wall = wall
        self = .manual(instant)
    }

    private static func systemNow() -> Instant {
        let wall = milliseconds(CLOCK_REALTIME)
        var seconds = time_t(wall / 1000)
        var local = tm()
        let offset = localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
        return Instant(wall: wall, monotonic: milliseconds(CLOCK_MONOTONIC), offset: Int64(offset))
    }

    private static func milliseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
    }
}
