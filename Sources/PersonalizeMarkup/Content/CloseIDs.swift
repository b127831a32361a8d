extension Markup {
    /// Cleans a document whose close buttons are told apart by one random id
    /// and a number.
    public static func clean(
        _ html: String, closeURLPrefix: String, closeID: String
    ) throws(MarkupError) -> Markup {
        let ids = CloseIDs(base: closeID)
        return try clean(
            html, options: MarkupOptions(closeURLPrefix: closeURLPrefix, makeCloseID: ids.next))
    }
}

/// Numbers the close buttons of one document under one random id, so that
/// what a document costs the engine's randomness does not depend on it.
///
/// Not synchronised: cleaning asks on the thread that called it, one button
/// after the other, and nothing keeps the ids afterwards.
private final class CloseIDs: @unchecked Sendable {
    private let base: String
    private var count = 0

    init(base: String) { self.base = base }

    func next() -> String {
        count &+= 1
        return count == 1 ? base : "\(base)-\(count)"
    }
}
