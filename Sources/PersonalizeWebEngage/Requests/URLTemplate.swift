/// Addresses with names in braces.
enum URLTemplate {
    /// Puts the values in place of their names. A name nobody knows stays as
    /// it is; a value is never looked at again, whatever it contains.
    static func fill(_ template: String, _ values: [(name: String, value: String)]) -> String {
        var result = ""
        var rest = Substring(template)
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            let known = values.first { rest.hasPrefix("{\($0.name)}") }
            guard let known else {
                result += "{"
                rest = rest.dropFirst()
                continue
            }
            result += encode(known.value)
            rest = rest.dropFirst(known.name.count + 2)
        }
        return result + rest
    }

    /// Everything but what RFC 3986 calls unreserved.
    static func encode(_ value: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in value.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
