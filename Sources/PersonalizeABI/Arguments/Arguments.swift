import Glibc
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

/// Reads what a C host hands in.
enum Arguments {
    /// The length of a text that ends with a NUL.
    private static let untilNull = -1
    /// No argument may be longer, so that a wrong length is an error and not
    /// a copy of half the memory.
    private static let longest = 64 << 20
    /// Documents of a host may be a little less deep than those of a vendor:
    /// in a journal they stand within another.
    private static let limits = JSONLimits(depth: 60)
    /// Documents that hold whole answers of servers as text.
    private static let answerLimits = JSONLimits(
        documentBytes: longest, depth: 60, stringBytes: longest, values: 1_000_000)

    /// The bytes of a text; `name` is the parameter's.
    static func bytes(
        _ text: UnsafePointer<CChar>?, _ length: Int, _ name: String, longest: Int = longest
    ) throws(PersonalizeError) -> UnsafeRawBufferPointer {
        guard let text else {
            throw PersonalizeError(
                .argument, "null_argument", "The argument \"\(name)\" is NULL.",
                hint: "Give a pointer that is not NULL.")
        }
        guard length >= 0 || length == untilNull else {
            throw PersonalizeError(
                .argument, "negative_length", "The length of \"\(name)\" is negative.",
                hint: "Give bytes, or PERSONALIZE_NTS for a text that ends with a NUL.")
        }
        let count = length == untilNull ? strlen(text) : length
        guard count <= longest else {
            throw PersonalizeError(
                .limit, "too_long", "The argument \"\(name)\" is longer than \(longest) bytes.",
                hint: "Check the length; a text this long is not accepted.")
        }
        return UnsafeRawBufferPointer(start: text, count: count)
    }

    /// A text, which has to be UTF-8 without the character U+0000.
    static func text(
        _ text: UnsafePointer<CChar>?, _ length: Int, _ name: String, longest: Int = longest
    ) throws(PersonalizeError) -> String {
        let bytes = try bytes(text, length, name, longest: longest)
        guard !bytes.contains(0) else {
            throw PersonalizeError(
                .argument, "null_character", "The argument \"\(name)\" has a NUL in it.",
                hint: "Give the length without a NUL at the end, or PERSONALIZE_NTS.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PersonalizeError(
                .argument, "invalid_utf8", "The argument \"\(name)\" is not UTF-8.",
                hint: "Texts go in and out as UTF-8.")
        }
        return text
    }

    /// A text that may be NULL.
    static func optionalText(
        _ text: UnsafePointer<CChar>?, _ length: Int, _ name: String
    ) throws(PersonalizeError) -> String? {
        guard text != nil else { return nil }
        return try self.text(text, length, name)
    }

    /// A JSON document of the host's.
    static func json(
        _ text: UnsafePointer<CChar>?, _ length: Int, _ name: String
    ) throws(PersonalizeError) -> JSONValue {
        try parse(self.text(text, length, name), limits)
    }

    /// A JSON document that may hold answers of servers.
    static func answers(
        _ text: UnsafePointer<CChar>?, _ length: Int, _ name: String
    ) throws(PersonalizeError) -> JSONValue {
        try parse(self.text(text, length, name), answerLimits)
    }

    /// A JSON object of the host's.
    static func object(
        _ text: UnsafePointer<CChar>?, _ length: Int, _ name: String
    ) throws(PersonalizeError) -> JSONObject {
        let value = try json(text, length, name)
        guard let object = value.object else {
            throw PersonalizeError(
                .json, "wrong_type", "\"\(name)\" has to be an object, not \(value.kind).",
                path: "$", hint: "Give a JSON object: {…}.")
        }
        return object
    }

    /// A JSON object that may be NULL; empty then.
    static func optionalObject(
        _ text: UnsafePointer<CChar>?, _ length: Int, _ name: String
    ) throws(PersonalizeError) -> JSONObject {
        guard text != nil else { return [:] }
        return try object(text, length, name)
    }

    /// A JSON array of names.
    static func names(
        _ text: UnsafePointer<CChar>?, _ length: Int, _ name: String
    ) throws(PersonalizeError) -> [String] {
        let value = try json(text, length, name)
        do throws(FieldError) {
            return try FieldType.array(of: .nonEmptyString).read(value)
        } catch {
            var error = Members.error(error)
            error.path = "$\(error.path ?? "")"
            throw error
        }
    }

    /// Where an output goes, which must not be NULL.
    static func output<Value>(
        _ output: UnsafeMutablePointer<Value>?, _ name: String
    ) throws(PersonalizeError) -> UnsafeMutablePointer<Value> {
        guard let output else {
            throw PersonalizeError(
                .argument, "null_argument", "The argument \"\(name)\" is NULL.",
                hint: "Give a pointer that is not NULL.")
        }
        return output
    }

    /// 0 or 1.
    static func flag(_ value: Int32, _ name: String) throws(PersonalizeError) -> Bool {
        guard value == 0 || value == 1 else {
            throw PersonalizeError(
                .argument, "out_of_range", "\"\(name)\" has to be 0 or 1.", hint: "Give 0 or 1.")
        }
        return value == 1
    }

    /// A placement's id; one that is too large is none.
    static func placement(_ id: UInt64) -> Int64 { Int64(exactly: id) ?? 0 }

    /// A presentation's id, likewise.
    static func presentation(_ id: UInt64) -> Int64 { Int64(exactly: id) ?? 0 }

    private static func parse(
        _ text: String, _ limits: JSONLimits
    ) throws(PersonalizeError) -> JSONValue {
        do throws(JSONError) { return try JSONValue.parse(text, limits: limits) } catch {
            throw PersonalizeError(error)
        }
    }
}
