public import PersonalizeJSON

/// Reads definitions from the JSON form that the cross-platform SDKs share.
///
/// The order of the document is kept. One definition that is wrong refuses the
/// whole document.
public enum TemplateDocument {
    /// What a document defines. `presenters` are the kinds that somebody
    /// presents; a definition of another kind is refused.
    ///
    /// Errors: those of `TemplateRule`, and `limit` for a document that is too
    /// large.
    public static func read(
        _ bytes: [UInt8], presenters: [TemplateKind]
    ) throws(PersonalizeError) -> [TemplateDefinition] {
        guard bytes.contains(where: { !isSpace($0) }) else {
            throw TemplateRule.jsonEmpty.error("The document is empty.", path: "$")
        }
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue.parse(bytes) } catch {
            throw refusal(error)
        }
        return try read(value, presenters: presenters)
    }

    /// The same for a document that is parsed already.
    public static func read(
        _ value: JSONValue, presenters: [TemplateKind], path: String = "$"
    ) throws(PersonalizeError) -> [TemplateDefinition] {
        guard let definitions = value.object else {
            throw TemplateRule.jsonRoot.error(
                "The definitions have to be an object, not \(value.kind).", path: path)
        }
        var result: [TemplateDefinition] = []
        result.reserveCapacity(definitions.count)
        for (name, value) in definitions.members {
            result.append(
                try definition(
                    name, value, presenters, path: TemplateRule.path(path, name)))
        }
        return result
    }

    private static func definition(
        _ name: String, _ value: JSONValue, _ presenters: [TemplateKind], path: String
    ) throws(PersonalizeError) -> TemplateDefinition {
        guard let kind = value["type"]?.string.flatMap(TemplateKind.init(rawValue:)) else {
            throw TemplateRule.jsonTemplateType.error(
                "\"type\" has to be \"template\" or \"function\".", path: path + ".type")
        }
        guard presenters.contains(kind) else {
            throw TemplateRule.presenterMissing.error(
                "Nobody presents definitions of the kind \(kind.rawValue).", path: path)
        }
        var isVisual = false
        if let flag = value["isVisual"], kind == .function {
            guard let flag = flag.bool else {
                throw TemplateRule.jsonValueType.error(
                    "\"isVisual\" has to be true or false.", path: path + ".isVisual")
            }
            isVisual = flag
        }
        var builder = TemplateBuilder(kind, isVisual: isVisual)
        builder.setPresenter()
        do throws(PersonalizeError) { try builder.setName(name) } catch {
            var error = error
            error.path = path
            throw error
        }
        let place = path + ".arguments"
        guard let arguments = value["arguments"] else { return try builder.build() }
        guard let members = arguments.object else {
            throw TemplateRule.jsonValueType.error(
                "\"arguments\" has to be an object, not \(arguments.kind).", path: place)
        }
        for (name, argument) in members.members {
            try add(name, argument, to: &builder, path: TemplateRule.path(place, name))
        }
        return try builder.build()
    }

    private static func add(
        _ name: String, _ argument: JSONValue, to builder: inout TemplateBuilder, path: String
    ) throws(PersonalizeError) {
        let word = argument["type"]?.string ?? ""
        let value = argument["value"]
        if word == "object" {
            try TemplateArguments.checkName(name, path: path)
            var leaves: [TemplateLeaf] = []
            try collect(value ?? .null, named: name, path: path, depth: 1, into: &leaves)
            return try builder.add(leaves)
        }
        guard let type = TemplateArgumentType(rawValue: word) else {
            throw TemplateRule.jsonArgumentType.error(
                "\"type\" is no type of an argument.", path: path + ".type")
        }
        if value != nil, !type.hasDefault {
            let rule: TemplateRule = type == .file ? .jsonValueOnFile : .jsonValueOnAction
            throw rule.error("A \(word) has no \"value\".", path: path + ".value")
        }
        try builder.add(
            TemplateLeaf(name: name, type: type, value: plain(value, type), path: path))
    }

    private static func collect(
        _ value: JSONValue, named name: String, path: String, depth: Int,
        into leaves: inout [TemplateLeaf]
    ) throws(PersonalizeError) {
        let place = path + ".value"
        guard let members = value.isNull ? [:] : value.object else {
            throw TemplateRule.jsonValueType.error(
                "The \"value\" of an object has to be an object, not \(value.kind).", path: place)
        }
        try TemplateLeaf.checkMap(members, isNested: depth > 1, depth: depth, path: place)
        for (key, argument) in members.members {
            let path = TemplateRule.path(place, key)
            let name = try TemplateLeaf.name(name, key, path: path)
            let word = argument["type"]?.string ?? ""
            if word == "object" {
                try collect(
                    argument["value"] ?? .null, named: name, path: path, depth: depth &+ 1,
                    into: &leaves)
                continue
            }
            guard let type = TemplateArgumentType(rawValue: word), type.hasDefault else {
                throw TemplateRule.jsonNestedType.error(
                    "An object cannot hold an argument of this type.", path: path + ".type")
            }
            leaves.append(
                TemplateLeaf(
                    name: name, type: type, value: plain(argument["value"], type), path: path))
        }
    }

    /// A boolean may be written as text, in any case.
    private static func plain(_ value: JSONValue?, _ type: TemplateArgumentType) -> JSONValue? {
        guard type == .boolean, let text = value?.string?.lowercased() else { return value }
        return text == "true" ? true : text == "false" ? false : value
    }

    private static func refusal(_ error: JSONError) -> PersonalizeError {
        let place = "at line \(error.line), column \(error.column)"
        switch JSONError.Reason(rawValue: error.reason) {
        case .duplicateKey:
            return TemplateRule.jsonDuplicateKey.error("\(error.message) \(place)", path: "$")
        case .documentTooLarge, .tooDeep, .stringTooLong, .numberTooLong, .tooManyValues,
            .outOfMemory:
            return PersonalizeError(
                .limit, error.reason, "\(error.message) \(place)", path: "$",
                hint: "Split the document; several may be registered.")
        default: return TemplateRule.jsonParse.error("\(error.message) \(place)", path: "$")
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
