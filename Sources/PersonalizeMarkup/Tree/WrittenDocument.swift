/// Where a written document names a file.
struct WrittenReference: Sendable, Equatable {
    enum Place: Sendable {
        /// The `src` of an image.
        case image
        /// A `url()` in a `style` attribute.
        case styleAttribute
        /// A `url()` in a style sheet.
        case styleSheet
    }

    /// Where the value stands in the bytes; in CSS with its quotes.
    var start: Int
    var end: Int
    var url: String
    /// From `#` on, if it is not a part of `url`.
    var fragment = ""
    var isFont = false
    var place: Place
}

/// A document as bytes, with the places where it names files.
struct WrittenDocument: Sendable, Equatable {
    var bytes: [UInt8] = []
    var references: [WrittenReference] = []

    /// The document with what is given for its files. `isOffline` puts an
    /// empty data URI where there is nothing given and something to load.
    func text(replacing resources: [String: String], isOffline: Bool) -> String {
        var result: [UInt8] = []
        var copied = 0
        for reference in references {
            guard let value = replacement(of: reference, resources, isOffline: isOffline)
            else { continue }
            result.append(contentsOf: bytes[copied..<reference.start])
            switch reference.place {
            case .image:
                Escaping.appendAttribute(value, to: &result)
            case .styleSheet:
                StyleString.append(value, to: &result)
            case .styleAttribute:
                var quoted: [UInt8] = []
                StyleString.append(value, to: &quoted)
                Escaping.appendAttribute(String(decoding: quoted, as: UTF8.self), to: &result)
            }
            copied = reference.end
        }
        if copied == 0 { return String(decoding: bytes, as: UTF8.self) }
        result.append(contentsOf: bytes[copied...])
        return String(decoding: result, as: UTF8.self)
    }

    private func replacement(
        of reference: WrittenReference, _ resources: [String: String], isOffline: Bool
    ) -> String? {
        if let resource = resources[reference.url] { return resource + reference.fragment }
        guard isOffline, ImageSource.kind(of: reference.url) != .inline else { return nil }
        return StyleFilter.blankURL
    }
}

/// A string of CSS.
enum StyleString {
    /// Quoted, with what would end the string, the style sheet or a line as
    /// an escape.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C, 0x3C, 0x3E, 0x00...0x1F, 0x7F:
                bytes.append(0x5C)
                bytes.append(ASCII.lower(ASCII.hexDigits[Int(byte >> 4)]))
                bytes.append(ASCII.lower(ASCII.hexDigits[Int(byte & 15)]))
                bytes.append(0x20)
            default:
                bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }
}
