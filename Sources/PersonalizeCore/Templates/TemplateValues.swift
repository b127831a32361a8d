public import PersonalizeJSON

/// The values that one presentation has for its arguments: those of the
/// campaign where they are of the right type, otherwise the defaults.
public struct TemplateValues: Sendable, Equatable {
    public let definition: TemplateDefinition
    /// What the campaign gave and could not be used. Paths are within its own
    /// values.
    public let diagnostics: [JSONDiagnostic]
    /// In the order of the definition's arguments.
    let values: [Value]

    /// What an argument holds.
    enum Value: Sendable, Equatable {
        /// A string, boolean or number.
        case plain(JSONValue)
        /// A file by its URL.
        case file(String)
        case action(TemplateAction)
        /// A file or action that the campaign has not given.
        case absent
    }

    /// - Parameters:
    ///   - overrides: the campaign's values by whole names. Names that are not
    ///     defined are ignored, and what is nested is not looked into.
    ///   - readAction: what an adapter makes of the value of an action; nil when
    ///     it is none.
    public init(
        _ definition: TemplateDefinition, overrides: JSONObject,
        readAction: (JSONValue) -> TemplateAction?
    ) {
        self.definition = definition
        var values: [Value] = []
        var diagnostics: [JSONDiagnostic] = []
        values.reserveCapacity(definition.arguments.count)
        for argument in definition.arguments {
            let given = overrides[argument.name] ?? .null
            if let value = Self.value(given, of: argument.type, readAction) {
                values.append(value)
                continue
            }
            values.append(argument.defaultValue.map(Value.plain) ?? .absent)
            guard !given.isNull else { continue }
            diagnostics.append(
                JSONDiagnostic(
                    what: "argument", path: TemplateRule.path("$", argument.name),
                    reason: "wrong_type",
                    message: "\(given.kind) is not used for the \(argument.type.rawValue) "
                        + "\"\(TemplateBuilder.shown(argument.name))\"."))
        }
        self.values = values
        self.diagnostics = diagnostics
    }

    /// What a given value comes to; nil when it is none of the type.
    ///
    /// Strict, but for booleans and numbers, which stand for each other: text is
    /// never made into anything else.
    private static func value(
        _ given: JSONValue, of type: TemplateArgumentType,
        _ readAction: (JSONValue) -> TemplateAction?
    ) -> Value? {
        switch (type, given) {
        case (.string, .string): .plain(given)
        case (.boolean, .bool): .plain(given)
        case (.boolean, .integer(let number)): .plain(.bool(number != 0))
        case (.boolean, .real(let number)): .plain(.bool(number.value != 0))
        case (.number, .integer), (.number, .real): .plain(given)
        case (.number, .bool(let flag)): .plain(.integer(flag ? 1 : 0))
        case (.file, .string(let url)): .file(url)
        case (.action, .object): readAction(given).map(Value.action)
        default: nil
        }
    }

    /// What an argument holds; nil for a name that is not defined.
    func value(_ name: String) -> Value? {
        definition.position(of: name).flatMap { values.indices.contains($0) ? values[$0] : nil }
    }

    // MARK: - Files

    /// The files to have before presenting, each URL once, in the order of the
    /// arguments.
    public var fileURLs: [String] {
        var urls = JSONObject()
        for case .file(let url) in values { urls[url] = true }
        return urls.keys
    }

    /// The same with the files of the functions that actions name.
    ///
    /// - Parameter definition: the definition of a name; nil when there is none.
    public func fileURLs(
        following definition: (String) -> TemplateDefinition?,
        readAction: (JSONValue) -> TemplateAction?
    ) -> [String] {
        var urls = JSONObject()
        collect(into: &urls, depth: 0, definition, readAction)
        return urls.keys
    }

    /// An action may name a template with actions of its own, so there is a
    /// depth that is not exceeded.
    private func collect(
        into urls: inout JSONObject, depth: Int, _ definition: (String) -> TemplateDefinition?,
        _ readAction: (JSONValue) -> TemplateAction?
    ) {
        guard depth < TemplateName.mostParts else { return }
        for value in values {
            switch value {
            case .file(let url): urls[url] = true
            case .action(let action) where action.kind == .function:
                guard let named = definition(action.template) else { continue }
                TemplateValues(named, overrides: action.values, readAction: readAction)
                    .collect(into: &urls, depth: depth &+ 1, definition, readAction)
            case .action, .plain, .absent: continue
            }
        }
    }
}
