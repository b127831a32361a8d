/// A visit, as one vendor counts it.
public struct Session: Sendable, Equatable {
    /// Wall milliseconds of the start; nil while there is none.
    public var started: Int64?
    /// Wall milliseconds of the last sign of life, by which a session that
    /// was never ended (a crash, a power cut) is dated afterwards.
    public var active: Int64
    /// Wall milliseconds at which the host went to the background.
    public var backgrounded: Int64?

    public init(started: Int64? = nil, active: Int64 = 0, backgrounded: Int64? = nil) {
        self.started = started
        self.active = active
        self.backgrounded = backgrounded
    }

    /// Whether it is over at `now`: it was left for longer than the timeout.
    public func isOver(at now: Int64, timeout: Int64) -> Bool {
        guard started != nil else { return false }
        let (idle, overflow) = now.subtractingReportingOverflow(backgrounded ?? active)
        return overflow || idle > timeout || idle < 0 && idle < -timeout
    }
}
