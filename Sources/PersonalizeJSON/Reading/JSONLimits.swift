/// How much JSON the engine takes from outside.
///
/// jansson has no limits to set, so they are checked before it sees a byte.
/// A violation inside a record of a list refuses that record alone; anywhere
/// else it refuses the document.
public struct JSONLimits: Sendable, Equatable {
    /// The length of a document, in bytes.
    public let documentBytes: Int
    /// How many arrays and objects may stand inside one another, counted from
    /// the document's own; at most 128, which is what one word of brackets holds.
    public let depth: Int
    /// The length of one string, key or number as it is written, in bytes and
    /// without the quotes.
    public let stringBytes: Int
    /// How many values one record may hold, itself and every scalar and
    /// container in it; keys do not count. What stands outside the records has
    /// a count of its own.
    public let values: Int

    /// The deepest nesting that can be allowed.
    public static let deepest = 128

    /// 16 MiB, 64 levels, 1 MiB, 100,000 values.
    public static let standard = JSONLimits()

    /// Limits of these sizes; `depth` is brought into 0 through 128.
    public init(
        documentBytes: Int = 16 << 20, depth: Int = 64, stringBytes: Int = 1 << 20,
        values: Int = 100_000
    ) {
        self.documentBytes = documentBytes
        self.depth = min(max(depth, 0), Self.deepest)
        self.stringBytes = stringBytes
        self.values = values
    }
}
