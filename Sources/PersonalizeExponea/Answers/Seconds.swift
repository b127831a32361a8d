import PersonalizeJSON

/// The vendor's unit of time: seconds, maybe with a fraction.
enum Seconds {
    /// Saturates, so that an absurd date means "for ever" and not a trap.
    static func milliseconds(_ seconds: Double) -> Int64 {
        let scaled = (seconds * 1000).rounded()
        // Both comparisons are exact: 2 to the 63rd is a Double.
        if scaled >= 0x1p63 { return .max }
        if scaled <= -0x1p63 { return .min }
        return Int64(exactly: scaled) ?? 0
    }

    /// In the shortest spelling: `1767270012.431`, `1767270012`.
    static func json(milliseconds: Int64) -> JSONValue {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest == 0 ? .integer(seconds) : .number(Double(milliseconds) / 1000)
    }
}

/// Texts of others in messages of ours.
enum Shortened {
    /// The first 64 characters: a word of a MiB must not fill a log.
    static func text(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(64)
        return scalars.endIndex == text.unicodeScalars.endIndex
            ? text : String(String.UnicodeScalarView(scalars)) + "..."
    }
}
