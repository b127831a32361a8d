import PersonalizeCore

/// What may stand where in a request, by RFC 9110: a value that could end its
/// line early would let whoever wrote it add lines of their own.
enum HTTPText {
    /// Whether a byte may be part of a method or of a header's name.
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    /// Whether a byte may be part of a header's value.
    static func isFieldContent(_ byte: UInt8) -> Bool {
        byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
    }

    /// Whether a text is a URL of a scheme we speak, without white space and
    /// control characters.
    static func isURL(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
        return hasScheme("https", text) || hasScheme("http", text)
    }

    /// Whether a URL's scheme is this one, whatever its case.
    static func hasScheme(_ scheme: String, _ url: String) -> Bool {
        let prefix = scheme + "://"
        return url.utf8.count > prefix.utf8.count
            && equalsIgnoringASCIICase(
                String(decoding: url.utf8.prefix(prefix.utf8.count), as: UTF8.self), prefix)
    }

    /// Whether a header of this name says who is asking.
    static func isCredential(_ name: String) -> Bool {
        ["authorization", "cookie", "proxy-authorization"]
            .contains { equalsIgnoringASCIICase($0, name) }
    }

    /// A header's name in lower case.
    static func lowercased(_ name: String) -> String {
        String(
            decoding: name.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
