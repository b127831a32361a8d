public import PersonalizeCore
import PersonalizeJSON
import PersonalizeMarkup

extension HouseAdapter: LocalInboxAdapter {
    public var inboxScope: String { instance }
    public var inboxStyle: InboxStyle { InboxStyle() }

    /// `message_opened` and `message_clicked`, with the message's attributes.
    public func event(
        for happening: MessageHappening, of content: MessageContent
    ) -> EventDraft? {
        var properties = content.attributes
        properties["title"] = content.title.map(JSONValue.string) ?? .null
        guard case .clicked(let action) = happening else {
            return EventDraft(type: "message_opened", properties: properties)
        }
        properties["action"] = action.title.map(JSONValue.string) ?? .null
        properties["url"] = action.url.map(JSONValue.string) ?? .null
        return EventDraft(type: "message_clicked", properties: properties)
    }

    public func prepare(
        message html: String, makeID: () -> String
    ) throws(ContentFailure) -> any PreparedContent {
        let markup = try Self.clean(html, makeID: makeID)
        return MarkupContent(markup: markup.isEmpty ? nil : markup)
    }
}
