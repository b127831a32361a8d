/// A point in time as the host's clocks show it.
///
/// Schedules and everything a vendor dates go by the wall; waiting (back-off,
/// timers, the age of an answer within one run) goes by the monotonic clock,
/// which a person cannot set back.
public struct Instant: Sendable, Equatable {
    /// Milliseconds since 1970 UTC.
    public var wall: Int64
    /// Milliseconds since an arbitrary start; never goes back.
    public var monotonic: Int64
    /// Seconds that local time is ahead of UTC.
    public var offset: Int64

    public init(wall: Int64, monotonic: Int64, offset: Int64 = 0) {
        self.wall = wall
        self.monotonic = monotonic
        self.offset = offset
    }

    /// The wall clock in seconds with a fraction, as vendors write it.
    public var seconds: Double { Double(wall) / 1000 }
}
