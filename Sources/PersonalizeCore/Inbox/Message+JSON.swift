import PersonalizeJSON

// The stored forms, and those the host gets. Names are the engine's, not a
// vendor's.

extension Message {
    /// The header in storage.
    var header: JSONObject {
        var object: JSONObject = [
            "kind": .string(kind), "is_read": .bool(isRead), "received_ms": .integer(received),
            "has_content": .bool(hasContent), "digest": .integer(digest),
            "ids": .object(identity.ids), "anonymous_id": .string(identity.anonymousID),
        ]
        object["read_here_ms"] = readHere.map(JSONValue.integer)
        object["expires_ms"] = expires.map(JSONValue.integer)
        object["title"] = title.map(JSONValue.string)
        object["text"] = text.map(JSONValue.string)
        object["image"] = image.map(JSONValue.string)
        object["token"] = token.map(JSONValue.string)
        return object
    }

    /// Nil when the object is not one that `header` made.
    init?(id: String, header object: JSONObject) {
        guard let kind = object["kind"]?.string, let isRead = object["is_read"]?.bool,
            let received = object["received_ms"]?.integer,
            let hasContent = object["has_content"]?.bool, let ids = object["ids"]?.object,
            let anonymousID = object["anonymous_id"]?.string
        else { return nil }
        self.init(
            id: id, kind: kind, isRead: isRead, readHere: object["read_here_ms"]?.integer,
            received: received, expires: object["expires_ms"]?.integer,
            title: object["title"]?.string, text: object["text"]?.string,
            image: object["image"]?.string, hasContent: hasContent,
            identity: Identity(anonymousID: anonymousID, ids: ids),
            token: object["token"]?.string, digest: object["digest"]?.integer ?? 0)
    }

    /// What the host gets of it in a list.
    var row: JSONObject {
        JSONObject([
            ("id", .string(id)), ("type", .string(kind)), ("is_read", .bool(isRead)),
            ("received_ms", .integer(received)),
            ("expires_ms", expires.map(JSONValue.integer) ?? .null),
            ("title", .optional(title)), ("text", .optional(text)), ("image", .optional(image)),
        ])
    }

    /// What the host gets of it together with its content.
    func json(_ content: MessageContent?) -> JSONObject {
        var object = row
        object["customer_ids"] = .object(identity.ids)
        object["content"] = content.map { .object($0.json) } ?? .null
        return object
    }
}

extension MessageContent {
    /// The body in storage, and what the host gets.
    var json: JSONObject {
        [
            "title": .optional(title), "text": .optional(text), "image": .optional(image),
            "html": .optional(html),
            "main_action": mainAction.map { .object($0.json) } ?? .null,
            "actions": .array(actions.map { .object($0.json) }),
            "attributes": .object(attributes), "allows_tracking": .bool(allowsTracking),
            "consent_category": .optional(consentCategory),
        ]
    }

    /// Nil when the bytes are not those of an object that `json` made.
    init?(stored bytes: [UInt8]) {
        guard let object = (try? JSONValue.parse(bytes))?.object,
            let actions = object["actions"]?.objects(MessageAction.init(json:)),
            let attributes = object["attributes"]?.object,
            let allowsTracking = object["allows_tracking"]?.bool
        else { return nil }
        self.init(
            title: object["title"]?.string, text: object["text"]?.string,
            image: object["image"]?.string, html: object["html"]?.string,
            mainAction: object["main_action"]?.object.flatMap(MessageAction.init(json:)),
            actions: actions, attributes: attributes, allowsTracking: allowsTracking,
            consentCategory: object["consent_category"]?.string)
    }
}

extension MessageAction {
    var json: JSONObject {
        ["title": .optional(title), "url": .optional(url), "type": .string(kind.rawValue)]
    }

    init?(json: JSONObject) {
        guard let kind = json["type"]?.string.flatMap(Kind.init(rawValue:)) else { return nil }
        self.init(title: json["title"]?.string, url: json["url"]?.string, kind: kind)
    }
}
