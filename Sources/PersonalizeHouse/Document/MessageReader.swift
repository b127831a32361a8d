import PersonalizeCore
import PersonalizeJSON

/// Reads a message for the inbox.
enum MessageReader {
    static func record(_ fields: JSONFields) throws(FieldError) -> MessageRecord {
        try fields.refuseUnknown(allowed: [
            "id", "received_ms", "expires_ms", "title", "text", "image", "html", "url", "type",
            "actions", "attributes", "extra",
        ])
        let html = try fields.optional("html", as: .string)
        let content = MessageContent(
            title: try fields.optional("title", as: .string),
            text: try fields.optional("text", as: .string),
            image: try fields.optional("image", as: .nonEmptyString), html: html,
            mainAction: try action(fields, title: nil), actions: try actions(fields),
            attributes: try fields.optional("attributes", as: .object) ?? [:])
        return MessageRecord(
            id: try fields.required("id", as: .nonEmptyString),
            kind: html == nil ? "text" : "html",
            received: try fields.optional("received_ms", as: .integer),
            expires: try fields.optional("expires_ms", as: .integer), content: content)
    }

    private static func actions(_ fields: JSONFields) throws(FieldError) -> [MessageAction] {
        guard fields.has("actions") else { return [] }
        var actions: [MessageAction] = []
        for entry in try fields.fieldsList("actions") {
            try entry.refuseUnknown(allowed: ["title", "url", "type"])
            let title = try entry.required("title", as: .string)
            guard let action = try action(entry, title: title) else { throw entry.missing("url") }
            actions.append(action)
        }
        return actions
    }

    /// Nil without a URL.
    private static func action(
        _ fields: JSONFields, title: String?
    ) throws(FieldError) -> MessageAction? {
        guard let url = try fields.optional("url", as: .nonEmptyString) else { return nil }
        let kind = try fields.optional("type", as: .string(of: ["browser", "deep_link"]))
        return MessageAction(
            title: title, url: url,
            kind: kind.flatMap(MessageAction.Kind.init(rawValue:)) ?? .browser)
    }
}
