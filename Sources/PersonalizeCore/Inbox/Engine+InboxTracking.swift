import PersonalizeJSON

extension Engine {
    /// Something happened to a message: reads its content, and goes on there
    /// within the same call.
    mutating func occur(_ occurrence: MessageOccurrence, vendor: Int) throws(PersonalizeError) {
        _ = try knownMessage(occurrence.id, vendor: vendor)
        load(
            [key(ofMessage: occurrence.id, vendor: vendor)], for: .happening(occurrence),
            vendor: vendor)
    }

    mutating func occurred(_ occurrence: MessageOccurrence, _ records: [LoadedRecord?], vendor: Int)
    {
        guard let message = message(occurrence.id, vendor: vendor) else { return }
        let content = records.first.flatMap(\.self).flatMap(content) ?? MessageContent()
        switch occurrence.kind {
        case .opened:
            happen(
                .opened, to: message, content, vendor: vendor,
                ignoresConsent: occurrence.ignoresConsent)
        case .clicked(let action):
            happen(
                .clicked(action), to: message, content, vendor: vendor,
                ignoresConsent: occurrence.ignoresConsent)
        case .invoked(let url, let key):
            invoke(url, of: message, content, vendor: vendor, key: key)
        case .confirmed(let action, let key):
            carryOut(action, of: message, content, vendor: vendor, key: key)
        }
    }

    /// Tells the vendor, in the terms the message came with.
    private mutating func happen(
        _ happening: MessageHappening, to message: Message, _ content: MessageContent,
        vendor: Int, ignoresConsent: Bool = false, key: String? = nil
    ) {
        guard !message.identity.isNobody else {
            return log(.inbox(.anonymous(message: message.id)), vendor: vendor)
        }
        guard let event = inboxAdapter(vendor)?.event(for: happening, of: content) else { return }
        let isRefused = !content.allowsTracking && !event.isForced && !ignoresConsent
        if isRefused { log(.inbox(.trackingRefused(happening)), vendor: vendor) }
        track(
            event, vendor: vendor, identity: message.identity,
            refusal: isRefused ? "content_consent" : nil, key: key)
    }

    // MARK: What the vendor's own views do

    /// A row was chosen. Registered hosts decide; otherwise the message is
    /// marked, its opening tracked, and its detail view wanted.
    mutating func clickItem(_ id: String, vendor: Int, key: String?) throws(PersonalizeError) {
        let message = try knownMessage(id, vendor: vendor)
        reply()
        guard hooks.contains(.inboxItemClick) else {
            return openItem(id, vendor: vendor, key: key)
        }
        let rank = vendors[vendor].inbox.messages.rank(of: id, at: now.wall) ?? 0
        ask(
            .inboxItemClick, .item(id: id, key: key), vendor: vendor,
            ["item": .object(message.row), "index": .integer(Int64(rank))])
    }

    mutating func openItem(_ id: String, vendor: Int, key: String?) {
        guard message(id, vendor: vendor) != nil else { return }
        markRead(id, vendor: vendor, isOptimistic: false, key: key)
        try? occur(MessageOccurrence(id: id, kind: .opened), vendor: vendor)
        update("inbox.detail_wanted", vendor: vendor, key: key, ["message_id": .string(id)])
    }

    /// An action was chosen, known by its URL, as a web view reports it.
    private mutating func invoke(
        _ url: String, of message: Message, _ content: MessageContent, vendor: Int, key: String?
    ) {
        var action = ([content.mainAction].compactMap(\.self) + content.actions).first {
            $0.url == url
        }
        if action == nil, let prepared = document(of: content, vendor: vendor) {
            if prepared.isIncidental(url) {
                return log(.actionIgnored(url: url), vendor: vendor)
            }
            action = prepared.action(matching: url).flatMap(MessageAction.init)
        }
        guard let action else {
            log(.unknownAction(url: url), vendor: vendor)
            return update(
                "inbox.action_failed", vendor: vendor, key: key,
                [
                    "message_id": .string(message.id), "reason": "invalid_action",
                    "message": .string("The message has no action with this URL."),
                ])
        }
        guard hooks.contains(.inboxActionClick) else {
            return carryOut(action, of: message, content, vendor: vendor, key: key)
        }
        ask(
            .inboxActionClick, .action(id: message.id, action, key: key), vendor: vendor,
            ["item": .object(message.row), "action": .object(action.json)])
    }

    /// Tracks an action and has its URL opened; what leads nowhere is only
    /// logged.
    private mutating func carryOut(
        _ action: MessageAction, of message: Message, _ content: MessageContent, vendor: Int,
        key: String?
    ) {
        log(.inbox(.actionInvoked(action)), vendor: vendor)
        happen(.clicked(action), to: message, content, vendor: vendor, key: key)
        guard action.isDrawn, let url = action.url else { return }
        update(
            "url.open_wanted", vendor: vendor, key: key,
            [
                "message_id": .string(message.id), "url": .string(url),
                "type": .string(action.kind.rawValue),
            ])
    }

    /// A message's document, made safe; nil when it has none or it cannot be.
    mutating func document(of content: MessageContent, vendor: Int) -> (any PreparedContent)? {
        guard let html = content.html, let adapter = inboxAdapter(vendor) else { return nil }
        var random = random
        defer { self.random = random }
        return try? adapter.prepare(message: html) { random.uuid() }
    }

    mutating func ask(
        _ hook: HookName, _ questioning: InboxQuestioning, vendor: Int, _ fields: JSONObject
    ) {
        let token = nextID()
        questions[token] = .inbox(questioning, vendor: vendor)
        var question: JSONObject = ["vendor": .string(vendors[vendor].id)]
        question.merge(fields)
        effects.append(.ask(HookQuestion(token: token, hook: hook, question: question)))
    }
}

extension MessageAction {
    /// Nil for an action that closes: a message has nothing to close.
    init?(_ action: Action) {
        switch action.kind {
        case .browser: self.init(title: action.name, url: action.url, kind: .browser)
        case .deepLink: self.init(title: action.name, url: action.url, kind: .deepLink)
        case .close: return nil
        }
    }
}
