/// Defines what an instance can present.
public protocol TemplateProducer: Sendable {
    /// Called once for each instance, when it is created; different accounts may
    /// get different ones. What throws keeps the instance from being created.
    func defineTemplates(
        _ instanceConfig: CleverTapInstanceConfig
    ) throws -> Set<CustomTemplate>

    /// The same in the order the dashboard is to have them. By name unless a
    /// producer knows better, since sets have no order.
    func orderedTemplates(
        _ instanceConfig: CleverTapInstanceConfig
    ) throws -> [CustomTemplate]
}

extension TemplateProducer {
    public func orderedTemplates(
        _ instanceConfig: CleverTapInstanceConfig
    ) throws -> [CustomTemplate] {
        try defineTemplates(instanceConfig).sorted { $0.name < $1.name }
    }
}

/// Defines what a document says, in the form that the vendor's cross-platform
/// SDKs share (docs/templates.md).
public struct JSONTemplateProducer: TemplateProducer {
    private let json: String
    private let templatePresenter: (any TemplatePresenter)?
    private let functionPresenter: (any TemplatePresenter)?

    /// - Parameters:
    ///   - templatePresenter: presents all the templates; not needed where there
    ///     are none.
    ///   - functionPresenter: carries out all the functions, likewise.
    public init(
        json: String, templatePresenter: (any TemplatePresenter)? = nil,
        functionPresenter: (any TemplatePresenter)? = nil
    ) {
        self.json = json
        self.templatePresenter = templatePresenter
        self.functionPresenter = functionPresenter
    }

    public func defineTemplates(
        _ instanceConfig: CleverTapInstanceConfig
    ) throws -> Set<CustomTemplate> {
        Set(try orderedTemplates(instanceConfig))
    }

    /// In the order of the document.
    public func orderedTemplates(
        _ instanceConfig: CleverTapInstanceConfig
    ) throws -> [CustomTemplate] {
        var presenters: [TemplateKind: any TemplatePresenter] = [:]
        presenters[.template] = templatePresenter
        presenters[.function] = functionPresenter
        let kinds = TemplateKind.allCases.filter { presenters[$0] != nil }
        return try TemplateDocument.read(Array(json.utf8), presenters: kinds)
            .compactMap { definition in
                presenters[definition.kind].map {
                    CustomTemplate(definition: definition, presenter: $0)
                }
            }
    }
}
