public import PersonalizeJSON

/// What a host hands in to have defined: documents, and what builders gave.
public struct TemplateRequest: Sendable, Equatable {
    public var definitions: [TemplateDefinition]
    /// The vendor instance; nil for all that have overlays.
    public var vendor: String?

    public init(_ definitions: [TemplateDefinition], vendor: String? = nil) {
        self.definitions = definitions
        self.vendor = vendor
    }

    /// Reads the request of a host that speaks JSON (docs/templates.md):
    /// `definitions` is a document, as an object or as text, or a list of
    /// documents and of what builders gave.
    ///
    /// Errors: `json` for a request of another form, and those of
    /// `TemplateRule`.
    public init(host object: JSONObject) throws(PersonalizeError) {
        let members: (value: JSONValue, presenters: [TemplateKind], vendor: String?)
        do throws(FieldError) { members = try Self.members(of: object) } catch {
            throw Self.refusal(error)
        }
        self.init([], vendor: members.vendor)
        let path = "$.definitions"
        guard let list = members.value.array else {
            try take(members.value, members.presenters, path: path)
            return
        }
        for (number, value) in list.enumerated() {
            let path = "\(path)[\(number)]"
            if let built = value.object, built["kind"]?.string != nil {
                definitions.append(try TemplateBuilder.definition(from: built, path: path))
            } else {
                try take(value, members.presenters, path: path)
            }
        }
    }

    /// Takes in a document.
    private mutating func take(
        _ value: JSONValue, _ presenters: [TemplateKind], path: String
    ) throws(PersonalizeError) {
        guard let text = value.string else {
            definitions += try TemplateDocument.read(value, presenters: presenters, path: path)
            return
        }
        do throws(PersonalizeError) {
            definitions += try TemplateDocument.read(Array(text.utf8), presenters: presenters)
        } catch {
            var error = error
            error.path = path + (error.path ?? "$").dropFirst()
            throw error
        }
    }

    private static func refusal(_ error: FieldError) -> PersonalizeError {
        let (code, reason): (PersonalizeError.Code, String) =
            switch FieldError.Reason(rawValue: error.reason) {
            case .missingField: (.json, "missing_key")
            case .unknownField: (.json, "unknown_key")
            case .wrongType: (.json, error.reason)
            default: (.argument, error.reason)
            }
        return PersonalizeError(
            code, reason, error.message, path: error.path, hint: error.hint)
    }

    private static func members(
        of object: JSONObject
    ) throws(FieldError) -> (JSONValue, [TemplateKind], String?) {
        let fields = JSONFields(object)
        try fields.refuseUnknown(allowed: ["definitions", "presenters", "vendor"])
        let kinds = FieldType.string(of: TemplateKind.allCases.map(\.rawValue))
        let words = try fields.optional("presenters", as: .array(of: kinds)) ?? []
        return (
            try fields.required("definitions", as: .value),
            words.compactMap(TemplateKind.init(rawValue:)),
            try fields.optional("vendor", as: .nonEmptyString)
        )
    }
}
