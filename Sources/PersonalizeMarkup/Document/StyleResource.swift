/// A file that a document's CSS wants, and can be shown without.
public struct StyleResource: Sendable, Equatable {
    /// What the file has to be.
    public enum Kind: String, Sendable {
        case image, font
    }

    /// An `http` or `https` URL, without a fragment.
    public var url: String
    /// Fonts are what `src` names, images what any other property names.
    public var kind: Kind

    /// A resource as it is reported, for comparing in tests.
    public init(url: String, kind: Kind) {
        self.url = url
        self.kind = kind
    }
}
