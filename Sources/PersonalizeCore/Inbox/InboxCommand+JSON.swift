import PersonalizeJSON

// The forms in a journal; what is written is read back without loss.

extension InboxCommand {
    var json: JSONObject {
        switch self {
        case .fetch(let key): ["call": "fetch", "key": .optional(key)]
        case .list(let query): ["call": "list", "query": .object(query.json)]
        case .message(let id, let key):
            ["call": "message", "id": .string(id), "key": .optional(key)]
        case .markRead(let id, let isOptimistic, let key):
            [
                "call": "mark_read", "id": .string(id), "optimistic": .bool(isOptimistic),
                "key": .optional(key),
            ]
        case .opened(let id, let ignoresConsent):
            ["call": "opened", "id": .string(id), "ignores_consent": .bool(ignoresConsent)]
        case .clicked(let id, let action, let ignoresConsent):
            [
                "call": "clicked", "id": .string(id), "action": .object(action.json),
                "ignores_consent": .bool(ignoresConsent),
            ]
        case .itemClick(let id, let key):
            ["call": "item_click", "id": .string(id), "key": .optional(key)]
        case .actionClick(let id, let url, let key):
            [
                "call": "action_click", "id": .string(id), "url": .string(url),
                "key": .optional(key),
            ]
        case .view(let specification):
            ["call": "view", "specification": .object(specification.json)]
        case .viewAnswer(let token): ["call": "view_answer", "token": .integer(token)]
        }
    }

    init?(json: JSONObject) {
        let key = json["key"]?.string
        switch json["call"]?.string {
        case "fetch"?: self = .fetch(key: key)
        case "list"?:
            guard let query = json["query"]?.object.flatMap(InboxQuery.init(json:)) else {
                return nil
            }
            self = .list(query)
        case "view"?:
            guard
                let specification = json["specification"]?.object.flatMap(
                    InboxViewSpecification.init(json:))
            else { return nil }
            self = .view(specification)
        case "view_answer"?:
            guard let token = json["token"]?.integer else { return nil }
            self = .viewAnswer(token: token)
        case let call?:
            guard let id = json["id"]?.string,
                let command = Self.ofMessage(call, id, json, key: key)
            else { return nil }
            self = command
        case nil: return nil
        }
    }

    private static func ofMessage(
        _ call: String, _ id: String, _ json: JSONObject, key: String?
    ) -> InboxCommand? {
        switch call {
        case "message": return .message(id: id, key: key)
        case "mark_read":
            guard let isOptimistic = json["optimistic"]?.bool else { return nil }
            return .markRead(id: id, isOptimistic: isOptimistic, key: key)
        case "opened":
            guard let ignoresConsent = json["ignores_consent"]?.bool else { return nil }
            return .opened(id: id, ignoresConsent: ignoresConsent)
        case "clicked":
            guard let action = json["action"]?.object.flatMap(MessageAction.init(json:)),
                let ignoresConsent = json["ignores_consent"]?.bool
            else { return nil }
            return .clicked(id: id, action, ignoresConsent: ignoresConsent)
        case "item_click": return .itemClick(id: id, key: key)
        case "action_click":
            guard let url = json["url"]?.string else { return nil }
            return .actionClick(id: id, url: url, key: key)
        default: return nil
        }
    }
}

extension InboxQuery {
    var json: JSONObject {
        [
            "offset": .integer(offset), "limit": .integer(limit), "content": .bool(hasContent),
        ]
    }

    init?(json: JSONObject) {
        guard let offset = json["offset"]?.integer, let limit = json["limit"]?.integer,
            let hasContent = json["content"]?.bool
        else { return nil }
        self.init(offset: offset, limit: limit, hasContent: hasContent)
    }
}

extension InboxViewSpecification {
    var json: JSONObject {
        var object: JSONObject =
            switch view {
            case .button: ["view": "button"]
            case .list(let query, let hasImages, let fetches):
                [
                    "view": "list", "query": .object(query.json), "images": .bool(hasImages),
                    "fetch": .bool(fetches),
                ]
            case .detail(let message): ["view": "detail", "message": .string(message)]
            }
        object["labels"] = .object(labels)
        object["relative_time"] = .object(relativeTime)
        return object
    }

    init?(json: JSONObject) {
        let view: View
        switch json["view"]?.string {
        case "button"?: view = .button
        case "list"?:
            guard let query = json["query"]?.object.flatMap(InboxQuery.init(json:)),
                let hasImages = json["images"]?.bool, let fetches = json["fetch"]?.bool
            else { return nil }
            view = .list(query, hasImages: hasImages, fetches: fetches)
        case "detail"?:
            guard let message = json["message"]?.string else { return nil }
            view = .detail(message: message)
        default: return nil
        }
        guard let labels = json["labels"]?.object, let words = json["relative_time"]?.object
        else { return nil }
        self.init(view, labels: labels, relativeTime: words)
    }
}
