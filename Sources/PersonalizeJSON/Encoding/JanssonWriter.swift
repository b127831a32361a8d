import CJansson

/// Has jansson write a value.
struct JanssonWriter {
    private let sorted: Bool
    /// The spellings of the numbers with a fraction or exponent, in the order
    /// jansson will write them.
    private var spellings: [String] = []
    /// Whether jansson took every value; it does not when memory runs out.
    private var isComplete = true
    private static let deepest = 512

    private init(sorted: Bool) { self.sorted = sorted }

    static func bytes(of value: JSONValue, sorted: Bool) -> [UInt8] {
        var writer = JanssonWriter(sorted: sorted)
        let json = writer.json(value, depth: 0)
        defer { json_decref(json) }
        guard writer.isComplete else { return Array("null".utf8) }
        var output: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &output) { output in
            json_dump_callback(
                json,
                { chunk, length, output in
                    output?.assumingMemoryBound(to: [UInt8].self).pointee.append(
                        contentsOf: UnsafeRawBufferPointer(start: chunk, count: length))
                    return 0
                }, output, size_t(JSON_COMPACT | JSON_ENCODE_ANY))
        }
        guard status == 0 else { return Array("null".utf8) }
        return writer.spellings.isEmpty ? output : writer.respelled(output)
    }

    /// A new reference to the value, nil when there is no memory.
    private mutating func json(_ value: JSONValue, depth: Int) -> UnsafeMutablePointer<json_t>? {
        switch value {
        case .null: return json_null()
        case .bool(let value): return value ? json_true() : json_false()
        case .integer(let value): return json_integer(json_int_t(value))
        case .real(let real):
            spellings.append(real.spelling)
            return json_real(real.value)
        case .string(let text): return Self.withCharacters(text) { json_stringn_nocheck($0, $1) }
        case .array(let values):
            guard depth < Self.deepest else { return json_null() }
            let array = json_array()
            for value in values {
                note(json_array_append_new(array, json(value, depth: depth &+ 1)))
            }
            return array
        case .object(let object):
            guard depth < Self.deepest else { return json_null() }
            return json(sorted ? Self.sorted(object.members) : object.members, depth: depth)
        }
    }

    private mutating func json(
        _ members: [JSONObject.Member], depth: Int
    ) -> UnsafeMutablePointer<json_t>? {
        let object = json_object()
        for member in members {
            let value = json(member.value, depth: depth &+ 1)
            note(
                Self.withCharacters(member.key) {
                    json_object_setn_new_nocheck(object, $0, $1, value)
                })
        }
        return object
    }

    private mutating func note(_ status: Int32) {
        if status != 0 { isComplete = false }
    }

    /// Ordered by bytes: `<` on strings orders by Unicode's canonical form.
    private static func sorted(_ members: [JSONObject.Member]) -> [JSONObject.Member] {
        members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// jansson writes `0.1` with seventeen digits; puts the spellings the
    /// numbers came with in their place, in one pass. jansson writes a real
    /// with a point or an exponent always, an integer with neither ever.
    private func respelled(_ output: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(output.count)
        output.withUnsafeBytes { bytes in
            var tokens = JSONNumberTokens(bytes)
            var copied = 0
            var next = spellings.makeIterator()
            while let token = tokens.next() {
                guard bytes[token].contains(where: { $0 == ASCII.point || $0 == ASCII.lowerE }),
                    let spelling = next.next()
                else { continue }
                result.append(contentsOf: bytes[copied..<token.lowerBound])
                result.append(contentsOf: spelling.utf8)
                copied = token.upperBound
            }
            result.append(contentsOf: bytes[copied...])
        }
        return result
    }

    private static func withCharacters<Value>(
        _ text: String, _ body: (UnsafePointer<CChar>, Int) -> Value
    ) -> Value {
        var text = text
        return text.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return body("", 0) }
            return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                body($0, bytes.count)
            }
        }
    }
}
