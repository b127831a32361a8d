/// What the source of an image is.
enum ImageSource {
    enum Kind {
        /// To be fetched.
        case remote
        /// Its bytes are in the URL.
        case inline
        /// Relative, or of a scheme that nobody fetches.
        case unloadable
    }

    /// `url` has to be trimmed.
    static func kind(of url: String) -> Kind {
        if URLScheme.isWeb(url) { return .remote }
        return URLScheme.of(url) == "data" ? .inline : .unloadable
    }

    /// Whether it may stay: an image in a data URI, or what runs nothing.
    static func isSafe(_ url: String) -> Bool {
        guard let (scheme, rest) = URLScheme.split(url) else { return true }
        if scheme == "data" { return ASCII.lower(rest.prefix(6)) == "image/" }
        return URLScheme.isSafeLink(url)
    }
}
