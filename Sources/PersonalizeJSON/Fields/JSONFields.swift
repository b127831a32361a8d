/// Reads the fields of one object strictly.
///
/// A record reader throws at the first field that is not what it must be; its
/// caller drops the record, keeps the others and reports a `JSONDiagnostic`.
/// `null` counts as a missing field everywhere.
public struct JSONFields: Sendable, Equatable {
    /// The object read.
    public let object: JSONObject
    /// Where it stands, as `$.data[3]`; errors name fields below it.
    public let path: String

    /// The fields of an object that stands at a path.
    public init(_ object: JSONObject, path: String = "$") {
        self.object = object
        self.path = path
    }

    /// Throws `wrong_type` when the value is no object.
    public init(_ value: JSONValue, path: String = "$") throws(FieldError) {
        guard let object = value.object else {
            throw FieldError(
                path: path, reason: .wrongType,
                message: "expected an object, found \(value.kind)")
        }
        self.init(object, path: path)
    }

    /// Whether a field is there and not null.
    public func has(_ key: String) -> Bool { present(key) != nil }

    /// A field that must be there.
    ///
    /// Throws `missing_field`, or what `type` throws.
    public func required<Value>(
        _ key: String, as type: FieldType<Value>
    ) throws(FieldError) -> Value {
        guard let value = try optional(key, as: type) else { throw missing(key) }
        return value
    }

    /// A field that may be missing or null; nil then. A field that is there
    /// must have the right type.
    public func optional<Value>(
        _ key: String, as type: FieldType<Value>
    ) throws(FieldError) -> Value? {
        guard let value = present(key) else { return nil }
        do throws(FieldError) { return try type.read(value) } catch {
            throw error.inside(path(of: key))
        }
    }

    /// The fields of a nested object that must be there.
    public func requiredFields(_ key: String) throws(FieldError) -> JSONFields {
        guard let fields = try optionalFields(key) else { throw missing(key) }
        return fields
    }

    /// The fields of a nested object that may be missing or null.
    public func optionalFields(_ key: String) throws(FieldError) -> JSONFields? {
        guard let value = present(key) else { return nil }
        return try JSONFields(value, path: path(of: key))
    }

    /// The fields of every object of an array; empty when the array is
    /// missing or null. One element that is no object refuses the array.
    public func fieldsList(_ key: String) throws(FieldError) -> [JSONFields] {
        guard let values = try optional(key, as: .array(of: .object)) else { return [] }
        let path = path(of: key)
        return values.enumerated().map { JSONFields($1, path: "\(path)[\($0)]") }
    }

    /// Throws `unknown_field` at the first key that is not among these, in
    /// document order, with the nearest allowed key as a hint.
    public func refuseUnknown(allowed: [String]) throws(FieldError) {
        for (key, _) in object.members where !allowed.contains(where: key.hasSameBytes) {
            let nearest = SimilarNames.nearest(to: key, among: allowed)
            let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
            throw FieldError(
                path: path(of: key), reason: .unknownField,
                message: "unknown key \"\(Self.shown(key))\"\(hint)")
        }
    }

    /// The path of a field, for an error the reader makes itself.
    public func path(of key: String) -> String {
        let key = Self.shown(key)
        return Self.isPlain(key)
            ? "\(path).\(key)" : "\(path)[\(JSONValue.string(key).encoded())]"
    }

    /// An error about a field whose value the reader has looked at itself.
    public func invalid(_ key: String, _ message: String) -> FieldError {
        FieldError(path: path(of: key), reason: .invalidValue, message: message)
    }

    private func present(_ key: String) -> JSONValue? {
        guard let value = object[key], !value.isNull else { return nil }
        return value
    }

    /// An error about a field that is not there.
    public func missing(_ key: String) -> FieldError {
        FieldError(path: path(of: key), reason: .missingField, message: "\"\(key)\" is missing")
    }

    /// A key as errors show it: one of a MiB must not fill a log.
    private static func shown(_ key: String) -> String {
        guard key.utf8.count > 64 else { return key }
        return String(String.UnicodeScalarView(key.unicodeScalars.prefix(64))) + "..."
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty
            && key.utf8.allSatisfy { byte in
                byte >= 0x80 || byte == 0x5F || byte == 0x2D || (0x30...0x39).contains(byte)
                    || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            }
    }
}
