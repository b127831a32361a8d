public import PersonalizeJSON

/// One change of what a vendor knows of the customer.
public struct ProfileOperation: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case set
        case unset
        case increment
        case decrement
        /// Adds texts to a list.
        case add
        /// Takes texts out of one.
        case remove
        /// Replaces a list of texts.
        case setList = "set_list"
    }

    public var kind: Kind
    public var name: String
    public var value: JSONValue

    public init(_ kind: Kind, _ name: String, _ value: JSONValue = .null) {
        self.kind = kind
        self.name = name
        self.value = value
    }

    /// The value of the field after the change; nil when there is none then.
    public func applied(to old: JSONValue?) -> JSONValue? {
        switch kind {
        case .set, .setList: return value
        case .unset: return nil
        case .increment: return Self.sum(old, value, sign: 1)
        case .decrement: return Self.sum(old, value, sign: -1)
        case .add:
            let list = Self.list(old)
            return .array(list + (value.array ?? [value]).filter { !list.contains($0) })
        case .remove:
            let removed = value.array ?? [value]
            let list = Self.list(old).filter { !removed.contains($0) }
            return list.isEmpty ? nil : .array(list)
        }
    }

    /// Whole numbers stay whole as long as they fit.
    private static func sum(_ old: JSONValue?, _ change: JSONValue, sign: Int64) -> JSONValue {
        if case .integer(let change) = change {
            let before: Int64? =
                switch old {
                case .integer(let number)?: number
                case .real?: nil
                default: 0
                }
            let (signed, overflow) = change.multipliedReportingOverflow(by: sign)
            if let before, !overflow {
                let (sum, overflow) = before.addingReportingOverflow(signed)
                if !overflow { return .integer(sum) }
            }
        }
        return .number((old?.double ?? 0) + (change.double ?? 0) * Double(sign))
    }

    private static func list(_ value: JSONValue?) -> [JSONValue] {
        guard let value else { return [] }
        return value.array ?? [value]
    }

    var json: JSONObject {
        ["kind": .string(kind.rawValue), "name": .string(name), "value": value]
    }

    init?(json: JSONObject) {
        guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)),
            let name = json["name"]?.string
        else { return nil }
        self.init(kind, name, json["value"] ?? .null)
    }

    /// The operations of a host's document, `{"set": {"Plan": "gold"},
    /// "unset": ["Old"], "increment": {"Visits": 1}}`, in its order.
    public static func read(_ document: JSONObject) throws(PersonalizeError) -> [ProfileOperation] {
        var operations: [ProfileOperation] = []
        for (word, value) in document.members {
            guard let kind = Kind(rawValue: word) else {
                throw PersonalizeError(
                    .argument, "unknown_operation", "There is no operation \"\(word)\".",
                    path: "$.\(word)",
                    hint: "Known: \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            if kind == .unset, let names = value.array, names.allSatisfy({ $0.string != nil }) {
                operations += names.compactMap(\.string).map { ProfileOperation(.unset, $0) }
            } else if let fields = value.object {
                operations += fields.members.map { ProfileOperation(kind, $0.key, $0.value) }
            } else {
                throw PersonalizeError(
                    .argument, "wrong_type",
                    kind == .unset
                        ? "expected an array of names, found \(value.kind)"
                        : "expected an object, found \(value.kind)", path: "$.\(word)")
            }
        }
        guard !operations.isEmpty else {
            throw PersonalizeError(
                .argument, "no_operations", "There is nothing to change.",
                hint: "Give operations such as {\"set\": {\"Plan\": \"gold\"}}.")
        }
        return operations
    }
}
