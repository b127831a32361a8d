/// The character classes of URLs and headers, for bytes of ASCII.
enum Characters {
    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func isLowerCaseOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || isDigit(byte)
    }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isLowerCaseOrDigit(byte) || (0x41...0x5A).contains(byte)
    }

    /// Printable and not a space.
    static func isVisible(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }

    /// What a URL can hold anywhere without being encoded (RFC 3986, 2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "-._~".utf8.contains(byte)
    }

    /// What a URL can hold nowhere.
    static func isUnsafeInURL(_ byte: UInt8) -> Bool { "\"<>\\^`{|}".utf8.contains(byte) }

    /// What a header's name is made of (RFC 9110, 5.6.2).
    static func isHeaderName(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    /// Whether this is `host`, `host:port` or the same with a `[v6]` address.
    static func isHostAndPort(_ authority: ArraySlice<UInt8>) -> Bool {
        let colon = UInt8(ascii: ":")
        let host: ArraySlice<UInt8>
        let port: ArraySlice<UInt8>
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
            host = authority[..<end].dropFirst()
            port = authority[end...].dropFirst()
            guard host.contains(colon),
                host.allSatisfy({ isLetterOrDigit($0) || $0 == colon || $0 == 0x2E })
            else { return false }
        } else {
            host = authority.prefix { $0 != colon }
            port = authority.dropFirst(host.count)
            guard !host.isEmpty,
                host.allSatisfy({ isLetterOrDigit($0) || "-._".utf8.contains($0) })
            else { return false }
        }
        guard !port.isEmpty else { return true }
        guard port.first == colon, port.dropFirst().allSatisfy(isDigit),
            let number = Int(String(decoding: port.dropFirst(), as: UTF8.self))
        else { return false }
        return (1...65_535).contains(number)
    }
}
