/// Copies CSS token by token for `StyleFilter`.
struct StyleScanner {
    private let source: StyleSource
    private let bytes: [UInt8]
    private var at = 0
    /// The property whose value is being copied. What it says wrongly about
    /// text that is no declaration costs a picture, never more.
    private var property: String?
    private var expectsProperty = true
    private(set) var out: [UInt8] = []
    private(set) var references: [StyleReference] = []

    init(_ source: StyleSource) {
        self.source = source
        bytes = source.bytes
        out.reserveCapacity(bytes.count)
    }

    mutating func run(_ log: inout RemovalLog) {
        while let byte = peek() {
            switch byte {
            case 0x2F where peek(1) == 0x2A:
                copyRaw(until: source.afterComment(from: at))
            case 0x22, 0x27:
                copyRaw(until: source.afterString(from: at).end)
            case 0x40:
                copyAtKeyword(&log)
            case 0x3C:
                copySign()
            case 0x3B, 0x7B, 0x7D:
                copyByte()
                property = nil
                expectsProperty = true
            default:
                if source.startsName(at: at) {
                    copyName(&log)
                } else {
                    if !ASCII.isSpace(byte) { expectsProperty = false }
                    copyByte()
                }
            }
        }
    }

    private func peek(_ offset: Int = 0) -> UInt8? {
        let index = at + offset
        return index < bytes.count ? bytes[index] : nil
    }

    private mutating func copyRaw(until end: Int) {
        while at < end {
            var next = at
            while next < end && bytes[next] != 0x3C && bytes[next] != 0x5C { next += 1 }
            out.append(contentsOf: bytes[at..<next])
            at = next
            if at < end { copyByte() }
        }
    }

    /// Copies one byte or one escape, or the escape that stands for it.
    private mutating func copyByte() {
        guard let byte = peek() else { return }
        if byte == 0x5C, let next = peek(1) {
            if next == 0x3C {
                out.append(contentsOf: "\\3c ".utf8)
            } else {
                out.append(byte)
                out.append(next)
            }
            at += 2
            return
        }
        if byte == 0x3C, let next = peek(1), !Self.comparesWith(next) {
            out.append(contentsOf: "\\3c ".utf8)
        } else {
            out.append(byte)
        }
        at += 1
    }

    /// Whether `<` in front of it is the sign of a media query.
    private static func comparesWith(_ byte: UInt8) -> Bool {
        ASCII.isSpace(byte) || ASCII.isDigit(byte) || byte == 0x3D || byte == 0x2D
            || byte == 0x2B || byte == 0x2E
    }

    /// Keeps what stood before what is left out from joining what follows. A
    /// space would not do: it belongs to an escape in front of it.
    private mutating func separate() { out.append(contentsOf: "/**/".utf8) }

    /// A space behind the sign, since an escape would join what stands around
    /// it to one name. A comment opener of HTML means nothing in CSS.
    private mutating func copySign() {
        if bytes[at...].starts(with: "<!--".utf8) {
            separate()
            at += 4
            return
        }
        out.append(0x3C)
        at += 1
        expectsProperty = false
        if let next = peek(), !Self.comparesWith(next) { out.append(0x20) }
    }

    private mutating func copyAtKeyword(_ log: inout RemovalLog) {
        let (text, end) = source.keyword(from: at + 1)
        expectsProperty = false
        guard text == "import" || text == "namespace" else {
            copyByte()
            copyRaw(until: end)
            return
        }
        log.note(.style, "@\(text)", "forbidden")
        at = end
        skipRule()
        property = nil
        expectsProperty = true
        separate()
    }

    /// To behind the semicolon of a rule, or in front of a brace.
    private mutating func skipRule() {
        var depth = 0
        while let byte = peek() {
            if byte == 0x22 || byte == 0x27 {
                at = source.afterString(from: at).end
                // The line end of a broken string is not part of it.
                if peek() == 0x0A { at += 1 }
                continue
            }
            if byte == 0x5C {
                at = min(at + 2, bytes.count)
                continue
            }
            if byte == 0x28 { depth += 1 }
            if byte == 0x29 { depth -= 1 }
            if depth <= 0 {
                if byte == 0x7B || byte == 0x7D { return }
                if byte == 0x3B {
                    at += 1
                    return
                }
            }
            at += 1
        }
    }

    private mutating func copyName(_ log: inout RemovalLog) {
        let (text, end) = source.name(from: at)
        if end < bytes.count && bytes[end] == 0x28 {
            expectsProperty = false
            switch text {
            case "url":
                copyURL(nameEnd: end, &log)
            case "expression":
                rename(until: end, "\(text)()", "script", &log)
            case "src", "image":
                rename(until: end, "\(text)()", "unsafe_url", &log)
            case "image-set", "-webkit-image-set":
                if isSetOfURLs(from: end + 1) {
                    copyRaw(until: end)
                } else {
                    rename(until: end, "\(text)()", "unsafe_url", &log)
                }
            default:
                copyRaw(until: end)
            }
            return
        }
        if expectsProperty || text == "-moz-binding" || text == "behavior" {
            let after = source.afterBlanks(from: end)
            if after < bytes.count && bytes[after] == 0x3A {
                if expectsProperty { property = text }
                if text == "-moz-binding" || text == "behavior" {
                    log.note(.style, text, "script")
                    out.append(contentsOf: "-removed".utf8)
                    at = end
                }
            }
            expectsProperty = false
        }
        copyRaw(until: end)
    }

    private mutating func rename(
        until end: Int, _ name: String, _ reason: String, _ log: inout RemovalLog
    ) {
        log.note(.style, name, reason)
        out.append(contentsOf: "invalid".utf8)
        at = end
    }

    /// Whether an `image-set()` has nothing that loads but `url()`: a string
    /// is a URL there, and a variable may hold one.
    private func isSetOfURLs(from start: Int) -> Bool {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case 0x29: return true
            case 0x22, 0x27, 0x28, 0x3B, 0x7B, 0x7D: return false
            case 0x2F where index + 1 < bytes.count && bytes[index + 1] == 0x2A:
                index = source.afterComment(from: index)
            default:
                guard source.startsName(at: index) else {
                    index += 1
                    continue
                }
                let (text, end) = source.name(from: index)
                index = end
                guard end < bytes.count, bytes[end] == 0x28 else { continue }
                guard text == "url" || text == "type" else { return false }
                index = StyleURL(in: source, after: end + 1).end
                while index < bytes.count && ASCII.isSpace(bytes[index]) { index += 1 }
                guard index < bytes.count, bytes[index] == 0x29 else { return false }
                index += 1
            }
        }
        return false
    }

    private mutating func copyURL(nameEnd: Int, _ log: inout RemovalLog) {
        let found = StyleURL(in: source, after: nameEnd + 1)
        guard let url = found.url else { return blank(found, "url()", "bad_url", &log) }
        let scheme = URLScheme.split(url)?.scheme
        if scheme == "data" || url.hasPrefix("#") { return copyRaw(until: found.end) }
        if url.isEmpty { return blank(found, nil, "", &log) }
        if URLScheme.isWeb(url) || url.hasPrefix("//") {
            guard let property, StyleProperty.wantsFile(property) else {
                return blank(found, url, "unlisted_property", &log)
            }
            copyRaw(until: found.start)
            let start = out.count
            copyRaw(until: found.end)
            let whole = URLScheme.resolved(url)
            let cut = whole.utf8.firstIndex(of: 0x23) ?? whole.endIndex
            references.append(
                StyleReference(
                    start: start, end: out.count, url: String(whole[..<cut]),
                    fragment: String(whole[cut...]), isFont: StyleProperty.isFont(property)))
        } else if let scheme {
            blank(found, "url(\(scheme):)", "unsafe_url", &log)
        } else {
            blank(found, url, "relative_url", &log)
        }
    }

    /// An empty data URI in the place of a URL.
    private mutating func blank(
        _ found: StyleURL, _ name: String?, _ reason: String, _ log: inout RemovalLog
    ) {
        if let name { log.note(.style, name, reason) }
        out.append(contentsOf: "url(\"\(StyleFilter.blankURL)\"".utf8)
        at = found.end
    }
}
