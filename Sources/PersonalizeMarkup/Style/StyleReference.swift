/// A file that CSS wants, and where its URL stands in the clean text.
struct StyleReference: Sendable, Equatable {
    /// Offsets in UTF-8, from the opening quote to behind the closing one.
    var start: Int
    var end: Int
    /// What is to be fetched.
    var url: String
    /// The rest of the URL from `#` on, which names a part of the file.
    var fragment: String
    var isFont: Bool
}

/// CSS that may be shown, and what it wants.
struct CleanStyle: Sendable, Equatable {
    var text: String
    var references: [StyleReference] = []
}

/// The properties whose URLs are files to fetch, as the vendors list them.
enum StyleProperty {
    static func wantsFile(_ name: String) -> Bool { listed.contains(name) }

    static func isFont(_ name: String) -> Bool { name == "src" }

    private static let listed: Set<String> = [
        "background", "background-image", "border-image", "border-image-source", "content",
        "cursor", "filter", "list-style", "list-style-image", "mask", "mask-image",
        "offset-path", "src",
    ]
}
