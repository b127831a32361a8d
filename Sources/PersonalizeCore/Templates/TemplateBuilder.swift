public import PersonalizeJSON

/// Puts a definition together and checks it by the rules of `TemplateRule`.
///
/// What a call refuses it has not done: the builder goes on as it was.
public struct TemplateBuilder: Sendable {
    private let kind: TemplateKind
    private let isVisual: Bool
    private var name: String?
    private var hasPresenter = false
    private var arguments = TemplateArguments()

    /// - Parameter isVisual: whether a function needs the display slot; a
    ///   template always does.
    public init(_ kind: TemplateKind, isVisual: Bool = true) {
        self.kind = kind
        self.isVisual = isVisual
    }

    /// Names the definition. Errors: `name_already_set`, `name_empty`.
    public mutating func setName(_ name: String) throws(PersonalizeError) {
        if let set = self.name {
            throw TemplateRule.nameAlreadySet.error(
                "The name has been set already: \"\(Self.shown(set))\".", path: "$.name")
        }
        guard !TemplateName.isBlank(name) else {
            throw TemplateRule.nameEmpty.error("The name is empty.", path: "$.name")
        }
        self.name = name
    }

    /// Declares that there is somebody to present it.
    public mutating func setPresenter() { hasPresenter = true }

    /// Adds an argument with the value it has by default; nil for files and
    /// actions, which have none.
    ///
    /// Errors: those of the rules for arguments, and `json_value_type` for a
    /// default of another type.
    public mutating func add(
        _ name: String, _ type: TemplateArgumentType, value: JSONValue? = nil
    ) throws(PersonalizeError) {
        let path = TemplateRule.path("$.arguments", name)
        try add(TemplateLeaf(name: name, type: type, value: value, path: path))
    }

    /// Adds every argument in a map. Further ones may be added to it by dots.
    ///
    /// Errors: those of the rules for arguments.
    public mutating func add(_ name: String, map: JSONObject) throws(PersonalizeError) {
        let path = TemplateRule.path("$.arguments", name)
        try TemplateArguments.checkName(name, path: path)
        try add(TemplateLeaf.leaves(of: map, named: name, path: path))
    }

    /// The definition, checked as a whole. The builder can go on.
    ///
    /// Errors: `name_missing`, `presenter_missing`.
    public func build() throws(PersonalizeError) -> TemplateDefinition {
        guard let name else {
            throw TemplateRule.nameMissing.error(
                "The \(kind.rawValue) has no name.", path: "$.name")
        }
        guard hasPresenter else {
            throw TemplateRule.presenterMissing.error(
                "The \(kind.rawValue) \"\(Self.shown(name))\" has no presenter.", path: "$")
        }
        return TemplateDefinition(
            name, kind: kind, isVisual: isVisual, arguments: arguments.all)
    }

    mutating func add(_ leaf: TemplateLeaf) throws(PersonalizeError) {
        if leaf.type == .action { try refuseAction(leaf.path) }
        try arguments.add(leaf)
    }

    /// All of them or none.
    mutating func add(_ leaves: [TemplateLeaf]) throws(PersonalizeError) {
        var arguments = arguments
        for leaf in leaves { try arguments.add(leaf) }
        self.arguments = arguments
    }

    private func refuseAction(_ path: String) throws(PersonalizeError) {
        guard kind == .function else { return }
        throw TemplateRule.actionInFunction.error(
            "A function cannot have an action as an argument.", path: path)
    }

    /// A name as messages show it: one of a MiB must not fill a log.
    static func shown(_ name: String) -> String {
        guard name.utf8.count > 64 else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.prefix(64))) + "..."
    }
}

extension TemplateBuilder {
    /// Adds an argument by the words that other languages use: a type of
    /// `TemplateArgumentType`, or `map`. `value` nil is one that was not given,
    /// which is not the same as `null`.
    ///
    /// Errors: `json_arg_type` for another word, `json_value_on_file` and
    /// `json_value_on_action`, and those of the rules for arguments.
    public mutating func add(
        _ name: String, word: String, value: JSONValue?
    ) throws(PersonalizeError) {
        let path = TemplateRule.path("$.arguments", name)
        guard let type = TemplateArgumentType(rawValue: word) else {
            guard word == "map" else {
                throw TemplateRule.jsonArgumentType.error(
                    "There is no type \"\(Self.shown(word))\".", path: path)
            }
            switch value ?? .null {
            case .object(let map): try add(name, map: map)
            case .null: try add(name, map: [:])
            default:
                throw TemplateRule.jsonValueType.error(
                    "The default of a map has to be an object.", path: path)
            }
            return
        }
        if type == .action { try refuseAction(path) }
        if value != nil, !type.hasDefault {
            let rule: TemplateRule = type == .file ? .jsonValueOnFile : .jsonValueOnAction
            throw rule.error("An argument of the type \"\(word)\" has no default.", path: path)
        }
        try add(name, type, value: value)
    }

    /// What `TemplateDefinition.json` wrote, or a host by its example, with every
    /// rule looked at.
    public static func definition(
        from object: JSONObject, path: String
    ) throws(PersonalizeError) -> TemplateDefinition {
        guard let kind = object["kind"]?.string.flatMap(TemplateKind.init(rawValue:)) else {
            throw TemplateRule.jsonTemplateType.error(
                "\"kind\" has to be \"template\" or \"function\".", path: path + ".kind")
        }
        var builder = TemplateBuilder(kind, isVisual: object["visual"]?.bool ?? false)
        builder.setPresenter()
        if let name = object["name"]?.string {
            do throws(PersonalizeError) { try builder.setName(name) } catch {
                throw within(path, error)
            }
        }
        for (number, value) in (object["arguments"]?.array ?? []).enumerated() {
            let path = "\(path).arguments[\(number)]"
            let word = value["type"]?.string ?? ""
            do throws(PersonalizeError) {
                try builder.add(value["name"]?.string ?? "", word: word, value: value["value"])
            } catch {
                throw at(path, error)
            }
        }
        do throws(PersonalizeError) { return try builder.build() } catch {
            throw within(path, error)
        }
    }

    /// The error of a part, seen from outside.
    private static func within(_ path: String, _ error: PersonalizeError) -> PersonalizeError {
        at(path + (error.path ?? "$").dropFirst(), error)
    }

    private static func at(_ path: String, _ error: PersonalizeError) -> PersonalizeError {
        var error = error
        error.path = path
        return error
    }
}
