public import PersonalizeCore
public import PersonalizeJSON

// In-apps with code of the host's: what their actions ask for, and what the
// vendor hears of them.
extension CleverTapAdapter: OverlayAdapter {
    public var reservedTemplates: [String] { systemFunctions.map(\.name) }

    public var systemFunctions: [TemplateDefinition] { SystemFunction.definitions }

    /// Before the first answer one in-app may be shown a session and a day.
    public var overlayPolicy: OverlayPolicy {
        OverlayPolicy(
            sessionCap: 1, dayCap: 1, weekStart: configuration.weekStart,
            isAnalyticsOnly: configuration.isAnalyticsOnly)
    }

    public func readAction(_ value: JSONValue) -> TemplateAction? {
        ActionReader(linkOrder: configuration.platform.linkOrder).read(value)
    }

    /// Takes over from its parent what the vendor's SDKs do. It is not counted,
    /// so no cap applies to it, and it ends when its parent would.
    public func overlay(for action: TemplateAction, of parent: Overlay) -> Overlay {
        var properties = JSONObject()
        for name in ["wzrk_id", "wzrk_ttl", "wzrk_pivot", "wzrk_cgId"] {
            properties[name] = parent.properties[name]
        }
        var payload = action.payload
        for name in ["ti", "wzrk_id"] { payload[name] = parent.payload[name] }
        payload.merge(properties)
        payload["isAction"] = true
        return Overlay(
            campaign: parent.campaign, delivery: parent.delivery, template: action.template,
            values: action.values, properties: properties, expires: parent.expires,
            caps: DisplayCaps(isExcluded: true), isAction: true, payload: payload)
    }

    public func effect(of function: String, values: TemplateValues) -> SystemEffect? {
        SystemFunction(rawValue: function)?.effect(values, on: configuration.platform)
    }

    /// Events of in-apps say what the in-app's own `wzrk_` members say.
    public func event(for happening: OverlayHappening, of overlay: Overlay) -> EventDraft? {
        switch happening {
        case .presented:
            return EventDraft(type: "Notification Viewed", properties: overlay.properties)
        case .clicked(let argument, let action):
            var properties = overlay.properties
            properties["wzrk_id"] = .string(overlay.delivery)
            properties["wzrk_c2a"] = .string(
                action.kind == .function && !action.template.isEmpty ? action.template : argument)
            // Android says which link for every in-app, iOS not for these.
            if action.kind == .openURL, !action.url.isEmpty {
                properties["wzrk_dl"] = .string(action.url)
            }
            return EventDraft(type: "Notification Clicked", properties: properties)
        case .dismissed: return nil
        }
    }
}
