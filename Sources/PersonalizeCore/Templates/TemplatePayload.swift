public import PersonalizeJSON

/// Writes definitions down for a vendor's dashboard, in the vendor's words.
public struct TemplatePayload: Sendable, Equatable {
    /// What the vendor calls the members.
    public struct Words: Sendable, Equatable {
        public var type: String
        public var arguments: String
        public var defaultValue: String
        public var order: String

        public init(type: String, arguments: String, defaultValue: String, order: String) {
            self.type = type
            self.arguments = arguments
            self.defaultValue = defaultValue
            self.order = order
        }
    }

    private let words: Words

    public init(_ words: Words) { self.words = words }

    /// The definitions by name, in the order given; arguments are numbered from 0
    /// in theirs.
    public func definitions(_ definitions: [TemplateDefinition]) -> JSONObject {
        JSONObject(
            definitions.map { definition in
                (
                    definition.name,
                    .object([
                        words.type: .string(definition.kind.rawValue),
                        words.arguments: .object(arguments(of: definition)),
                    ])
                )
            })
    }

    private func arguments(of definition: TemplateDefinition) -> JSONObject {
        JSONObject(
            definition.arguments.enumerated().map { place, argument in
                var object: JSONObject = [words.type: .string(argument.type.rawValue)]
                object[words.defaultValue] = argument.defaultValue
                object[words.order] = .integer(Int64(place))
                return (argument.name, .object(object))
            })
    }
}
