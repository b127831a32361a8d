import PersonalizeJSON

/// What a vendor instance can have presented.
public struct TemplateRegistry: Sendable, Equatable {
    /// The host's definitions in the order they were registered.
    public private(set) var definitions: [TemplateDefinition] = []
    /// The vendor's own functions, which hosts do not define.
    public let systemFunctions: [TemplateDefinition]
    /// Names a host cannot take.
    private let reserved: JSONObject
    /// The places in `definitions` by name.
    private var index = JSONObject()

    init(systemFunctions: [TemplateDefinition] = [], reserved: [String] = []) {
        self.systemFunctions = systemFunctions
        self.reserved = JSONObject(
            (reserved + systemFunctions.map(\.name)).map { ($0, .bool(true)) })
    }

    /// The definition of a name, a host's or the vendor's; exact and with regard
    /// to case. Nil when there is none.
    public subscript(name: String) -> TemplateDefinition? {
        if let position = index[name]?.integer.flatMap(Int.init(exactly:)),
            definitions.indices.contains(position)
        {
            return definitions[position]
        }
        return systemFunctions.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The registry with these as well. Errors: `template_reserved`,
    /// `template_duplicate`.
    func adding(_ more: [TemplateDefinition]) throws(PersonalizeError) -> TemplateRegistry {
        var result = self
        for definition in more {
            let name = definition.name
            guard reserved[name] == nil else {
                throw TemplateRule.templateReserved.error(
                    "The name \"\(TemplateBuilder.shown(name))\" is the vendor's own.")
            }
            guard result.index[name] == nil else {
                throw TemplateRule.templateDuplicate.error(
                    "Two definitions have the name \"\(TemplateBuilder.shown(name))\".")
            }
            result.index[name] = .integer(Int64(result.definitions.count))
            result.definitions.append(definition)
        }
        return result
    }
}
