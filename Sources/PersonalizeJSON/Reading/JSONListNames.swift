/// The names of the record lists of a document, ready to be compared.
///
/// Names compare with what a key means, not with how it is written:
/// `"d\u0061ta"` is `data`, to us as to jansson.
struct JSONListNames {
    let names: [String]
    /// The place of the empty name, which stands for the document itself.
    let document: Int?
    private let spellings: [[UInt8]]

    /// At most 64 names; more are ordinary members.
    init(_ names: [String]) {
        self.names = Array(names.prefix(64))
        self.spellings = self.names.map { Array($0.utf8) }
        self.document = self.names.firstIndex(of: "")
    }

    /// The list whose name this key spells, quotes excluded.
    func index(ofKey key: UnsafeRawBufferPointer) -> Int? {
        spellings.indices.first { !spellings[$0].isEmpty && Self.spells(key, spellings[$0]) }
    }

    private static func spells(_ key: UnsafeRawBufferPointer, _ name: [UInt8]) -> Bool {
        var rest = name[...]
        var position = 0
        while position < key.count {
            guard key[position] == ASCII.backslash else {
                guard rest.popFirst() == key[position] else { return false }
                position &+= 1
                continue
            }
            guard let (scalar, length) = escape(key, at: position),
                let encoded = UTF8.encode(scalar)
            else { return false }
            for byte in encoded { guard rest.popFirst() == byte else { return false } }
            position &+= length
        }
        return rest.isEmpty
    }

    /// The character an escape stands for and how many bytes spell it.
    private static func escape(
        _ key: UnsafeRawBufferPointer, at position: Int
    ) -> (Unicode.Scalar, Int)? {
        guard position &+ 1 < key.count else { return nil }
        switch key[position &+ 1] {
        case ASCII.quote: return ("\"", 2)
        case ASCII.backslash: return ("\\", 2)
        case ASCII.slash: return ("/", 2)
        case 0x62: return ("\u{08}", 2)
        case 0x66: return ("\u{0C}", 2)
        case 0x6E: return ("\n", 2)
        case 0x72: return ("\r", 2)
        case 0x74: return ("\t", 2)
        case ASCII.lowerU: break
        default: return nil
        }
        guard let unit = codeUnit(key, at: position) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        guard UTF16.isLeadSurrogate(unit), let trail = codeUnit(key, at: position &+ 6),
            UTF16.isTrailSurrogate(trail),
            let scalar = Unicode.Scalar(
                0x10000 &+ (UInt32(unit &- 0xD800) &<< 10) &+ UInt32(trail &- 0xDC00))
        else { return nil }
        return (scalar, 12)
    }

    /// The four hexadecimal digits of the `\u` at a position.
    private static func codeUnit(_ key: UnsafeRawBufferPointer, at position: Int) -> UInt16? {
        guard position &+ 6 <= key.count, key[position] == ASCII.backslash,
            key[position &+ 1] == ASCII.lowerU
        else { return nil }
        var unit: UInt16 = 0
        for offset in 2..<6 {
            guard let digit = hexadecimal(key[position &+ offset]) else { return nil }
            unit = unit &<< 4 | digit
        }
        return unit
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt16? {
        switch byte {
        case 0x30...0x39: UInt16(byte &- 0x30)
        case 0x41...0x46: UInt16(byte &- 0x37)
        case 0x61...0x66: UInt16(byte &- 0x57)
        default: nil
        }
    }
}
