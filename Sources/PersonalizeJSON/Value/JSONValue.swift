/// One JSON value.
///
/// A value type that owns everything it holds: nothing of the parser stays
/// alive behind it. Objects keep the order of the document, so encoding a
/// value that was parsed gives the members back in the order they came.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent.
    case integer(Int64)
    /// Any other number, and `-0`, which no integer can say.
    case real(JSONReal)
    /// Text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Members in order.
    case object(JSONObject)
}

extension JSONValue {
    /// A computed number, or `null` when it is not finite.
    public static func number(_ value: Double) -> JSONValue {
        JSONReal(value).map(JSONValue.real) ?? .null
    }

    /// The text of a string, nil for any other value.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The value of `true` or `false`, nil for any other value.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value of an integer, or of a real without a fraction that fits.
    public var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .real(let real): Int64(exactly: real.value)
        default: nil
        }
    }

    /// The value of any number, as near as a `Double` comes.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let real): real.value
        default: nil
        }
    }

    /// The elements of an array, nil for any other value.
    public var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The members of an object, nil for any other value.
    public var object: JSONObject? {
        if case .object(let members) = self { members } else { nil }
    }

    /// Whether the value is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// What kind of value it is, as a message to a person names it.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer: "an integer"
        case .real: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// A member of an object; nil when this is no object or has none.
    public subscript(key: String) -> JSONValue? { object?[key] }
}

extension JSONValue: Equatable {
    /// Equal when both encode to the same bytes.
    ///
    /// Text compares by its bytes, not as `String` does: to a vendor two
    /// spellings of one accented letter are two values.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    /// Text as `"a"`.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A boolean as `true`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer as `1`.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// An array as `["a", 1]`.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// `null` as `nil`.
    public init(nilLiteral: ()) { self = .null }
    /// An object as `["a": 1]`; a repeated key takes its last value.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements))
    }
}
