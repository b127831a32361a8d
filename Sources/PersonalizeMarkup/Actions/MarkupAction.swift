/// A link of a document that the host acts on.
public struct MarkupAction: Sendable, Equatable {
    /// Who is to act on it. The raw values are those of the markup.
    public enum Kind: String, Sendable {
        case browser
        case deepLink = "deep-link"
        case close
    }

    /// The visible text of the link; nil when it has none.
    public var name: String?
    /// The URL as the link in the document has it.
    public var url: String
    /// As the markup states, or else by the URL's scheme.
    public var kind: Kind

    /// An action with the given parts, none of them checked.
    public init(name: String?, url: String, kind: Kind) {
        self.name = name
        self.url = url
        self.kind = kind
    }

    /// What the markup says wins; else web URLs open in a browser.
    static func kind(stated: String?, url: String) -> Kind {
        if let stated, let kind = Kind(rawValue: ASCII.lower(ASCII.trimmed(stated))) {
            return kind
        }
        return URLScheme.isWeb(url) ? .browser : .deepLink
    }
}
