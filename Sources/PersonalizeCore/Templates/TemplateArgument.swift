public import PersonalizeJSON

/// What kind of value an argument takes.
///
/// There is none for maps: a map stands for the arguments within it, whose names
/// begin with the map's.
public enum TemplateArgumentType: String, Sendable, CaseIterable {
    case string
    case boolean
    case number
    /// A file that is downloaded before it is needed; given by its URL.
    case file
    /// Something the customer can have done; given by the vendor.
    case action

    /// Whether an argument of this type has a value when nobody gives it one.
    public var hasDefault: Bool {
        switch self {
        case .string, .boolean, .number: true
        case .file, .action: false
        }
    }

    /// Whether a value can be the default of an argument of this type.
    func accepts(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string, .string), (.boolean, .bool), (.number, .integer), (.number, .real): true
        default: false
        }
    }
}

/// One argument of a template or function.
public struct TemplateArgument: Sendable, Equatable {
    /// The whole name; dots group it with others of the same beginning.
    public let name: String
    public let type: TemplateArgumentType
    /// The value it has when nobody gives it one; nil for files and actions.
    public let defaultValue: JSONValue?

    /// An argument that is known to be right; hosts' own go through
    /// `TemplateBuilder`.
    public init(_ name: String, _ type: TemplateArgumentType, defaultValue: JSONValue? = nil) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
    }

    /// The form a builder gives and takes.
    public var json: JSONObject {
        var object: JSONObject = ["name": .string(name), "type": .string(type.rawValue)]
        object["value"] = defaultValue
        return object
    }

    /// Nil when the object is no argument.
    init?(json: JSONObject) {
        guard let name = json["name"]?.string,
            let type = json["type"]?.string.flatMap(TemplateArgumentType.init(rawValue:))
        else { return nil }
        self.init(name, type, defaultValue: json["value"])
    }
}
