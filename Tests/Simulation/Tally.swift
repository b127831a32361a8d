/// How much happened in all sessions, so that laws are not kept by nothing
/// ever happening.
struct Tally: CustomStringConvertible {
    private var sessions = 0
    private var steps = 0
    private var counts: [String: Int] = [:]

    private static let wanted = [
        "shows", "contests", "impressions", "clicks", "capped", "identities", "denials",
        "dropped", "faults", "restarts", "overlays", "personal", "sent",
    ]

    mutating func add(_ simulation: Simulation) {
        sessions += 1
        steps += simulation.steps
        for (name, number) in simulation.laws.counts { counts[name, default: 0] += number }
    }

    /// Whether everything the laws are about did happen.
    var isWorthwhile: Bool {
        sessions < 200 || Self.wanted.allSatisfy { counts[$0, default: 0] > sessions / 10 }
    }

    var description: String {
        let words = Self.wanted.map { "\($0) \(counts[$0, default: 0])" }
        return "\(sessions) sessions, \(steps) steps; " + words.joined(separator: ", ")
    }
}
