import CJansson

/// Has jansson parse one record and takes its value over.
///
/// jansson's own objects live only as long as this call. Its allocator and
/// hash seed belong to the process and are left alone: the first object seeds
/// the hash by itself, which jansson does atomically.
struct JanssonReader {
    private var numbers: JSONNumberTokens
    private let bytes: UnsafeRawBufferPointer

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        self.numbers = JSONNumberTokens(bytes)
    }

    /// The value these bytes spell. They have passed the scan: the depth is
    /// bounded, so recursion is. Positions of a fault count from the first of
    /// the bytes.
    static func value(of bytes: UnsafeRawBufferPointer) throws(JSONFault) -> JSONValue {
        guard let base = bytes.baseAddress, bytes.count > 0 else {
            throw JSONFault(reason: .syntax, position: 0, detail: "a value is missing")
        }
        var error = json_error_t()
        let parsed = json_loadb(
            base.assumingMemoryBound(to: CChar.self), bytes.count,
            size_t(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY), &error)
        guard let parsed else { throw fault(error, length: bytes.count) }
        defer { json_decref(parsed) }
        var reader = JanssonReader(bytes)
        return reader.value(parsed)
    }

    private mutating func value(_ json: UnsafeMutablePointer<json_t>) -> JSONValue {
        switch json.pointee.type {
        case JSON_OBJECT: object(json)
        case JSON_ARRAY: array(json)
        case JSON_STRING: .string(string(json_string_value(json), json_string_length(json)))
        case JSON_INTEGER: integer(Int64(json_integer_value(json)))
        case JSON_REAL: real(json_real_value(json))
        case JSON_TRUE: .bool(true)
        case JSON_FALSE: .bool(false)
        default: .null
        }
    }

    /// The order of members is the document's: jansson keeps insertion order,
    /// and without duplicates nothing is inserted twice.
    private mutating func object(_ json: UnsafeMutablePointer<json_t>) -> JSONValue {
        var members: [JSONObject.Member] = []
        members.reserveCapacity(json_object_size(json))
        var iterator = json_object_iter(json)
        while let here = iterator {
            let key = string(json_object_iter_key(here), json_object_iter_key_len(here))
            if let member = json_object_iter_value(here) { members.append((key, value(member))) }
            iterator = json_object_iter_next(json, here)
        }
        return .object(JSONObject(unique: members))
    }

    private mutating func array(_ json: UnsafeMutablePointer<json_t>) -> JSONValue {
        let count = json_array_size(json)
        var values: [JSONValue] = []
        values.reserveCapacity(count)
        var index = 0
        while index < count, let element = json_array_get(json, index) {
            values.append(value(element))
            index &+= 1
        }
        return .array(values)
    }

    /// `-0` is an integer to jansson and loses its sign; it stays as written.
    private mutating func integer(_ value: Int64) -> JSONValue {
        guard let range = numbers.next(), value == 0, bytes[range.lowerBound] == ASCII.minus
        else { return .integer(value) }
        return .real(JSONReal(value: -0.0, spelling: spelling(range)))
    }

    private mutating func real(_ value: Double) -> JSONValue {
        guard let range = numbers.next() else { return .number(value) }
        return .real(JSONReal(value: value, spelling: spelling(range)))
    }

    private func spelling(_ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    private func string(_ text: UnsafePointer<CChar>?, _ length: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
    }

    private static func fault(_ error: json_error_t, length: Int) -> JSONFault {
        var error = error
        let reason: JSONError.Reason =
            switch json_error_code(&error) {
            case json_error_out_of_memory: .outOfMemory
            case json_error_invalid_utf8: .invalidUTF8
            case json_error_duplicate_key: .duplicateKey
            case json_error_numeric_overflow: .numberOutOfRange
            case json_error_null_character, json_error_null_byte_in_key: .nullCharacter
            default: .syntax
            }
        let detail = withUnsafeBytes(of: &error.text) { text in
            String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
        let position = min(max(Int(error.position), 0), length)
        return JSONFault(reason: reason, position: position, detail: detail)
    }
}
