/// The type of an image or a font by its bytes.
///
/// What a server says about a file is not asked: an error page is not an
/// image, whatever its status and headers.
public enum MediaType {
    /// `image/png`, `image/jpeg`, `image/gif`, `image/webp`, `image/svg+xml`,
    /// `image/bmp`, `image/avif`, `image/x-icon`, `font/woff2`, `font/woff`,
    /// `font/otf`, `font/ttf`, `font/collection`,
    /// `application/vnd.ms-fontobject`, or nil for anything else.
    public static func sniff(_ bytes: [UInt8]) -> String? {
        func has(_ prefix: [UInt8], at offset: Int = 0) -> Bool {
            bytes.count >= offset + prefix.count
                && bytes[offset..<offset + prefix.count].elementsEqual(prefix)
        }
        if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if has([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if has(Array("GIF87a".utf8)) || has(Array("GIF89a".utf8)) { return "image/gif" }
        if has(Array("RIFF".utf8)) && has(Array("WEBP".utf8), at: 8) { return "image/webp" }
        if has(Array("ftyp".utf8), at: 4) && isAVIF(bytes) { return "image/avif" }
        if isBitmap(bytes) { return "image/bmp" }
        if has([0, 0, 1, 0]) && bytes.count >= 22 && (bytes[4] != 0 || bytes[5] != 0) {
            return "image/x-icon"
        }
        return FontType.sniff(bytes) ?? (isSVG(bytes) ? "image/svg+xml" : nil)
    }

    /// Whether a type that was found is one of fonts.
    public static func isFont(_ type: String) -> Bool { FontType.isFont(type) }

    /// The major brand, or one of the compatible ones that follow it.
    private static func isAVIF(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 12, bytes[0] == 0, bytes[1] == 0 else { return false }
        let end = min(bytes.count, Int(bytes[2]) << 8 | Int(bytes[3]))
        var at = 8
        while at + 4 <= end {
            let brand = bytes[at..<at + 4]
            if brand.elementsEqual("avif".utf8) || brand.elementsEqual("avis".utf8) {
                return true
            }
            at += at == 8 ? 8 : 4
        }
        return false
    }

    /// Two letters are too little to tell: the header's size has to fit too.
    private static func isBitmap(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 26, bytes[0] == 0x42, bytes[1] == 0x4D, bytes[15] == 0,
            bytes[16] == 0, bytes[17] == 0
        else { return false }
        return [12, 16, 40, 52, 56, 64, 108, 124].contains(bytes[14])
    }

    /// An `svg` element after what XML allows in front of the root.
    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while at < bytes.count {
            if ASCII.isSpace(bytes[at]) {
                at += 1
                continue
            }
            let rest = bytes[at...]
            if rest.starts(with: "<!--".utf8) {
                guard let end = position(of: Array("-->".utf8), in: bytes, from: at + 4) else {
                    return false
                }
                at = end + 3
            } else if rest.starts(with: "<?".utf8) {
                guard let end = position(of: Array("?>".utf8), in: bytes, from: at + 2) else {
                    return false
                }
                at = end + 2
            } else if rest.starts(with: "<!DOCTYPE".utf8) {
                guard let end = afterDoctype(bytes, at) else { return false }
                at = end
            } else {
                guard rest.starts(with: "<svg".utf8), at + 4 < bytes.count else { return false }
                let next = bytes[at + 4]
                return ASCII.isSpace(next) || next == 0x3E || next == 0x2F
            }
        }
        return false
    }

    private static func afterDoctype(_ bytes: [UInt8], _ start: Int) -> Int? {
        var at = start + 9
        while at < bytes.count && ASCII.isSpace(bytes[at]) { at += 1 }
        guard bytes[at...].starts(with: "svg".utf8) else { return nil }
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case 0x5B: depth += 1
            case 0x5D: depth -= 1
            case 0x3E where depth <= 0: return at + 1
            default: break
            }
            at += 1
        }
        return nil
    }

    private static func position(
        of pattern: [UInt8], in bytes: [UInt8], from start: Int
    ) -> Int? {
        var at = start
        while at + pattern.count <= bytes.count {
            if bytes[at] == pattern[0],
                bytes[at..<at + pattern.count].elementsEqual(pattern)
            {
                return at
            }
            at += 1
        }
        return nil
    }
}
