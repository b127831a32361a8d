/// Bytes of ASCII as HTML and URLs see them.
enum ASCII {
    /// HTML's white space: tab, LF, FF, CR, space.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return lower >= 0x61 && lower <= 0x7A
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    static func lower(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }

    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }

    static let hexDigits: [UInt8] = Array("0123456789ABCDEF".utf8)

    /// Lower-cases ASCII letters only, so that no other letter becomes one.
    static func lower(_ text: some StringProtocol) -> String {
        String(decoding: text.utf8.map { lower($0) }, as: UTF8.self)
    }

    static func trimmed(_ text: String) -> String {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(text[first...last])
    }

    static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy(isSpace) }

    /// Whether a part occurs in a text, byte by byte. The standard library's
    /// own search comes with a module for regular expressions that is half as
    /// large as the whole library.
    static func contains(_ text: String, _ part: String) -> Bool {
        let part = Array(part.utf8)
        var rest = Substring(text).utf8
        while rest.count >= part.count {
            if rest.starts(with: part) { return true }
            rest = rest.dropFirst()
        }
        return part.isEmpty
    }
}
