public import PersonalizeCore

/// Carries requests out: over the network, through the host or from a script.
///
/// Nothing here waits. What a request came to is handed out by `process`,
/// which is due when the loop says that a socket is ready and when
/// `nextDeadline` has passed. All calls are made under the engine's lock.
public protocol Transport: AnyObject {
    /// Accepts a request. However it ends, that is told by `process`, even
    /// when it cannot be sent at all.
    func send(_ request: Request, secrets: Secrets, at now: Instant)
    /// Forgets a request. It gets no completion.
    func cancel(_ id: Int64)
    /// Goes on with what is ready or due, and takes what has come to an end.
    func process(_ ready: [ReadySocket], at now: Instant) -> [Completion]
    /// The monotonic millisecond at which `process` has something to do even
    /// if no socket becomes ready; nil for none.
    var nextDeadline: Int64? { get }
    /// How many requests have not been completed yet.
    var activeCount: Int { get }
    /// Gives everything up; open requests get no completion.
    func close()
    /// Gives everything up in a forked child, where what the parent set up
    /// may not be called any more.
    func abandon()
}

/// The end of one request.
public struct Completion: Sendable, Equatable {
    public var id: Int64
    public var exchange: Exchange

    public init(id: Int64, exchange: Exchange) {
        self.id = id
        self.exchange = exchange
    }
}
