/// A number that is not an integer, with the spelling it is written in.
///
/// A number that only passes through the engine (a vendor's attribute, say)
/// must leave it the way it came: `1.10` stays `1.10`. A number the engine
/// computes gets the shortest spelling that reads back as the same value.
public struct JSONReal: Sendable, Equatable {
    /// The number; always finite.
    public let value: Double
    /// How it is written in JSON.
    public let spelling: String

    /// A computed number; nil when it is not finite, which JSON cannot say.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.value = value
        self.spelling = value.description
    }

    /// A number as somebody else wrote it. The caller has checked that
    /// `spelling` is a JSON number and reads as `value`.
    init(value: Double, spelling: String) {
        self.value = value
        self.spelling = spelling
    }
}
