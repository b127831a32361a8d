/// Why a document was refused as a whole.
public struct MarkupError: Error, Sendable, Equatable {
    /// A stable identifier; cases may be added.
    public struct Reason: RawRepresentable, Sendable, Hashable {
        /// The text that hosts and tests compare.
        public let rawValue: String
        /// A reason of that text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// More than 1 MiB of UTF-8.
        public static let tooLarge = Reason(rawValue: "too_large")
        /// More elements are open at once than is accepted.
        public static let tooDeep = Reason(rawValue: "too_deep")
        /// Small, but made so that parsing takes too much time or memory.
        public static let tooComplex = Reason(rawValue: "too_complex")
        /// A parser does not read back what was written, however often.
        public static let unstable = Reason(rawValue: "unstable")
    }

    /// What was exceeded.
    public var reason: Reason
    /// One sentence for a person.
    public var message: String

    /// An error with a sentence of its own.
    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}
