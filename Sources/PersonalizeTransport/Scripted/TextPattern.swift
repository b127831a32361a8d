/// Part of a text, in which `*` stands for anything.
struct TextPattern {
    private let parts: [[UInt8]]

    init(_ text: String) {
        parts = text.utf8.split(separator: 0x2A, omittingEmptySubsequences: true).map(Array.init)
    }

    /// Whether the pattern occurs somewhere in a text. Taking the first place
    /// of each part leaves the most room for the next.
    func matches(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var start = 0
        for part in parts {
            guard let found = Self.position(of: part, in: bytes, from: start) else { return false }
            start = found &+ part.count
        }
        return true
    }

    private static func position(of part: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count &- start >= part.count else { return nil }
        return (start...(bytes.count &- part.count)).first { offset in
            bytes[offset..<(offset &+ part.count)].elementsEqual(part)
        }
    }
}
