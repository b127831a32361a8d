/// A member's name as a key of an index, compared by its bytes.
///
/// `String` takes two spellings of one accented letter for equal; jansson,
/// vendors and encoded bytes do not, so two such members may stand side by
/// side in one object.
struct JSONKey: Hashable {
    let text: String

    static func == (left: JSONKey, right: JSONKey) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

extension String {
    /// Whether both are the same UTF-8, byte for byte.
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
