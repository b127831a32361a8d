public import PersonalizeCore
import PersonalizeJSON

extension HouseAdapter {
    /// `shown`, `clicked`, `closed` and `failed`, with the campaign, the
    /// placement and the campaign's attributes.
    public func event(for happening: Happening, of presentation: Presentation) -> EventDraft? {
        var properties = presentation.campaign.attributes
        properties["campaign"] = .string(presentation.campaign.id)
        properties["placement"] = .string(presentation.placement)
        let type: String
        switch happening {
        case .shown: type = "shown"
        case .closed: type = "closed"
        case .clicked(let action):
            type = "clicked"
            properties["action"] = action.name.map(JSONValue.string) ?? .null
            properties["url"] = .string(action.url)
        case .failed(let message):
            type = "failed"
            properties["message"] = .string(message)
        }
        return EventDraft(type: type, properties: properties)
    }
}
