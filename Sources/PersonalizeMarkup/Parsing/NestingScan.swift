/// Counts elements that a text leaves open, in one pass over its bytes.
///
/// The parser's time grows with the square of the depth, so that a deep text
/// is refused before it is parsed. The scan knows names and raw text only; a
/// text made to look flatter here than the parser finds it is stopped by the
/// parser's own limits (see `ParsedSource`).
enum NestingScan {
    static let limit = 512

    static func isAcceptable(_ bytes: [UInt8]) -> Bool {
        var open: [UInt64] = []
        var at = 0
        let end = bytes.count
        while at < end {
            guard bytes[at] == 0x3C, at + 1 < end else {
                at += 1
                continue
            }
            let next = bytes[at + 1]
            if next == 0x21 {
                at = afterDeclaration(bytes, at)
            } else if next == 0x2F, at + 2 < end, ASCII.isLetter(bytes[at + 2]) {
                let (name, after) = self.name(bytes, at + 2)
                // An end tag closes what it names and everything inside; looking
                // only near the top keeps the scan linear.
                if let match = open.suffix(16).lastIndex(of: name) {
                    open.removeSubrange(match...)
                }
                at = afterTag(bytes, after).position
            } else if ASCII.isLetter(next) {
                let (name, after) = self.name(bytes, at + 1)
                let tag = afterTag(bytes, after)
                at = tag.position
                if raw.contains(name) {
                    at = afterRawText(bytes, at, name)
                } else if !uncounted.contains(name)
                    && !(tag.selfClosing && open.contains(where: foreign.contains))
                {
                    open.append(name)
                    if open.count > limit { return false }
                }
            } else {
                at += 1
            }
        }
        return true
    }

    private static func afterDeclaration(_ bytes: [UInt8], _ start: Int) -> Int {
        var at = start + 2
        guard at + 1 < bytes.count, bytes[at] == 0x2D, bytes[at + 1] == 0x2D else {
            while at < bytes.count && bytes[at] != 0x3E { at += 1 }
            return at + 1
        }
        // `<!-->` and `<!--->` are complete comments.
        at += 2
        if at < bytes.count && bytes[at] == 0x3E { return at + 1 }
        if at + 1 < bytes.count && bytes[at] == 0x2D && bytes[at + 1] == 0x3E { return at + 2 }
        while at + 2 < bytes.count {
            if bytes[at] == 0x2D && bytes[at + 1] == 0x2D {
                if bytes[at + 2] == 0x3E { return at + 3 }
                if bytes[at + 2] == 0x21 && at + 3 < bytes.count && bytes[at + 3] == 0x3E {
                    return at + 4
                }
            }
            at += 1
        }
        return bytes.count
    }

    /// The name as a number: exact up to eight letters, and a hash beyond.
    private static func name(_ bytes: [UInt8], _ start: Int) -> (UInt64, Int) {
        var at = start
        var value: UInt64 = 0
        while at < bytes.count {
            let byte = bytes[at]
            if ASCII.isSpace(byte) || byte == 0x2F || byte == 0x3E { break }
            if at - start < 8 {
                value = value << 8 | UInt64(ASCII.lower(byte))
            } else {
                value = (value ^ UInt64(ASCII.lower(byte))) &* 0x100_0000_01B3
            }
            at += 1
        }
        return (value, at)
    }

    private static func afterTag(
        _ bytes: [UInt8], _ start: Int
    ) -> (position: Int, selfClosing: Bool) {
        var at = start
        var slash = false
        while at < bytes.count {
            let byte = bytes[at]
            if byte == 0x3E { return (at + 1, slash) }
            slash = byte == 0x2F
            at += 1
            guard byte == 0x3D else { continue }
            while at < bytes.count && ASCII.isSpace(bytes[at]) { at += 1 }
            guard at < bytes.count, bytes[at] == 0x22 || bytes[at] == 0x27 else { continue }
            let quote = bytes[at]
            at += 1
            while at < bytes.count && bytes[at] != quote { at += 1 }
            at += 1
        }
        return (bytes.count, slash)
    }

    private static func afterRawText(_ bytes: [UInt8], _ start: Int, _ name: UInt64) -> Int {
        var at = start
        while at + 2 < bytes.count {
            if bytes[at] == 0x3C && bytes[at + 1] == 0x2F && ASCII.isLetter(bytes[at + 2]) {
                let (found, after) = self.name(bytes, at + 2)
                if found == name { return afterTag(bytes, after).position }
            }
            at += 1
        }
        return bytes.count
    }

    private static func key(_ name: String) -> UInt64 { self.name(Array(name.utf8), 0).0 }

    private static let raw: Set<UInt64> = Set(
        ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"].map(key))

    /// Where `/>` closes an element; in HTML proper it means nothing.
    private static let foreign: [UInt64] = ["svg", "math"].map(key)

    /// Elements without an end tag, or whose end tag may be left out.
    private static let uncounted: Set<UInt64> = Set(
        [
            "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image",
            "img", "input", "keygen", "link", "meta", "param", "source", "track", "wbr",
            "html", "head", "body", "p", "li", "dt", "dd", "tr", "td", "th", "tbody", "thead",
            "tfoot", "colgroup", "option", "optgroup", "rb", "rp", "rt", "rtc",
        ].map(key))
}
