/// Percent-encoding brought to one form, so that spellings can be compared.
enum PercentEncoding {
    /// Encodes what a URL may not contain, decodes what needs no encoding and
    /// writes hexadecimal digits in upper case. Idempotent.
    static func normalised(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte == 0x25 {
                if at + 2 < bytes.count, let high = ASCII.hexValue(bytes[at + 1]),
                    let low = ASCII.hexValue(bytes[at + 2])
                {
                    let value = high << 4 | low
                    if isUnreserved(value) {
                        result.append(value)
                    } else {
                        append(value, to: &result)
                    }
                    at += 3
                    continue
                }
                append(byte, to: &result)
            } else if isAllowed(byte) {
                result.append(byte)
            } else {
                append(byte, to: &result)
            }
            at += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    static func decoded(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == 0x25, at + 2 < bytes.count,
                let high = ASCII.hexValue(bytes[at + 1]), let low = ASCII.hexValue(bytes[at + 2])
            {
                result.append(high << 4 | low)
                at += 3
                continue
            }
            result.append(plusIsSpace && bytes[at] == 0x2B ? 0x20 : bytes[at])
            at += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to result: inout [UInt8]) {
        result.append(0x25)
        result.append(ASCII.hexDigits[Int(byte >> 4)])
        result.append(ASCII.hexDigits[Int(byte & 15)])
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) && byte < 0x80 || ASCII.isDigit(byte) || byte == 0x2D
            || byte == 0x2E || byte == 0x5F || byte == 0x7E
    }

    /// Unreserved or one of RFC 3986's reserved bytes, which divide a URL.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        if isUnreserved(byte) { return true }
        switch byte {
        case 0x3A, 0x2F, 0x3F, 0x23, 0x5B, 0x5D, 0x40, 0x21, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2A,
            0x2B, 0x2C, 0x3B, 0x3D:
            return true
        default: return false
        }
    }
}
