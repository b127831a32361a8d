/// How a vendor instance uses tokens of the customer's.
public struct AuthorizationPolicy: Sendable, Equatable {
    /// Whether the host is asked for a token before every request, and not
    /// only when there is none that will do.
    public var isAskedEachTime: Bool
    /// Milliseconds after which a request that was turned down is tried once
    /// more; nil for never.
    public var retryDelay: Int64?
    /// Milliseconds before a token's expiry from which on a new one is wanted.
    public var refreshAhead: Int64

    public init(isAskedEachTime: Bool, retryDelay: Int64?, refreshAhead: Int64 = 60_000) {
        self.isAskedEachTime = isAskedEachTime
        self.retryDelay = retryDelay
        self.refreshAhead = refreshAhead
    }
}

/// What a request says of who sends it.
public enum Credential: Sendable, Equatable {
    /// What its headers say.
    case own
    /// The customer's token, which the engine adds as a header. A request that
    /// needs it is not sent without; any other goes without rather than not at
    /// all.
    case customerToken(isNeeded: Bool)
}

/// Why a token is wanted of the host.
enum AuthorizationReason: String, Sendable {
    /// There is none.
    case notProvided = "not_provided"
    /// The present one expires before long.
    case expiredSoon = "expired_soon"
    /// The present one has expired.
    case expired
    /// The vendor turned the present one down.
    case rejected
}
