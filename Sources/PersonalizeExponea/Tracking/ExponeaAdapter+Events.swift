public import PersonalizeCore
import PersonalizeJSON
import PersonalizeMarkup

extension ExponeaAdapter {
    /// The query parameter of a link that is tracked without consent.
    static let forceParameter = "xnpe_force_track"

    /// The `banner` event. Only a click on a link that forces tracking gives
    /// one that `isForced`, and it says so whether it was needed or not.
    public func event(for happening: Happening, of presentation: Presentation) -> EventDraft? {
        let campaign = presentation.campaign
        let (action, isInteraction) = Self.words(for: happening)
        var properties: JSONObject = [
            "action": .string(action), "banner_id": .string(campaign.id),
            "banner_name": .string(campaign.name),
            "banner_type": .string(Self.type(of: presentation)),
            "placeholder": .string(presentation.placement), "type": "in-app content block",
            "interaction": .bool(isInteraction),
        ]
        let variant = presentation.personalization?.attributes ?? [:]
        for key in [Attributes.variantID, Attributes.variantName] {
            properties[key] = variant[key]
        }
        properties[Attributes.consentCategory] = campaign.attributes[Attributes.consentCategory]

        var isForced = false
        switch happening {
        case .clicked(let action):
            properties["text"] = action.name.map(JSONValue.string)
            properties["link"] = .string(action.url)
            isForced = ForcedTracking.isForced(action.url, parameter: Self.forceParameter)
            if isForced { properties["tracking_forced"] = true }
        case .failed(let message): properties["error"] = .string(message)
        case .shown, .closed: break
        }
        properties["os"] = .string(device.osName)
        properties["platform"] = .string(device.platform)
        properties.merge(deviceProperties)
        return EventDraft(type: "banner", properties: properties, isForced: isForced)
    }

    public func sessionEvent(started: Bool, duration: Int64?) -> EventDraft? {
        var properties: JSONObject = [
            "platform": configuration.defaultProperties["platform"] ?? .string(device.platform)
        ]
        properties.merge(deviceProperties)
        if !started {
            properties["duration"] = duration.map { Seconds.json(milliseconds: $0) }
        }
        return EventDraft(
            type: started ? "session_start" : "session_end", properties: properties)
    }

    /// The event's word for the action, and whether it counts as one of the
    /// customer's. An error does not, although the vendor's iOS code says so.
    private static func words(for happening: Happening) -> (action: String, interaction: Bool) {
        switch happening {
        case .shown: ("show", false)
        case .clicked: ("click", true)
        case .closed: ("close", true)
        case .failed: ("error", false)
        }
    }

    private static func type(of presentation: Presentation) -> String {
        switch presentation.personalization?.format ?? presentation.campaign.format {
        case nil: "not_defined"
        case .html?: "html"
        case .native?: "native"
        case .data?, .unknown?: "unknown"
        }
    }
}
