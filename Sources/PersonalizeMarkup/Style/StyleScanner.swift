/// Copies CSS token by token for `StyleFilter`.
struct StyleScanner {
    private let bytes: [UInt8]
    private var at = 0
    private(set) var out: [UInt8] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        out.reserveCapacity(bytes.count)
    }

    mutating func run(_ log: inout RemovalLog) {
        while let byte = peek() {
            switch byte {
            case 0x2F where peek(1) == 0x2A:
                copyComment()
            case 0x22, 0x27:
                copyString(quote: byte)
            case 0x40:
                copyAtKeyword(&log)
            default:
                if startsName() {
                    copyName(&log)
                } else {
                    copyByte()
                }
            }
        }
    }

    private func peek(_ offset: Int = 0) -> UInt8? {
        let index = at + offset
        return index < bytes.count ? bytes[index] : nil
    }

    /// Copies one byte, or the escape that stands for it. A comment opener of
    /// HTML means nothing in CSS.
    private mutating func copyByte() {
        guard let byte = peek() else { return }
        if byte == 0x5C, peek(1) == 0x3C {
            out.append(contentsOf: "\\3c ".utf8)
            at += 2
            return
        }
        guard byte == 0x3C, let next = peek(1) else {
            out.append(byte)
            at += 1
            return
        }
        if next == 0x21, peek(2) == 0x2D, peek(3) == 0x2D {
            out.append(0x20)
            at += 4
        } else if ASCII.isLetter(next) || next == 0x2F || next == 0x21 || next == 0x3F {
            out.append(contentsOf: "\\3c ".utf8)
            at += 1
        } else {
            out.append(byte)
            at += 1
        }
    }

    private mutating func copyComment() {
        copyByte()
        copyByte()
        while let byte = peek() {
            if byte == 0x2A && peek(1) == 0x2F {
                copyByte()
                copyByte()
                return
            }
            copyByte()
        }
    }

    /// Stops behind the closing quote, or at the line end that breaks it.
    private mutating func copyString(quote: UInt8) {
        copyByte()
        while let byte = peek() {
            if byte == 0x0A { return }
            if byte == 0x5C, peek(1) != 0x3C {
                copyByte()
                copyByte()
                continue
            }
            copyByte()
            if byte == quote { return }
        }
    }

    private func skipString(from start: Int) -> Int {
        let quote = bytes[start]
        var index = start + 1
        while index < bytes.count {
            if bytes[index] == 0x0A { return index }
            if bytes[index] == quote { return index + 1 }
            index += bytes[index] == 0x5C ? 2 : 1
        }
        return bytes.count
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2D || byte == 0x5F
            || byte >= 0x80
    }

    private func startsName() -> Bool {
        guard let byte = peek() else { return false }
        if byte == 0x5C { return isEscape(at: at) }
        return Self.isNameByte(byte) && !ASCII.isDigit(byte)
    }

    private func isEscape(at index: Int) -> Bool {
        index + 1 < bytes.count && bytes[index] == 0x5C && bytes[index + 1] != 0x0A
    }

    /// The name that starts at an index, with escapes resolved and in lower
    /// case, and where it ends.
    private func name(from start: Int) -> (text: String, end: Int) {
        var index = start
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            if Self.isNameByte(byte) {
                text.append(ASCII.lower(byte))
                index += 1
            } else if isEscape(at: index) {
                index = resolveEscape(at: index, into: &text)
            } else {
                break
            }
        }
        return (String(decoding: text, as: UTF8.self), index)
    }

    private func resolveEscape(at start: Int, into text: inout [UInt8]) -> Int {
        var index = start + 1
        var value: UInt32 = 0
        var digits = 0
        while index < bytes.count, digits < 6, let digit = ASCII.hexValue(bytes[index]) {
            value = value << 4 | UInt32(digit)
            digits += 1
            index += 1
        }
        guard digits > 0 else {
            text.append(ASCII.lower(bytes[index]))
            return index + 1
        }
        if index < bytes.count && ASCII.isSpace(bytes[index]) { index += 1 }
        // Only ASCII matters for what is looked for.
        text.append(value < 0x80 ? ASCII.lower(UInt8(truncatingIfNeeded: value)) : 0x3F)
        return index
    }

    /// Behind white space, comments, and what becomes white space.
    private func skipBlanks(from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            let rest = bytes[index...]
            if ASCII.isSpace(bytes[index]) {
                index += 1
            } else if rest.starts(with: "<!--".utf8) {
                index += 4
            } else if rest.starts(with: "/*".utf8) {
                index += 2
                while index < bytes.count && !bytes[index...].starts(with: "*/".utf8) {
                    index += 1
                }
                index = min(index + 2, bytes.count)
            } else {
                break
            }
        }
        return index
    }

    private mutating func copyRaw(until end: Int) {
        while at < end { copyByte() }
    }

    private mutating func copyAtKeyword(_ log: inout RemovalLog) {
        let (text, end) = name(from: at + 1)
        guard text == "import" else {
            copyByte()
            copyRaw(until: end)
            return
        }
        log.note(.style, "@import", "forbidden")
        at = end
        var depth = 0
        while let byte = peek() {
            if byte == 0x22 || byte == 0x27 {
                at = skipString(from: at)
                continue
            }
            if byte == 0x5C {
                at += 2
                continue
            }
            if byte == 0x28 { depth += 1 }
            if byte == 0x29 { depth -= 1 }
            if depth <= 0 {
                if byte == 0x7B || byte == 0x7D { break }
                if byte == 0x3B {
                    at += 1
                    break
                }
            }
            at += 1
        }
        at = min(at, bytes.count)
        // So that what stood before does not join with what follows.
        out.append(0x20)
    }

    private mutating func copyName(_ log: inout RemovalLog) {
        let (text, end) = name(from: at)
        if end < bytes.count && bytes[end] == 0x28 {
            switch text {
            case "expression":
                log.note(.style, "expression()", "script")
                out.append(contentsOf: "invalid".utf8)
                at = end
            case "url":
                copyURL(nameEnd: end, &log)
            default:
                copyRaw(until: end)
            }
            return
        }
        if text == "-moz-binding" || text == "behavior" {
            let after = skipBlanks(from: end)
            if after < bytes.count && bytes[after] == 0x3A {
                log.note(.style, text, "script")
                out.append(contentsOf: "-removed".utf8)
                at = end
                return
            }
        }
        copyRaw(until: end)
    }

    private mutating func copyURL(nameEnd: Int, _ log: inout RemovalLog) {
        var start = nameEnd + 1
        while start < bytes.count && ASCII.isSpace(bytes[start]) { start += 1 }
        var value: [UInt8] = []
        var end = start
        let quoted = start < bytes.count && (bytes[start] == 0x22 || bytes[start] == 0x27)
        if quoted {
            end = skipString(from: start)
            resolve(start + 1, end, into: &value)
        } else {
            while end < bytes.count && bytes[end] != 0x29 {
                end += bytes[end] == 0x5C ? 2 : 1
            }
            end = min(end, bytes.count)
            resolve(start, end, into: &value)
        }
        let url = URLScheme.trimmed(String(decoding: value, as: UTF8.self))
        if let scheme = URLScheme.split(url)?.scheme, scheme != "data",
            !URLScheme.isSafeLink(url)
        {
            log.note(.style, "url(\(scheme):)", "unsafe_url")
            out.append(contentsOf: "url(\"\"".utf8)
            at = end
        } else {
            copyRaw(until: end)
        }
    }

    private func resolve(_ start: Int, _ end: Int, into value: inout [UInt8]) {
        var index = start
        while index < end {
            if isEscape(at: index) {
                index = resolveEscape(at: index, into: &value)
            } else {
                value.append(bytes[index])
                index += 1
            }
        }
    }
}
