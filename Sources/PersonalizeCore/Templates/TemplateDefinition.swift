public import PersonalizeJSON

/// The two kinds of content that a host defines.
public enum TemplateKind: String, Sendable, CaseIterable {
    /// Drawn by the host, and always visual; may have actions.
    case template
    /// Carried out by the host; may itself be what an action does.
    case function
}

/// Content that a host knows how to present, and what can be said to it.
public struct TemplateDefinition: Sendable, Equatable {
    public let name: String
    public let kind: TemplateKind
    /// Whether it needs the display slot.
    public let isVisual: Bool
    /// In the order they are shown to an author: see `TemplateOrder`.
    public let arguments: [TemplateArgument]
    /// The places in `arguments` by name.
    private let index: JSONObject

    /// A definition that is known to be right, such as a vendor's own; hosts'
    /// go through `TemplateBuilder`. The arguments are brought into order.
    public init(
        _ name: String, kind: TemplateKind, isVisual: Bool = true,
        arguments: [TemplateArgument] = []
    ) {
        self.name = name
        self.kind = kind
        self.isVisual = kind == .template || isVisual
        self.arguments = TemplateOrder.ordered(arguments)
        self.index = JSONObject(
            self.arguments.enumerated().map { ($1.name, .integer(Int64($0))) })
    }

    /// The argument of a name; nil when there is none.
    public subscript(name: String) -> TemplateArgument? {
        position(of: name).map { arguments[$0] }
    }

    /// Where an argument stands in `arguments`.
    func position(of name: String) -> Int? {
        guard let position = index[name]?.integer.flatMap(Int.init(exactly:)),
            arguments.indices.contains(position)
        else { return nil }
        return position
    }

    /// The form a builder gives, and a journal keeps.
    public var json: JSONObject {
        [
            "name": .string(name), "kind": .string(kind.rawValue), "visual": .bool(isVisual),
            "arguments": .array(arguments.map { .object($0.json) }),
        ]
    }

    /// The definition that `json` wrote; nil when the object is none. Rules are
    /// not looked at: `TemplateBuilder.definition(from:path:)` does that.
    public init?(json: JSONObject) {
        guard let name = json["name"]?.string,
            let kind = json["kind"]?.string.flatMap(TemplateKind.init(rawValue:)),
            let isVisual = json["visual"]?.bool,
            let arguments = json["arguments"]?.objects(TemplateArgument.init(json:))
        else { return nil }
        self.init(name, kind: kind, isVisual: isVisual, arguments: arguments)
    }
}
