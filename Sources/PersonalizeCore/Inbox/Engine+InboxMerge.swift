import PersonalizeJSON

extension Engine {
    /// Adds an answer to what there is: by id, and the new takes the place of
    /// the old. Only what differs is written, so that taking in a few messages
    /// costs what those cost.
    mutating func takeInbox(
        _ answer: InboxAnswer, vendor: Int
    ) -> (tally: Inbox.Tally, images: [String]) {
        diagnose(vendor: vendor, answer.messages.diagnostics)
        let identity = identity(vendor)
        let token = answer.token ?? vendors[vendor].inbox.token
        var tally = Inbox.Tally()
        var images: [(received: Int64, url: String)] = []
        for record in answer.messages.records {
            let before = vendors[vendor].inbox.messages[record.id]
            let body = record.content.map { JSONValue.object($0.json).encodedBytes() }
            let message = merged(record, before, body, identity: identity, token: token)
            if before == nil {
                tally.added += 1
                if let image = message.image { images.append((message.received, image)) }
            }
            guard message != before else { continue }
            if before != nil { tally.changed += 1 }
            vendors[vendor].inbox.messages.put(message)
            let key = key(ofMessage: record.id, vendor: vendor)
            let header = JSONValue.object(message.header).encoded()
            if let before, before.digest == message.digest {
                store(.putHeader(key, header: header))
            } else {
                store(.put(key, header: header, body: body))
            }
        }
        if answer.isComplete { removeMessages(except: answer.messages.records, vendor: vendor) }
        vendors[vendor].inbox.token = token
        vendors[vendor].inbox.isKnown = true
        vendors[vendor].inbox.failure = nil
        vendors[vendor].inbox.lostImages = []
        storeInbox(vendor)
        images.sort { $0.received > $1.received }
        return (tally, images.map(\.url))
    }

    private mutating func removeMessages(except records: [MessageRecord], vendor: Int) {
        let kept = Set(records.map(\.id))
        for id in vendors[vendor].inbox.messages.ids where !kept.contains(id) {
            vendors[vendor].inbox.messages.remove(id)
            store(.remove(key(ofMessage: id, vendor: vendor)))
        }
    }

    private func merged(
        _ record: MessageRecord, _ before: Message?, _ body: [UInt8]?, identity: Identity,
        token: String?
    ) -> Message {
        // Stamped once: a message without a time would otherwise be the newest
        // at every fetch.
        let received = record.received ?? before?.received ?? now.wall
        var message = Message(
            id: record.id, kind: record.kind, isRead: record.isRead, readHere: nil,
            received: received, expires: record.expires,
            title: Self.shortened(record.content?.title, to: 200),
            text: Self.shortened(record.content?.text, to: 500),
            image: record.content?.image, hasContent: record.content != nil, identity: identity,
            token: token, digest: Catalog.digest(body))
        // The customer has read it, and this answer may be older than that. A
        // message sent again after it was read is a new one.
        if !record.isRead, let readHere = before?.readHere, received <= readHere {
            message.isRead = true
            message.readHere = readHere
        }
        return message
    }

    /// A row has two lines at most.
    private static func shortened(_ text: String?, to limit: Int) -> String? {
        guard let text, text.utf8.count > limit else { return text }
        let scalars = text.unicodeScalars.prefix(limit)
        return scalars.endIndex == text.unicodeScalars.endIndex
            ? text : String(String.UnicodeScalarView(scalars)) + "\u{2026}"
    }

    mutating func storeInbox(_ vendor: Int) {
        guard let adapter = inboxAdapter(vendor) else { return }
        var document: JSONObject = [
            "scope": .string(adapter.inboxScope), "fetched_ms": .integer(now.wall),
        ]
        document["token"] = vendors[vendor].inbox.token.map(JSONValue.string)
        storeDocument("inbox", vendor: vendor, document)
    }

    /// Takes over what the store holds of the inboxes. Messages of another
    /// scope, and messages whose scope is not known, are forgotten.
    mutating func restoreInboxes(_ messages: [[Message]], _ documents: [JSONObject?]) {
        for vendor in vendors.indices {
            guard let adapter = inboxAdapter(vendor) else { continue }
            let document = documents[vendor]
            guard document != nil || !messages[vendor].isEmpty else { continue }
            vendors[vendor].inbox.messages.replace(messages[vendor])
            vendors[vendor].inbox.isKnown = true
            vendors[vendor].inbox.token = document?["token"]?.string
            if document?["scope"]?.string != adapter.inboxScope {
                clearInbox(vendor, because: .scopeChanged)
            }
        }
    }

    /// Everything that waited for an answer when the engine went back to what
    /// is stored: fetches start over, and no call stays without its end.
    mutating func restartInboxes(_ before: [Vendor], _ pending: [InboxRead]) {
        for (vendor, old) in before.enumerated() where vendor < vendors.count {
            guard let fetch = old.inbox.fetch else { continue }
            vendors[vendor].inbox.fetch = Inbox.Fetch(waiters: fetch.waiters)
        }
        for read in pending {
            tellRead(
                read.id, vendor: read.vendor, key: read.key,
                VendorFailure("cancelled", "The engine went back to what is stored."))
        }
    }

    /// The marks that are on their way to their vendors.
    var pendingReads: [InboxRead] {
        exchanges.keys.sorted().compactMap { request in
            guard case .inbox(.markRead(let id, _, let key), let vendor) = exchanges[request]
            else { return nil }
            return InboxRead(id: id, vendor: vendor, key: key)
        }
    }
}

/// A mark on its way to its vendor.
struct InboxRead: Sendable, Equatable {
    var id: String
    var vendor: Int
    var key: String?
}
