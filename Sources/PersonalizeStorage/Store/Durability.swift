/// What a finished commit survives.
public enum Durability: Sendable, Equatable {
    /// The end of the process, at any moment. A power failure may undo the
    /// last commits, whole ones and in order.
    case process
    /// A power failure too, at the price of one disk flush for each commit.
    case power
}
