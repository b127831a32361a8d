import PersonalizeJSON

/// A session that has a number: the second it began in.
///
/// It is never carried over a restart, so it is over when the process is.
/// Times are in wall milliseconds unless they say otherwise.
public struct Visit: Sendable, Equatable {
    /// In seconds; 0 for no session yet.
    public var id: Int64 = 0
    /// The last sign of life.
    public var active: Int64 = 0
    /// How long the session before lasted, in seconds.
    public var previousLength: Int64 = 0
    /// Whether it is the installation's first.
    public var isFirst = true

    public init() {}

    /// How far sessions that begin in quick succession may be numbered ahead of
    /// the clock, in seconds. A number further ahead tells of a clock that was
    /// wrong and has been set.
    private static let maximumLead: Int64 = 3600

    /// The session after this one. Its id is a later one even when several begin
    /// within one second, and no length is negative even when the clock went
    /// back.
    func next(at now: Instant) -> Visit {
        var visit = Visit()
        let second = max(now.wall / 1000, 1)
        let isAhead = id >= second && id &- second < Self.maximumLead
        visit.id = isAhead ? id &+ 1 : second
        visit.active = now.wall
        visit.isFirst = id == 0
        visit.previousLength = id == 0 ? 0 : max(active / 1000 &- id, 0)
        return visit
    }

    func isOver(at now: Instant, timeout: Int64) -> Bool {
        let (idle, overflow) = now.wall.subtractingReportingOverflow(active)
        return !overflow && idle > timeout
    }

    var json: JSONObject {
        [
            "id": .integer(id), "active_ms": .integer(active),
            "previous_length_s": .integer(previousLength), "first": .bool(isFirst),
        ]
    }

    init(json object: JSONObject) {
        id = object["id"]?.integer ?? 0
        active = object["active_ms"]?.integer ?? 0
        previousLength = object["previous_length_s"]?.integer ?? 0
        isFirst = object["first"]?.bool ?? true
    }
}
