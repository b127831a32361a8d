extension PersonalizeEngine {
    /// Registers templates and functions that the host presents, with a vendor
    /// instance or all that present any. See docs/templates.md.
    ///
    /// ```swift
    /// var builder = TemplateBuilder(.template)
    /// builder.setPresenter()
    /// try builder.setName("Promo card")
    /// try builder.add("title", .string, value: "Hello")
    /// try builder.add("onAccept", .action)
    /// try engine.defineTemplates([builder.build()])
    /// ```
    ///
    /// Errors: those of `TemplateRule`, `notFound`, `state` when no instance
    /// presents templates.
    @discardableResult
    public func defineTemplates(
        _ definitions: [TemplateDefinition], vendor: String? = nil
    ) throws(PersonalizeError) -> TemplateRegistration {
        let reply = try perform(.templates(vendor: vendor, .define(definitions)))
        return TemplateRegistration(reply)
    }

    /// Registers what a document defines, in the JSON form that the vendors'
    /// cross-platform SDKs share. `presenters` are the kinds that the host
    /// presents.
    ///
    /// Errors: the same.
    @discardableResult
    public func defineTemplates(
        json: String, presenters: [TemplateKind], vendor: String? = nil
    ) throws(PersonalizeError) -> TemplateRegistration {
        try defineTemplates(
            TemplateDocument.read(Array(json.utf8), presenters: presenters), vendor: vendor)
    }

    /// What the dashboard of a vendor instance, or of the first that presents
    /// templates, is to know of the definitions. Nothing is sent.
    ///
    /// Errors: `notFound`, `state`.
    public func templatesPayload(vendor: String? = nil) throws(PersonalizeError) -> JSONObject {
        try perform(.templates(vendor: vendor, .payload))
    }
}

/// What became of a registration.
public struct TemplateRegistration: Sendable, Equatable {
    /// The names that were registered.
    public var defined: [String]
    /// The vendor instances that have them.
    public var vendors: [String]
    /// How many instances had started, and know only what they knew before.
    public var unaffected: Int

    init(_ reply: JSONObject) {
        defined = (reply["defined"]?.array ?? []).compactMap(\.string)
        vendors = (reply["vendors"]?.array ?? []).compactMap(\.string)
        unaffected = reply["unaffected"]?.integer.flatMap(Int.init(exactly:)) ?? 0
    }
}
