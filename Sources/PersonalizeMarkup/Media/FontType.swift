/// The type of a font by its bytes.
enum FontType {
    private static let embeddedOpenType = "application/vnd.ms-fontobject"

    static func isFont(_ type: String) -> Bool {
        type.hasPrefix("font/") || type == embeddedOpenType
    }

    static func sniff(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 12 else { return nil }
        if bytes.starts(with: "wOF2".utf8) { return "font/woff2" }
        if bytes.starts(with: "wOFF".utf8) { return "font/woff" }
        if bytes.starts(with: "ttcf".utf8) { return "font/collection" }
        if bytes.starts(with: "OTTO".utf8), hasTables(bytes) { return "font/otf" }
        if bytes.starts(with: [0, 1, 0, 0]) || bytes.starts(with: "true".utf8), hasTables(bytes) {
            return "font/ttf"
        }
        return isEmbeddedOpenType(bytes) ? embeddedOpenType : nil
    }

    /// Four bytes are little to tell by; no font has more than a few dozen
    /// tables, nor none.
    private static func hasTables(_ bytes: [UInt8]) -> Bool {
        bytes[4] == 0 && bytes[5] > 0 && bytes[5] <= 128
    }

    /// Its own size, little-endian, and two letters behind a fixed header.
    private static func isEmbeddedOpenType(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 36, bytes[34] == 0x4C, bytes[35] == 0x50 else { return false }
        let size =
            Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16 | Int(bytes[3]) << 24
        return size == bytes.count
    }
}
