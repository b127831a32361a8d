import PersonalizeJSON

/// The tokens of one vendor instance. They live in memory only: a new opening
/// begins without.
struct Authorization: Sendable {
    var token: CustomerToken?
    /// The epoch of the customer it was given for.
    var epoch: Int64 = 0
    /// Tokens of customers before, oldest first, with which deliveries that
    /// were accepted for them go out.
    var former: [Former] = []
    /// Whether the present token's coming expiry was told ahead.
    var isRefreshTold = false
    /// What was last told to the host, and when in monotonic milliseconds: the
    /// requests of one moment need not all say the same.
    var told: (reason: AuthorizationReason, at: Int64)?

    struct Former: Sendable {
        var token: CustomerToken
        /// The last delivery it is for.
        var through: Int64
    }

    /// The token for a delivery that was accepted for a customer before.
    func former(for sequence: Int64) -> CustomerToken? {
        former.first { sequence <= $0.through }?.token
    }

    /// What is wrong with the present token, if anything.
    func complaint(at now: Instant, _ policy: AuthorizationPolicy) -> AuthorizationReason? {
        guard let token else { return .notProvided }
        guard let expiry = token.expiry else { return nil }
        if expiry <= now.wall { return .expired }
        return refreshMoment(policy).map { $0 <= now.wall } == true ? .expiredSoon : nil
    }

    /// The wall millisecond from which on a new token is wanted.
    func refreshMoment(_ policy: AuthorizationPolicy) -> Int64? {
        guard let expiry = token?.expiry else { return nil }
        let (moment, overflow) = expiry.subtractingReportingOverflow(policy.refreshAhead)
        return overflow ? .min : moment
    }

    /// For a support desk. References name no secret.
    func json(at now: Instant, _ policy: AuthorizationPolicy) -> JSONObject {
        [
            "token": .bool(token != nil),
            "expires_ms": token?.expiry.map(JSONValue.integer) ?? .null,
            "wanted": complaint(at: now, policy).map { .string($0.rawValue) } ?? .null,
            "former": .integer(Int64(former.count)),
        ]
    }
}

/// A request that goes out with a token of the customer's.
struct AuthorizedRequest: Sendable {
    enum Stage: Sendable, Equatable {
        /// For the host's answer.
        case asking(question: Int64)
        /// For the vendor's, under the number it went out with.
        case sent(wire: Int64, token: CustomerToken?)
        /// Until it is tried again, in monotonic milliseconds.
        case waiting(until: Int64)
        /// It will not be sent, and whoever asked is still to hear of it.
        case refused
    }

    /// Without the token.
    var request: Request
    let vendor: Int
    let isNeeded: Bool
    var stage: Stage
    /// Whether it was turned down before.
    var isRepeated = false
}
