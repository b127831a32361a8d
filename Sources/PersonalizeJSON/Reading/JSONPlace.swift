/// A place in a document that moves forward and keeps its line and column.
///
/// A document may hold millions of bad records, each of which wants its line;
/// counting from the start for each would be quadratic.
struct JSONPlace {
    private(set) var position = 0
    private(set) var line = 1
    private(set) var column = 1

    /// Moves to `target`, which is brought between here and the end.
    mutating func advance(to target: Int, in bytes: UnsafeRawBufferPointer) {
        let end = min(target, bytes.count)
        while position < end {
            let byte = bytes[position]
            if byte == ASCII.lineFeed {
                line &+= 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                // A byte that continues a UTF-8 character is no column.
                column &+= 1
            }
            position &+= 1
        }
    }

    func advanced(to target: Int, in bytes: UnsafeRawBufferPointer) -> JSONPlace {
        var place = self
        place.advance(to: target, in: bytes)
        return place
    }
}
