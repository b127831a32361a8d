import PersonalizeJSON

/// The arguments of a definition that is being built.
struct TemplateArguments: Sendable {
    private(set) var all: [TemplateArgument] = []
    /// The names there are, and what comes before their dots. Objects, since
    /// names are what their bytes are.
    private var names = JSONObject()
    private var groups = JSONObject()

    /// Adds one, or has changed nothing.
    mutating func add(_ leaf: TemplateLeaf) throws(PersonalizeError) {
        let name = leaf.name
        try Self.checkName(name, path: leaf.path)
        guard names[name] == nil else {
            throw TemplateRule.argumentDuplicate.error(
                "There is an argument \"\(TemplateBuilder.shown(name))\" already.",
                path: leaf.path)
        }
        try leaf.checkDefault()
        let groups = TemplateName.groups(of: name)
        if let value = groups.first(where: { names[$0] != nil }) {
            throw TemplateRule.argumentParentIsValue.error(
                "\"\(TemplateBuilder.shown(value))\" has a value of its own, and can hold no more.",
                path: leaf.path)
        }
        guard self.groups[name] == nil else {
            throw TemplateRule.argumentIsParent.error(
                "\"\(TemplateBuilder.shown(name))\" holds other arguments, and can be none itself.",
                path: leaf.path)
        }
        names[name] = true
        for group in groups { self.groups[group] = true }
        all.append(TemplateArgument(name, leaf.type, defaultValue: leaf.value))
    }

    static func checkName(_ name: String, path: String) throws(PersonalizeError) {
        guard !TemplateName.isBlank(name) else {
            throw TemplateRule.argumentNameEmpty.error(
                "The name of an argument is empty.", path: path)
        }
        guard !TemplateName.hasStrayDot(name) else {
            throw TemplateRule.argumentNameDots.error(
                "The name \"\(TemplateBuilder.shown(name))\" has a dot at an end, or two together.",
                path: path)
        }
        guard TemplateName.parts(of: name) <= TemplateName.mostParts else {
            throw TemplateRule.argumentNameDeep.error(
                "The name has more than \(TemplateName.mostParts) parts.", path: path)
        }
    }
}

/// An argument that is to be added, and where it was found.
struct TemplateLeaf {
    var name: String
    var type: TemplateArgumentType
    var value: JSONValue?
    var path: String

    func checkDefault() throws(PersonalizeError) {
        guard type.hasDefault else { return }
        guard let value, !value.isNull else {
            throw TemplateRule.defaultNull.error(
                "An argument of the type \"\(type.rawValue)\" needs a default.", path: path)
        }
        guard type.accepts(value) else {
            throw TemplateRule.jsonValueType.error(
                "The default of a \(type.rawValue) cannot be \(value.kind).", path: path)
        }
    }

    /// What a map holds, maps within it included.
    static func leaves(
        of map: JSONObject, named name: String, path: String
    ) throws(PersonalizeError) -> [TemplateLeaf] {
        var leaves: [TemplateLeaf] = []
        try collect(map, named: name, path: path, depth: 1, into: &leaves)
        return leaves
    }

    private static func collect(
        _ map: JSONObject, named name: String, path: String, depth: Int,
        into leaves: inout [TemplateLeaf]
    ) throws(PersonalizeError) {
        try checkMap(map, isNested: depth > 1, depth: depth, path: path)
        for (key, value) in map.members {
            let path = TemplateRule.path(path, key)
            let name = try self.name(name, key, path: path)
            if let inner = value.object {
                try collect(inner, named: name, path: path, depth: depth &+ 1, into: &leaves)
                continue
            }
            guard let type = type(of: value) else {
                throw TemplateRule.mapValueType.error(
                    "A map cannot hold \(value.kind).", path: path)
            }
            leaves.append(TemplateLeaf(name: name, type: type, value: value, path: path))
        }
    }

    /// A map that is empty defines nothing, and is a mistake.
    static func checkMap(
        _ map: JSONObject, isNested: Bool, depth: Int, path: String
    ) throws(PersonalizeError) {
        guard !map.isEmpty else {
            let rule: TemplateRule = isNested ? .mapEmptyNested : .mapEmpty
            throw rule.error("The map is empty.", path: path)
        }
        guard depth < TemplateName.mostParts else {
            throw TemplateRule.argumentNameDeep.error(
                "The map has more than \(TemplateName.mostParts) levels.", path: path)
        }
    }

    /// The name of what a map has under a key.
    static func name(
        _ map: String, _ key: String, path: String
    ) throws(PersonalizeError) -> String {
        guard !key.isEmpty, !TemplateName.hasStrayDot(key) else {
            throw TemplateRule.mapKeyDots.error(
                key.isEmpty
                    ? "A key of the map is empty."
                    : "The key \"\(TemplateBuilder.shown(key))\" has a dot at an end, or two "
                        + "together.", path: path)
        }
        return "\(map).\(key)"
    }

    private static func type(of value: JSONValue) -> TemplateArgumentType? {
        switch value {
        case .string: .string
        case .bool: .boolean
        case .integer, .real: .number
        case .null, .array, .object: nil
        }
    }
}
