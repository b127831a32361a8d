public import PersonalizeCore
public import PersonalizeJSON

extension HouseAdapter: OverlayAdapter {
    public var reservedTemplates: [String] { [] }
    public var systemFunctions: [TemplateDefinition] { [] }

    /// The house sets no limits over all its overlays; caps do.
    public var overlayPolicy: OverlayPolicy {
        OverlayPolicy(sessionCap: .max, dayCap: .max, weekStart: 1, lifetime: nil)
    }

    /// `{"type": "close"}`, `{"type": "url", "url": …}`, `{"type": "key_values",
    /// "values": {…}}` or `{"type": "function", "template": …, "values": {…}}`.
    public func readAction(_ value: JSONValue) -> TemplateAction? {
        guard let object = value.object, let word = object["type"]?.string else { return nil }
        let kind = TemplateAction.Kind(rawValue: word) ?? .unknown
        let values = object["values"]?.object ?? [:]
        return TemplateAction(
            kind, word: word, url: object["url"]?.string ?? "",
            keyValues: kind == .keyValues ? values : [:],
            template: object["template"]?.string ?? "",
            values: kind == .function ? values : [:], payload: object)
    }

    public func overlay(for action: TemplateAction, of parent: Overlay) -> Overlay {
        Overlay(
            campaign: "", template: action.template, values: action.values,
            properties: parent.properties, isAction: true, payload: action.payload)
    }

    /// There are none.
    public func effect(of function: String, values: TemplateValues) -> SystemEffect? { nil }

    /// `overlay_shown`, `overlay_clicked` and `overlay_dismissed`, with the
    /// overlay's attributes.
    public func event(for happening: OverlayHappening, of overlay: Overlay) -> EventDraft? {
        var properties = overlay.properties
        properties["template"] = .string(overlay.template)
        switch happening {
        case .presented: return EventDraft(type: "overlay_shown", properties: properties)
        case .dismissed: return EventDraft(type: "overlay_dismissed", properties: properties)
        case .clicked(let argument, let action):
            properties["argument"] = .string(argument)
            if !action.url.isEmpty { properties["url"] = .string(action.url) }
            return EventDraft(type: "overlay_clicked", properties: properties)
        }
    }

    /// There is no dashboard to tell.
    public func templatesPayload(_ definitions: [TemplateDefinition]) -> JSONObject { [:] }
}
