/// Bytes as text that JSON and data URIs can carry, by RFC 4648 section 4.
public enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = min(bytes.count - index, 3)
            var group = UInt32(bytes[index]) << 16
            if left > 1 { group |= UInt32(bytes[index + 1]) << 8 }
            if left > 2 { group |= UInt32(bytes[index + 2]) }
            text.append(digits[Int(group >> 18 & 63)])
            text.append(digits[Int(group >> 12 & 63)])
            text.append(left > 1 ? digits[Int(group >> 6 & 63)] : 0x3D)
            text.append(left > 2 ? digits[Int(group & 63)] : 0x3D)
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil unless the text is exactly what `encode` makes of some bytes: one
    /// spelling for each value, so that comparing texts compares bytes.
    public static func decode(_ text: String) -> [UInt8]? {
        let source = Array(text.utf8)
        guard source.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count / 4 * 3)
        for start in stride(from: 0, to: source.count, by: 4) {
            let quartet = source[start..<start + 4]
            let isLast = quartet.endIndex == source.count
            let padding = isLast ? quartet.reversed().prefix { $0 == 0x3D }.count : 0
            guard padding <= 2 else { return nil }
            var group: UInt32 = 0
            for index in start..<start + 4 - padding {
                guard let value = value(source[index]) else { return nil }
                group = group << 6 | value
            }
            group <<= 6 * UInt32(padding)
            guard padding == 0 || group & (padding == 1 ? 0xFF : 0xFFFF) == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: group >> 16))
            if padding < 2 { bytes.append(UInt8(truncatingIfNeeded: group >> 8)) }
            if padding < 1 { bytes.append(UInt8(truncatingIfNeeded: group)) }
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt32? {
        switch digit {
        case 0x41...0x5A: UInt32(digit - 0x41)
        case 0x61...0x7A: UInt32(digit - 0x61 + 26)
        case 0x30...0x39: UInt32(digit - 0x30 + 52)
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
