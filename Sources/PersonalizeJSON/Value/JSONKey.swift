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
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether both are the same UTF-8, byte for byte.
    func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var left = self
        var right = other
        return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
    }
}
