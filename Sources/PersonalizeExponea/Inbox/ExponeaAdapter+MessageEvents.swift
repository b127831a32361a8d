public import PersonalizeCore
import PersonalizeJSON
import PersonalizeMarkup

extension ExponeaAdapter {
    /// The `campaign` event. What the message wants back is in it, but says
    /// nothing about what happened: of two properties with one name ours wins.
    public func event(
        for happening: MessageHappening, of content: MessageContent
    ) -> EventDraft? {
        var own: JSONObject = [
            "status": "opened", "action_type": "app inbox", "platform": .string(device.platform),
        ]
        var isForced = false
        if case .clicked(let action) = happening {
            own["status"] = "clicked"
            own["url"] = .string(action.url ?? "app")
            own["cta"] = .string(action.title ?? "inbox")
            isForced = ForcedTracking.isForced(action.url ?? "", parameter: Self.forceParameter)
        }
        var properties = own
        properties.merge(content.attributes)
        if let category = content.consentCategory {
            properties[Attributes.consentCategory] = .string(category)
        }
        if isForced { own["tracking_forced"] = true }
        properties.merge(own)
        return EventDraft(type: "campaign", properties: properties, isForced: isForced)
    }
}
