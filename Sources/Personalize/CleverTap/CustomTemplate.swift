/// A template or function with whoever presents it.
///
/// Two with one name are the same to the vendor, whatever else they say.
public struct CustomTemplate: Sendable, Hashable {
    /// What it is called and takes.
    public let definition: TemplateDefinition
    public let presenter: any TemplatePresenter

    public var name: String { definition.name }
    public var isVisual: Bool { definition.isVisual }

    public static func == (left: CustomTemplate, right: CustomTemplate) -> Bool {
        left.name == right.name
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What both builders have in common.
public class CustomTemplateBuilder {
    private var builder: TemplateBuilder
    private var presenter: (any TemplatePresenter)?

    init(_ kind: TemplateKind, isVisual: Bool) {
        builder = TemplateBuilder(kind, isVisual: isVisual)
    }

    /// Names it, once. Errors: `name_already_set`, `name_empty`.
    public func setName(_ name: String) throws(PersonalizeError) { try builder.setName(name) }

    /// Says who presents it.
    public func setPresenter(_ presenter: any TemplatePresenter) {
        self.presenter = presenter
        builder.setPresenter()
    }

    /// Adds a text. Errors here and below: those of `TemplateRule`.
    public func addArgument(_ name: String, string: String) throws(PersonalizeError) {
        try builder.add(name, .string, value: .string(string))
    }

    /// Adds a number.
    public func addArgument(
        _ name: String, number: some BinaryInteger
    ) throws(PersonalizeError) {
        let value = Int64(exactly: number).map(JSONValue.integer)
        try builder.add(name, .number, value: value ?? .number(Double(number)))
    }

    /// Adds a number.
    public func addArgument(_ name: String, number: Double) throws(PersonalizeError) {
        try builder.add(name, .number, value: .number(number))
    }

    /// Adds a truth value.
    public func addArgument(_ name: String, boolean: Bool) throws(PersonalizeError) {
        try builder.add(name, .boolean, value: .bool(boolean))
    }

    /// Adds everything in a dictionary, in its order.
    public func addArgument(_ name: String, dictionary: JSONObject) throws(PersonalizeError) {
        try builder.add(name, map: dictionary)
    }

    /// Adds a file, which a campaign gives.
    public func addFileArgument(_ name: String) throws(PersonalizeError) {
        try builder.add(name, .file)
    }

    func addAction(_ name: String) throws(PersonalizeError) { try builder.add(name, .action) }

    /// The template or function. Errors: `name_missing`, `presenter_missing`.
    public func build() throws(PersonalizeError) -> CustomTemplate {
        let definition = try builder.build()
        guard let presenter else {
            throw PersonalizeError(
                .argument, "presenter_missing", "\"\(definition.name)\" has no presenter.",
                path: "$", hint: "Set the presenter before building.")
        }
        return CustomTemplate(definition: definition, presenter: presenter)
    }
}

/// Defines a template: drawn by its presenter, with actions.
///
/// ```swift
/// let builder = InAppTemplateBuilder()
/// try builder.setName("template")
/// builder.setPresenter(presenter)
/// try builder.addArgument("string", string: "Default Text")
/// try builder.addFileArgument("file")
/// try builder.addArgument("int", number: 0)
/// let template = try builder.build()
/// ```
public final class InAppTemplateBuilder: CustomTemplateBuilder {
    public init() { super.init(.template, isVisual: true) }

    /// Adds an action, which a campaign gives.
    public func addActionArgument(_ name: String) throws(PersonalizeError) { try addAction(name) }
}

/// Defines a function: carried out by its presenter, without actions.
public final class AppFunctionBuilder: CustomTemplateBuilder {
    /// - Parameter isVisual: whether it needs the screen, and so its turn.
    public init(isVisual: Bool) { super.init(.function, isVisual: isVisual) }
}
