import PersonalizeJSON

/// What an inbox has asked of the network.
enum InboxExchanging: Sendable, Equatable {
    case fetch(token: String?, epoch: Int64)
    case markRead(id: String, epoch: Int64, key: String?)
}

/// What an inbox has records read for.
enum InboxRetrieving: Sendable {
    case page(MessageIndex.Page, InboxQuery)
    case message(id: String)
    /// A message that a fetch was waited for.
    case awaited(id: String, key: String?)
    case happening(MessageOccurrence)
    case row(InboxRowDraft)
    case detail(InboxViewSpecification, id: String)
    case document(InboxDetailDraft)
}

/// Something that happened to a message, to be told when its content is read.
struct MessageOccurrence: Sendable {
    enum Kind: Sendable {
        case opened
        case clicked(MessageAction)
        /// An action known by its URL, which is to be carried out as well.
        case invoked(url: String, key: String?)
        /// The same, once the host has left it to the engine.
        case confirmed(MessageAction, key: String?)
    }

    var id: String
    var kind: Kind
    var ignoresConsent = false
}

/// What the host is asked about an inbox.
enum InboxQuestioning: Sendable, Equatable {
    case item(id: String, key: String?)
    case action(id: String, MessageAction, key: String?)
    case view
}

extension Engine {
    /// Carries out what a host asks of an inbox; `id` nil means the first
    /// vendor that has one.
    mutating func perform(
        _ command: InboxCommand, vendor id: String?
    ) throws(PersonalizeError) {
        let vendor = try positionOfInbox(id)
        guard isStarted else {
            throw PersonalizeError(
                .state, "not_started", "The inbox cannot be used before the start.",
                hint: "Call start first; hooks can be registered at any time.",
                vendor: vendors[vendor].id)
        }
        switch command {
        case .fetch(let key):
            reply()
            wantInbox(vendor, .list(key: key))
        case .list(let query): list(query, vendor: vendor)
        case .message(let id, let key): give(message: id, vendor: vendor, key: key)
        case .markRead(let id, let isOptimistic, let key):
            reply()
            markRead(id, vendor: vendor, isOptimistic: isOptimistic, key: key)
        case .opened(let id, let ignoresConsent):
            try occur(
                MessageOccurrence(id: id, kind: .opened, ignoresConsent: ignoresConsent),
                vendor: vendor)
            reply()
        case .clicked(let id, let action, let ignoresConsent):
            try occur(
                MessageOccurrence(id: id, kind: .clicked(action), ignoresConsent: ignoresConsent),
                vendor: vendor)
            reply()
        case .itemClick(let id, let key): try clickItem(id, vendor: vendor, key: key)
        case .actionClick(let id, let url, let key):
            try occur(MessageOccurrence(id: id, kind: .invoked(url: url, key: key)), vendor: vendor)
            reply()
        case .view(let specification): try view(specification, vendor: vendor)
        case .viewAnswer(let token): try takeView(token, vendor: vendor)
        }
    }

    func inboxAdapter(_ vendor: Int) -> (any InboxAdapter)? {
        vendors[vendor].adapter as? any InboxAdapter
    }

    private func positionOfInbox(_ id: String?) throws(PersonalizeError) -> Int {
        if let id {
            let vendor = try position(ofVendor: id)
            guard inboxAdapter(vendor) == nil else { return vendor }
        } else if let vendor = vendors.indices.first(where: { inboxAdapter($0) != nil }) {
            return vendor
        }
        throw PersonalizeError(
            .notFound, "no_inbox", "This vendor has no inbox.",
            hint: "Name an instance whose kind has one.", vendor: id)
    }

    /// A message that is there and not expired.
    func message(_ id: String, vendor: Int) -> Message? {
        guard let message = vendors[vendor].inbox.messages[id],
            !message.isExpired(at: now.wall)
        else { return nil }
        return message
    }

    func knownMessage(_ id: String, vendor: Int) throws(PersonalizeError) -> Message {
        if let message = message(id, vendor: vendor) { return message }
        throw PersonalizeError(
            .notFound, "unknown_message", "There is no message with this id in the inbox.",
            hint: "Fetch the inbox; what belongs to another customer or is expired is gone.",
            vendor: vendors[vendor].id)
    }

    mutating func inboxTook(_ records: [LoadedRecord?], _ reading: InboxRetrieving, vendor: Int) {
        switch reading {
        case .page(let page, let query): replyPage(page, query, contents: records, vendor: vendor)
        case .message(let id):
            let content = records.first.flatMap(\.self).flatMap(content)
            reply(["message": message(id, vendor: vendor).map { .object($0.json(content)) } ?? nil])
        case .awaited(let id, let key): tellMessage(id, records, vendor: vendor, key: key)
        case .happening(let occurrence): occurred(occurrence, records, vendor: vendor)
        case .row(let draft): finishRows(draft, records, vendor: vendor)
        case .detail(let specification, let id):
            detail(specification, id: id, records, vendor: vendor)
        case .document(let draft): finishDetail(draft, records, vendor: vendor)
        }
    }

    mutating func inboxEnded(_ exchange: Exchange, _ exchanging: InboxExchanging, vendor: Int) {
        switch exchanging {
        case .fetch(let token, let epoch):
            tookInbox(exchange, token: token, epoch: epoch, vendor: vendor)
        case .markRead(let id, let epoch, let key):
            tookMarkRead(exchange, id: id, epoch: epoch, key: key, vendor: vendor)
        }
    }

    mutating func inboxAnswered(
        _ answer: JSONObject?, _ questioning: InboxQuestioning, token: Int64, vendor: Int
    ) {
        let isHandled = answer?["handled"]?.bool ?? false
        switch questioning {
        case .item(let id, let key):
            if !isHandled { openItem(id, vendor: vendor, key: key) }
        case .action(let id, let action, let key):
            guard !isHandled, message(id, vendor: vendor) != nil else { return }
            try? occur(
                MessageOccurrence(id: id, kind: .confirmed(action, key: key)), vendor: vendor)
        case .view:
            guard let own = answer?["view"]?.object else { return }
            vendors[vendor].inbox.views[token]?.merge(own)
        }
    }

    func key(ofMessage id: String, vendor: Int) -> RecordKey { vendors[vendor].key(.message, id) }

    func content(_ record: LoadedRecord) -> MessageContent? {
        record.body.flatMap(MessageContent.init(stored:))
    }

    mutating func load(
        _ keys: [RecordKey], for reading: InboxRetrieving, vendor: Int
    ) {
        _ = load(keys, for: .inbox(reading, vendor: vendor))
    }
}
