import PersonalizeCore
import PersonalizeJSON

/// Reads the answer to an inbox fetch.
///
/// A message whose content cannot be read is still there, without content; only
/// one that has no id or is of a kind nobody can show is left out.
enum InboxReader {
    static let what = "message"

    static func read(_ body: [UInt8]) throws(AnswerFault) -> InboxAnswer {
        let (reading, envelope) = try Answer.readWhole(
            body, list: .inbox, what: what, record: record)
        return InboxAnswer(
            messages: reading,
            token: envelope["sync_token"]?.string.flatMap { $0.isEmpty ? nil : $0 })
    }

    private static func record(
        _ fields: JSONFields, _ diagnostics: inout [JSONDiagnostic]
    ) throws(FieldError) -> MessageRecord {
        let id = try fields.required("id", as: .nonEmptyString)
        let kind = try fields.optional("type", as: .string) ?? "unknown"
        guard kind == "push" || kind == "html" else {
            throw fields.invalid("type", "unknown type \"\(Shortened.text(kind))\"")
        }
        var content: MessageContent?
        do throws(FieldError) {
            content = try fields.optionalFields("content").map { content throws(FieldError) in
                try kind == "html"
                    ? MessageContentReader.html(content) : MessageContentReader.push(content)
            }
        } catch {
            diagnostics.append(JSONDiagnostic(what: what, error))
        }
        return MessageRecord(
            id: id, kind: kind, isRead: isTrue(fields.object["is_read"]),
            received: milliseconds(fields.object["create_time"]),
            expires: milliseconds(fields.object["expire_time"]), content: content)
    }

    private static func isTrue(_ value: JSONValue?) -> Bool {
        value?.bool ?? (value?.integer == 1)
    }

    /// Nil for a time that is missing, null or no number.
    private static func milliseconds(_ value: JSONValue?) -> Int64? {
        value?.double.map(Seconds.milliseconds)
    }
}

/// Reads what a message says, by its kind.
enum MessageContentReader {
    static func push(_ fields: JSONFields) throws(FieldError) -> MessageContent {
        let kind = try fields.optional("action", as: .string)
        let url = try fields.optional("url", as: .string)
        return MessageContent(
            title: try fields.optional("title", as: .string),
            text: try fields.optional("message", as: .string),
            image: try image(fields),
            mainAction: kind.map {
                MessageAction(title: nil, url: url, kind: Self.kind($0))
            },
            actions: actions(fields.object["actions"]),
            attributes: attributes(fields, from: ["data", "attributes"]),
            allowsTracking: ConsentFlag.allowsTracking(fields.object["has_tracking_consent"]),
            consentCategory: try fields.optional(Attributes.consentCategory, as: .string))
    }

    /// The snippet of the list is a field of its own here, and `message` is
    /// the document.
    static func html(_ fields: JSONFields) throws(FieldError) -> MessageContent {
        MessageContent(
            title: try fields.optional("title", as: .string),
            text: try fields.optional("pre_header", as: .string),
            image: try image(fields),
            html: try fields.optional("message", as: .string),
            attributes: attributes(fields, from: ["attributes"]),
            allowsTracking: ConsentFlag.allowsTracking(fields.object["has_tracking_consent"]),
            consentCategory: try fields.optional(Attributes.consentCategory, as: .string))
    }

    private static func image(_ fields: JSONFields) throws(FieldError) -> String? {
        try fields.optional("image", as: .string).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A button that cannot be read costs only itself.
    private static func actions(_ value: JSONValue?) -> [MessageAction] {
        (value?.array ?? []).compactMap { value in
            guard let object = value.object else { return nil }
            return MessageAction(
                title: object["title"]?.string, url: object["url"]?.string,
                kind: object["action"]?.string.map(kind) ?? .none)
        }
    }

    private static func kind(_ word: String) -> MessageAction.Kind {
        switch word {
        case "app": .app
        case "browser": .browser
        case "deeplink": .deepLink
        default: .none
        }
    }

    /// What the vendor wants back: the message's attributes without the type
    /// of event, which is ours to say, and the campaign's parameters.
    private static func attributes(_ fields: JSONFields, from names: [String]) -> JSONObject {
        let given = names.lazy.compactMap { fields.object[$0]?.object }.first ?? [:]
        var attributes = JSONObject()
        for (key, value) in given.members where key != "event_type" && !value.isNull {
            attributes[key] = value
        }
        let parameters = parameters(fields.object["url_params"])
        for key in parameterNames {
            if let text = parameters[key]?.string { attributes[key] = .string(text) }
        }
        return attributes
    }

    private static let parameterNames = [
        "utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "xnpe_cmp",
    ]

    /// An object, or an array of objects, of which the later win.
    private static func parameters(_ value: JSONValue?) -> JSONObject {
        if let object = value?.object { return object }
        var merged = JSONObject()
        for object in (value?.array ?? []).compactMap(\.object) { merged.merge(object) }
        return merged
    }
}
