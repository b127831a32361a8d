/// Text as it comes out of the parser.
enum ParsedText {
    /// A copy with aliases undone, and with the characters replaced that the
    /// parser replaces in its input but not in character references: they
    /// would change when the output is read.
    static func copy(_ text: UnsafePointer<CChar>) -> String {
        let copy = String(cString: text)
        var plain = true
        for byte in copy.utf8 where isSuspect(byte) {
            plain = false
            break
        }
        if plain { return copy }
        var result = ""
        for scalar in TagAlias.restored(copy).unicodeScalars {
            result.unicodeScalars.append(isForbidden(scalar.value) ? "\u{FFFD}" : scalar)
        }
        return result
    }

    /// Whether a forbidden character or an alias may begin here.
    private static func isSuspect(_ byte: UInt8) -> Bool {
        byte < 0x20 && !ASCII.isSpace(byte) || byte == 0x7F || byte == 0xC2 || byte == 0xEF
            || byte >= 0xF0
    }

    private static func isForbidden(_ value: UInt32) -> Bool {
        switch value {
        case 0x00...0x08, 0x0B, 0x0E...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: true
        default: value & 0xFFFE == 0xFFFE
        }
    }
}
