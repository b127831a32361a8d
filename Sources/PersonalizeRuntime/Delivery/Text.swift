/// A text that a C caller can hold on to: it stays at its address, ends with a
/// NUL and is freed with its last reference.
final class Text: @unchecked Sendable {
    let characters: UnsafeMutablePointer<CChar>
    /// In bytes, without the NUL.
    let count: Int

    init(_ text: String) {
        var text = text
        (characters, count) = text.withUTF8 { bytes in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            bytes.withMemoryRebound(to: CChar.self) { source in
                if let base = source.baseAddress {
                    copy.initialize(from: base, count: source.count)
                }
            }
            (copy + bytes.count).initialize(to: 0)
            return (copy, bytes.count)
        }
    }

    deinit { characters.deallocate() }

    var borrowed: BorrowedText { BorrowedText(characters: UnsafePointer(characters), count: count) }
}

/// A text that belongs to a runtime. How long it lives is said where it comes
/// from.
public struct BorrowedText {
    /// Ends with a NUL.
    public let characters: UnsafePointer<CChar>
    /// In bytes, without the NUL.
    public let count: Int

    /// A copy.
    public var string: String {
        let bytes = UnsafeRawBufferPointer(start: characters, count: count)
        return String(decoding: bytes, as: UTF8.self)
    }
}
