import Personalize

let inboxCalls: [String: Call] = [
    "inbox_fetch": done { engine, step throws(PersonalizeError) in
        try engine.fetchInbox(vendor: step.text("vendor"), key: step.text("key"))
    },
    "inbox_list": giving { engine, step throws(PersonalizeError) in
        .object(try engine.inboxList(query(step.members("query")), vendor: step.text("vendor")))
    },
    "inbox_message": giving { engine, step throws(PersonalizeError) in
        let message = try engine.inboxMessage(
            step.text("message") ?? "", vendor: step.text("vendor"), key: step.text("key"))
        return message.map(JSONValue.object) ?? .null
    },
    "inbox_mark_read": done { engine, step throws(PersonalizeError) in
        let options = step.members("options")
        try engine.markInboxMessageRead(
            step.text("message") ?? "", vendor: step.text("vendor"),
            optimistic: options["optimistic"]?.bool ?? false, key: options["key"]?.string)
    },
    "inbox_opened": done { engine, step throws(PersonalizeError) in
        try engine.inboxMessageOpened(
            step.text("message") ?? "", vendor: step.text("vendor"),
            withoutConsent: step.members("options")["without_consent"]?.bool ?? false)
    },
    "inbox_clicked": done { engine, step throws(PersonalizeError) in
        let action = step.members("action")
        try engine.inboxMessageClicked(
            step.text("message") ?? "",
            action: MessageAction(
                title: action["title"]?.string, url: action["url"]?.string,
                kind: action["type"]?.string.flatMap(MessageAction.Kind.init(rawValue:)) ?? .none),
            vendor: step.text("vendor"),
            withoutConsent: step.members("options")["without_consent"]?.bool ?? false)
    },
    "inbox_item_click": done { engine, step throws(PersonalizeError) in
        try engine.clickInboxItem(
            step.text("message") ?? "", vendor: step.text("vendor"), key: step.text("key"))
    },
    "inbox_action_click": done { engine, step throws(PersonalizeError) in
        try engine.clickInboxAction(
            step.text("url") ?? "", of: step.text("message") ?? "", vendor: step.text("vendor"),
            key: step.text("key"))
    },
    "inbox_view": giving { engine, step throws(PersonalizeError) in
        .object(try engine.inboxView(view(step.members("view")), vendor: step.text("vendor")))
    },
]

private func query(_ members: JSONObject) -> InboxQuery {
    InboxQuery(
        offset: members["offset"]?.integer ?? 0, limit: members["limit"]?.integer ?? 50,
        hasContent: members["content"]?.bool ?? false)
}

private func view(_ members: JSONObject) -> InboxViewSpecification {
    let view: InboxViewSpecification.View =
        switch members["view"]?.string {
        case "button": .button
        case "list":
            .list(
                query(members), hasImages: members["images"]?.bool ?? false,
                fetches: members["fetch"]?.bool ?? false)
        case "detail": .detail(message: members["message"]?.string ?? "")
        default: refuse("cannot be said in Swift", "view")
        }
    return InboxViewSpecification(
        view, labels: members["labels"]?.object ?? [:],
        relativeTime: members["relative_time"]?.object ?? [:])
}
