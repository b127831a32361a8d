/// A socket that epoll reported; for the transport it belongs to.
public struct ReadySocket: Sendable, Equatable {
    let socket: Int32
    /// epoll's event bits.
    let events: UInt32
}
