/// What a field must be, and how to read it.
///
///     let id = try fields.required("id", as: .string)
///     let tags = try fields.optional("tags", as: .array(of: .string)) ?? []
///     let timeout = try fields.optional("timeout_ms", as: .integer(in: 0...60_000))
public struct FieldType<Value>: Sendable {
    /// Reads a value. The path of what it throws starts at that value: empty,
    /// or `[2]` for an element of it.
    public let read: @Sendable (JSONValue) throws(FieldError) -> Value

    /// A type of the caller's own.
    public init(_ read: @escaping @Sendable (JSONValue) throws(FieldError) -> Value) {
        self.read = read
    }

    /// A type that one kind of JSON value has, `kind` being its name.
    init(_ kind: String, _ read: @escaping @Sendable (JSONValue) -> Value?) {
        self.init { value throws(FieldError) in
            guard let result = read(value) else {
                throw FieldError(
                    path: "", reason: .wrongType, message: "expected \(kind), found \(value.kind)")
            }
            return result
        }
    }

    /// What this type reads, turned into something else; nil refuses it with
    /// `message`.
    public func map<Result>(
        orRefuse message: String, _ transform: @escaping @Sendable (Value) -> Result?
    ) -> FieldType<Result> {
        FieldType<Result> { [read] value throws(FieldError) in
            guard let result = transform(try read(value)) else {
                throw FieldError(path: "", reason: .invalidValue, message: message)
            }
            return result
        }
    }
}

extension FieldType where Value == JSONValue {
    /// Anything but null, which counts as missing.
    public static var value: FieldType { FieldType("a value") { $0 } }
}

extension FieldType where Value == String {
    /// Any string.
    public static var string: FieldType { FieldType("a string", \.string) }

    /// A string that is not empty.
    public static var nonEmptyString: FieldType {
        string.map(orRefuse: "must not be empty") { $0.isEmpty ? nil : $0 }
    }

    /// One of these strings.
    public static func string(of allowed: [String]) -> FieldType {
        string.map(orRefuse: "must be one of \(allowed.joined(separator: ", "))") { text in
            allowed.contains { $0.hasSameBytes(as: text) } ? text : nil
        }
    }
}

extension FieldType where Value == Bool {
    /// `true` or `false`; a number is neither.
    public static var bool: FieldType { FieldType("a boolean", \.bool) }
}

extension FieldType where Value == Int64 {
    /// An integer; `2.0` is one, `2.5` and `"2"` are not.
    public static var integer: FieldType { FieldType("an integer", \.integer) }

    /// An integer between two others, both included.
    public static func integer(in range: ClosedRange<Int64>) -> FieldType {
        FieldType { value throws(FieldError) in
            let number = try integer.read(value)
            guard range.contains(number) else {
                throw FieldError(
                    path: "", reason: .outOfRange,
                    message: "must be from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
    }
}

extension FieldType where Value == Double {
    /// Any number.
    public static var double: FieldType { FieldType("a number", \.double) }
}

extension FieldType where Value == JSONObject {
    /// Any object.
    public static var object: FieldType { FieldType("an object", \.object) }
}

extension FieldType {
    /// An array whose elements all have one type.
    public static func array<Element>(
        of element: FieldType<Element>
    ) -> FieldType where Value == [Element] {
        FieldType { value throws(FieldError) in
            guard let values = value.array else {
                throw FieldError(
                    path: "", reason: .wrongType,
                    message: "expected an array, found \(value.kind)")
            }
            var elements: [Element] = []
            elements.reserveCapacity(values.count)
            for (index, value) in values.enumerated() {
                do throws(FieldError) {
                    elements.append(try element.read(value))
                } catch {
                    throw error.inside("[\(index)]")
                }
            }
            return elements
        }
    }
}
