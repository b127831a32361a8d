import PersonalizeJSON

extension Engine {
    /// A page of the list, from memory unless the contents are wanted.
    mutating func list(_ query: InboxQuery, vendor: Int) {
        let page = page(query, vendor: vendor)
        guard query.hasContent, !page.ids.isEmpty else {
            return replyPage(page, query, contents: [], vendor: vendor)
        }
        load(
            page.ids.map { key(ofMessage: $0, vendor: vendor) }, for: .page(page, query),
            vendor: vendor)
    }

    func page(_ query: InboxQuery, vendor: Int) -> MessageIndex.Page {
        vendors[vendor].inbox.messages.page(
            offset: Int(clamping: max(query.offset, 0)), limit: Int(clamping: max(query.limit, 0)),
            at: now.wall)
    }

    mutating func replyPage(
        _ page: MessageIndex.Page, _ query: InboxQuery, contents: [LoadedRecord?], vendor: Int
    ) {
        var rows: [JSONValue] = []
        rows.reserveCapacity(page.ids.count)
        for (index, id) in page.ids.enumerated() {
            guard let message = vendors[vendor].inbox.messages[id] else { continue }
            guard query.hasContent else {
                rows.append(.object(message.row))
                continue
            }
            let record = index < contents.count ? contents[index] : nil
            rows.append(.object(message.json(record.flatMap(content))))
        }
        reply([
            "vendor": .string(vendors[vendor].id), "known": .bool(vendors[vendor].inbox.isKnown),
            "fetching": .bool(vendors[vendor].inbox.fetch != nil),
            "failure": failure(vendor), "total": .integer(Int64(page.total)),
            "unread": .integer(Int64(page.unread)), "offset": .integer(max(query.offset, 0)),
            "messages": .array(rows),
        ])
    }

    func failure(_ vendor: Int) -> JSONValue {
        guard let failure = vendors[vendor].inbox.failure else { return .null }
        return [
            "reason": .string(failure.reason), "message": .string(failure.message),
            "status": failure.status.map { .integer(Int64($0)) } ?? .null,
        ]
    }

    /// One message: from storage, otherwise after a fetch of the whole inbox,
    /// since vendors serve no single one.
    mutating func give(message id: String, vendor: Int, key: String?) {
        guard message(id, vendor: vendor) != nil else {
            reply()
            return wantInbox(vendor, .message(id: id, key: key))
        }
        load([self.key(ofMessage: id, vendor: vendor)], for: .message(id: id), vendor: vendor)
    }

    mutating func tellMessage(
        _ id: String, _ records: [LoadedRecord?], vendor: Int, key: String?
    ) {
        guard let message = message(id, vendor: vendor) else { return }
        let content = records.first.flatMap(\.self).flatMap(content)
        update(
            "inbox.message", vendor: vendor, key: key,
            [
                "message_id": .string(id), "found": true, "item": .object(message.json(content)),
                "reason": .null, "message": .null,
            ])
    }

    mutating func tellMissing(
        _ id: String, vendor: Int, key: String?, _ failure: VendorFailure
    ) {
        log(.inbox(.notFound(message: id)), vendor: vendor)
        update(
            "inbox.message", vendor: vendor, key: key,
            [
                "message_id": .string(id), "found": false, "item": .null,
                "reason": .string(failure.reason), "message": .string(failure.message),
            ])
    }

    /// How an inbox stands, for `state`.
    func inboxState(_ vendor: Vendor) -> JSONValue {
        guard vendor.adapter is any InboxAdapter else { return .null }
        let counts = vendor.inbox.messages.counts(at: now.wall)
        return [
            "known": .bool(vendor.inbox.isKnown), "token": .optional(vendor.inbox.token),
            "stored": .integer(Int64(vendor.inbox.messages.count)),
            "messages": .integer(Int64(counts.total)), "unread": .integer(Int64(counts.unread)),
            "fetch": vendor.inbox.fetch.map { .string($0.stage.word) } ?? .null,
        ]
    }
}

extension Inbox.Fetch.Stage {
    var word: String {
        switch self {
        case .waiting: "waiting"
        case .asking: "asking_vendor"
        case .preloading: "fetching_images"
        }
    }
}
