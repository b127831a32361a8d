/// Several vendors that may fill one placement, and how one of them is chosen.
public struct PlacementBinding: Sendable, Equatable {
    public enum Policy: String, Sendable, CaseIterable {
        /// The first in the order that has something.
        case order
        /// The one whose campaign has the highest priority; of equals the
        /// first in the order.
        case priority
        /// Whichever is ready first.
        case firstReady = "first_ready"
    }

    /// The vendor instances in their order, each once.
    public var vendors: [String]
    public var policy: Policy
    /// Milliseconds that a vendor which is ready waits for a better one.
    public var timeout: Int64

    public init(
        vendors: [String], policy: Policy = .order, timeout: Int64 = defaultTimeout
    ) {
        self.vendors = vendors
        self.policy = policy
        self.timeout = timeout
    }

    /// Two seconds.
    public static let defaultTimeout: Int64 = 2_000
    /// An hour.
    public static let longestTimeout: Int64 = 3_600_000
}
