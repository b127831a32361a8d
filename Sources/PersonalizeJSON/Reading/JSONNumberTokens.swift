/// The numbers of a piece of JSON as they are written, in document order.
///
/// Only for text that jansson has accepted or written: outside strings, a
/// digit or a minus then starts a number and nothing else does.
struct JSONNumberTokens {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Where the next number stands; nil when there is none left.
    mutating func next() -> Range<Int>? {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == ASCII.quote {
                skipString()
            } else if Self.isDigit(byte) || byte == ASCII.minus {
                let start = position
                position &+= 1
                while position < bytes.count, Self.continues(bytes[position]) { position &+= 1 }
                return start..<position
            } else {
                position &+= 1
            }
        }
        return nil
    }

    private mutating func skipString() {
        position &+= 1
        while position < bytes.count, bytes[position] != ASCII.quote {
            position &+= bytes[position] == ASCII.backslash ? 2 : 1
        }
        position &+= 1
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= ASCII.zero && byte <= ASCII.nine
    }

    private static func continues(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == ASCII.point || byte == ASCII.lowerE || byte == ASCII.upperE
            || byte == ASCII.minus || byte == ASCII.plus
    }
}
