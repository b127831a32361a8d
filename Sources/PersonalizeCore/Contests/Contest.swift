import PersonalizeJSON

/// Several vendors' attempts to fill one placement.
///
/// Each vendor has a placement of its own, a *member*, which loads and
/// prepares like any other but shows nothing by itself. Only the member that
/// wins is shown, so only its vendor hears of a display.
struct Contest: Sendable {
    let policy: PlacementBinding.Policy
    /// Milliseconds that those who are ready wait for better ones.
    let timeout: Int64
    /// In the order of the vendors.
    var members: [Int64] = []
    /// The member on show.
    var winner: Int64?
    /// The member that was on show last.
    var last: Int64?
    /// How the last round was decided; nil while none was.
    var verdict: Verdict?
    /// The round under way, if any.
    var round: Round?

    init(_ binding: PlacementBinding) {
        policy = binding.policy
        timeout = binding.timeout
    }

    /// One attempt to find something to show.
    struct Round: Sendable {
        var key: String?
        /// The monotonic millisecond at which waiting is over; nil until the
        /// vendors have begun.
        var due: Int64?
        /// Why the host was told that there is nothing, if it was.
        var reported: String?
    }

    /// How far a member is.
    enum Standing: Sendable, Equatable {
        case loading
        case ready(priority: Int64)
        /// It has nothing to show, at least for now.
        case ended

        var word: String {
            switch self {
            case .loading: "loading"
            case .ready: "ready"
            case .ended: "nothing"
            }
        }
    }

    /// Why a member won.
    enum Verdict: String, Sendable {
        /// Everybody before it in the order had nothing.
        case order = "first_in_order"
        case priority = "highest_priority"
        case first = "first_ready"
        /// It was the best of those who were ready in time.
        case time = "timed_out"

        var hint: String {
            switch self {
            case .order: "The vendors before it in the order had nothing to show."
            case .priority:
                "No other vendor's campaign has a higher priority; of equals the first in the "
                    + "order is taken."
            case .first: "It was ready before any other vendor."
            case .time:
                "A vendor that could have come before it was not ready in time; see \"timeout_ms\"."
            }
        }
    }

    enum Decision: Sendable, Equatable {
        case wait
        /// The position of the winner.
        case won(Int, Verdict)
        /// Nobody has anything.
        case nothing
    }

    /// Decides a round, if it can be decided.
    ///
    /// - Parameter isLate: whether nobody is waited for any longer, so that
    ///   the best of those who are ready wins, or the first to be ready.
    static func decide(
        _ standings: [Standing], _ policy: PlacementBinding.Policy, isLate: Bool
    ) -> Decision {
        let isAnyLoading = standings.contains(.loading)
        guard let first = standings.firstIndex(where: { $0.isReady }) else {
            return isAnyLoading ? .wait : .nothing
        }
        switch policy {
        case .firstReady: return .won(first, .first)
        case .order:
            guard standings[..<first].contains(.loading) else { return .won(first, .order) }
            return isLate ? .won(first, .time) : .wait
        case .priority:
            guard !isAnyLoading || isLate else { return .wait }
            return .won(highest(standings) ?? first, isAnyLoading ? .time : .priority)
        }
    }

    private static func highest(_ standings: [Standing]) -> Int? {
        var best: (position: Int, priority: Int64)?
        for (position, standing) in standings.enumerated() {
            guard case .ready(let priority) = standing,
                best.map({ priority > $0.priority }) != false
            else { continue }
            best = (position, priority)
        }
        return best?.position
    }
}

extension Contest.Standing {
    var isReady: Bool { if case .ready = self { true } else { false } }
}
