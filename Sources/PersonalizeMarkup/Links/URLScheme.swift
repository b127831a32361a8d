/// The scheme of a URL as a browser sees it.
public enum URLScheme {
    /// The URL without what a browser ignores: control characters and spaces
    /// at its ends, tabs and line ends anywhere.
    public static func trimmed(_ url: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(url.utf8.count)
        for byte in url.utf8 where byte != 0x09 && byte != 0x0A && byte != 0x0D {
            bytes.append(byte)
        }
        var start = 0
        var end = bytes.count
        while start < end && bytes[start] <= 0x20 { start += 1 }
        while end > start && bytes[end - 1] <= 0x20 { end -= 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The scheme in lower case; nil when the URL has none.
    public static func of(_ url: String) -> String? {
        split(trimmed(url))?.scheme
    }

    /// Whether the URL is an `http` or `https` one.
    public static func isWeb(_ url: String) -> Bool {
        let scheme = of(url)
        return scheme == "http" || scheme == "https"
    }

    /// Splits a trimmed URL after its scheme; nil when it has none.
    static func split(_ url: String) -> (scheme: String, rest: Substring)? {
        let bytes = url.utf8
        guard let first = bytes.first, ASCII.isLetter(first),
            let colon = bytes.firstIndex(of: 0x3A)
        else { return nil }
        for byte in bytes[..<colon]
        where !ASCII.isLetter(byte) && !ASCII.isDigit(byte) && byte != 0x2B && byte != 0x2D
            && byte != 0x2E
        {
            return nil
        }
        return (ASCII.lower(url[..<colon]), url[bytes.index(after: colon)...])
    }

    /// Trimmed, and `//host` completed: there is no page to take a scheme
    /// from, and it is a link into the web.
    static func resolved(_ url: String) -> String {
        let url = trimmed(url)
        return url.hasPrefix("//") ? "https:" + url : url
    }

    /// Whether following the link runs nothing and reads nothing local.
    static func isSafeLink(_ url: String) -> Bool {
        guard let scheme = split(url)?.scheme else { return true }
        return !unsafe.contains(scheme)
    }

    private static let unsafe: Set<String> = [
        "javascript", "vbscript", "livescript", "mocha", "data", "blob", "file", "filesystem",
        "about", "view-source", "jar", "mhtml", "wyciwyg", "feed", "chrome", "resource",
    ]
}
