public import PersonalizeJSON

// Stand-ins for types of other folders: whoever adds the type takes its
// stand-in away.

public struct TemplateAction: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case close
        case openURL = "url"
        case keyValues = "key_values"
        case function
        case promptPermission = "permission"
        case unknown
    }

    public var kind: Kind
    public var word: String
    public var url: String
    public var keyValues: JSONObject
    public var template: String
    public var values: JSONObject
    public var payload: JSONObject

    public init(
        _ kind: Kind, word: String, url: String = "", keyValues: JSONObject = [:],
        template: String = "", values: JSONObject = [:], payload: JSONObject = [:]
    ) {
        self.kind = kind
        self.word = word
        self.url = url
        self.keyValues = keyValues
        self.template = template
        self.values = values
        self.payload = payload
    }
}

public enum TemplateKind: String, Sendable, CaseIterable {
    case template
    case function
}

public enum TemplateArgumentType: String, Sendable, CaseIterable {
    case string
    case boolean
    case number
    case file
    case action
}

public struct TemplateArgument: Sendable, Equatable {
    public let name: String
    public let type: TemplateArgumentType
    public let defaultValue: JSONValue?

    public init(_ name: String, _ type: TemplateArgumentType, defaultValue: JSONValue? = nil) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
    }
}

public struct TemplateDefinition: Sendable, Equatable {
    public let name: String
    public let kind: TemplateKind
    public let isVisual: Bool
    public let arguments: [TemplateArgument]

    public init(
        _ name: String, kind: TemplateKind, isVisual: Bool = true,
        arguments: [TemplateArgument] = []
    ) {
        self.name = name
        self.kind = kind
        self.isVisual = kind == .template || isVisual
        self.arguments = arguments
    }
}

public struct TemplateValues: Sendable {}

public struct DisplayCaps: Sendable, Equatable {
    public var perSession: Int64?
    public var perDay: Int64?
    public var lifetime: Int64?
    public var isExcluded: Bool

    public init(
        perSession: Int64? = nil, perDay: Int64? = nil, lifetime: Int64? = nil,
        isExcluded: Bool = false
    ) {
        self.perSession = perSession
        self.perDay = perDay
        self.lifetime = lifetime
        self.isExcluded = isExcluded
    }

    public var json: JSONObject {
        [
            "per_session": perSession.map(JSONValue.integer) ?? .null,
            "per_day": perDay.map(JSONValue.integer) ?? .null,
            "lifetime": lifetime.map(JSONValue.integer) ?? .null,
            "is_excluded": .bool(isExcluded),
        ]
    }

    public init(json: JSONObject) {
        self.init(
            perSession: json["per_session"]?.integer, perDay: json["per_day"]?.integer,
            lifetime: json["lifetime"]?.integer, isExcluded: json["is_excluded"]?.bool ?? false)
    }
}

public struct Limit: Sendable, Equatable {
    public var json: JSONObject { [:] }
    public init?(json: JSONObject) {}
}
