/// The bytes of a style sheet, read as CSS divides them.
struct StyleSource {
    let bytes: [UInt8]

    /// CSS takes a carriage return and a form feed for line ends. They become
    /// line feeds, so that a string ends here where it ends for a browser.
    init(_ css: String) {
        var bytes = Array(css.utf8)
        if bytes.contains(where: { $0 == 0x0D || $0 == 0x0C }) {
            var previous: UInt8 = 0
            var count = 0
            for byte in bytes {
                let isSecond = byte == 0x0A && previous == 0x0D
                previous = byte
                if isSecond { continue }
                bytes[count] = byte == 0x0D || byte == 0x0C ? 0x0A : byte
                count += 1
            }
            bytes.removeSubrange(count...)
        }
        self.bytes = bytes
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2D || byte == 0x5F
            || byte >= 0x80
    }

    func startsName(at index: Int) -> Bool {
        guard index < bytes.count else { return false }
        let byte = bytes[index]
        if byte == 0x5C { return isEscape(at: index) }
        return Self.isNameByte(byte) && !ASCII.isDigit(byte)
    }

    func isEscape(at index: Int) -> Bool {
        index + 1 < bytes.count && bytes[index] == 0x5C && bytes[index + 1] != 0x0A
    }

    /// The name that starts at an index, with escapes resolved and in lower
    /// case, and where it ends.
    ///
    /// Browsers do not agree on which characters beyond ASCII belong to a
    /// name, so only what follows the last of them is returned.
    func name(from start: Int, to limit: Int = .max) -> (text: String, end: Int) {
        var index = start
        var text: [UInt8] = []
        let limit = min(limit, bytes.count)
        while index < limit {
            let byte = bytes[index]
            if byte >= 0x80 {
                text.removeAll()
                index += 1
            } else if Self.isNameByte(byte) {
                text.append(ASCII.lower(byte))
                index += 1
            } else if isEscape(at: index) {
                var resolved: [UInt8] = []
                index = resolveEscape(at: index, into: &resolved)
                text.append(contentsOf: resolved.map { ASCII.lower($0) })
            } else {
                break
            }
        }
        return (String(decoding: text, as: UTF8.self), index)
    }

    /// The same for the name of a rule: what stands in front of the first
    /// character beyond ASCII.
    func keyword(from start: Int) -> (text: String, end: Int) {
        let end = name(from: start).end
        let cut = bytes[start..<end].firstIndex { $0 >= 0x80 } ?? end
        return (name(from: start, to: cut).text, end)
    }

    /// Appends the character of an escape, and returns where it ends.
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
            text.append(bytes[index])
            return index + 1
        }
        if index < bytes.count && ASCII.isSpace(bytes[index]) { index += 1 }
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        text.append(contentsOf: (scalar ?? "\u{FFFD}").utf8)
        return index
    }

    /// Behind the closing quote, or at the line end that breaks the string.
    func afterString(from start: Int) -> (end: Int, isBroken: Bool) {
        let quote = bytes[start]
        var index = start + 1
        while index < bytes.count {
            if bytes[index] == 0x0A { return (index, true) }
            if bytes[index] == quote { return (index + 1, false) }
            index += bytes[index] == 0x5C ? 2 : 1
        }
        return (bytes.count, false)
    }

    /// Behind white space, comments, and what becomes white space.
    func afterBlanks(from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            if ASCII.isSpace(bytes[index]) {
                index += 1
            } else if bytes[index] == 0x3C && bytes[index...].starts(with: "<!--".utf8) {
                index += 4
            } else if bytes[index] == 0x2F && bytes[index...].starts(with: "/*".utf8) {
                index = afterComment(from: index)
            } else {
                break
            }
        }
        return index
    }

    func afterComment(from start: Int) -> Int {
        var index = start + 2
        while index + 1 < bytes.count {
            if bytes[index] == 0x2A && bytes[index + 1] == 0x2F { return index + 2 }
            index += 1
        }
        return bytes.count
    }

    /// The text between two places, with escapes resolved. An escaped line
    /// end is nothing.
    func resolved(_ start: Int, _ end: Int) -> String {
        var value: [UInt8] = []
        var index = start
        while index < end {
            if isEscape(at: index) {
                index = resolveEscape(at: index, into: &value)
            } else if bytes[index] == 0x5C && index + 1 < end {
                index += 2
            } else {
                value.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: value, as: UTF8.self)
    }
}
