import PersonalizeJSON

extension Engine {
    /// Fetches what is new. A fetch under way serves all who ask meanwhile.
    mutating func wantInbox(_ vendor: Int, _ waiter: Inbox.Waiter) {
        if vendors[vendor].inbox.fetch == nil { vendors[vendor].inbox.fetch = Inbox.Fetch() }
        vendors[vendor].inbox.fetch?.waiters.append(waiter)
    }

    /// Sends the request that is wanted, as soon as the vendor knows who asks:
    /// earlier, it would answer for somebody else.
    mutating func advanceInbox(_ vendor: Int) {
        guard case .waiting = vendors[vendor].inbox.fetch?.stage,
            let adapter = inboxAdapter(vendor)
        else { return }
        guard vendors[vendor].consent.personalization == .granted else {
            return failInbox(
                vendor,
                VendorFailure("consent_missing", "There is no consent for personalization."))
        }
        if adapter is any LocalInboxAdapter {
            // What there is may be on its way.
            guard vendors[vendor].definitions.request == nil else { return }
            return completeInbox(vendor)
        }
        guard !isOffline else {
            return failInbox(vendor, VendorFailure("offline", "The engine is offline."))
        }
        guard !awaitsCustomer(vendor) else { return }
        let token = vendors[vendor].inbox.token
        switch adapter.inboxRequest(token: token, identity: identity(vendor)) {
        case .failure(let failure): failInbox(vendor, failure)
        case .success(let draft):
            let request = send(
                draft, vendor: vendor, purpose: "inbox",
                for: .inbox(.fetch(token: token, epoch: customer.epoch), vendor: vendor))
            vendors[vendor].inbox.fetch?.stage = .asking(request: request)
        }
    }

    mutating func tookInbox(_ exchange: Exchange, token: String?, epoch: Int64, vendor: Int) {
        guard epoch == customer.epoch, let adapter = inboxAdapter(vendor) else { return }
        let response: Response
        switch self.response(of: exchange) {
        case .failure(let failure): return failInbox(vendor, failure)
        case .success(let answered): response = answered
        }
        switch adapter.readInbox(response, at: now) {
        case .failure(let failure): failInbox(vendor, failure)
        case .tokenGone(let failure):
            // Without a token there is nothing to recover from, and asking
            // again would go on for ever.
            guard token != nil else { return failInbox(vendor, failure) }
            clearInbox(vendor, because: .tokenGone)
        case .answer(let answer):
            let tally = takeInbox(answer, vendor: vendor)
            preload(tally.images, tally.tally, vendor: vendor)
        }
    }

    mutating func failInbox(_ vendor: Int, _ failure: VendorFailure) {
        let waiters = vendors[vendor].inbox.fetch?.waiters ?? []
        vendors[vendor].inbox.fetch = nil
        vendors[vendor].inbox.failure = failure
        log(.inbox(.loadFailed(message: failure.message)), vendor: vendor)
        let counts = vendors[vendor].inbox.messages.counts(at: now.wall)
        for waiter in waiters {
            switch waiter {
            case .list(let key):
                update(
                    "inbox.failed", vendor: vendor, key: key,
                    [
                        "reason": .string(failure.reason), "message": .string(failure.message),
                        "status": failure.status.map { .integer(Int64($0)) } ?? .null,
                        "messages": .integer(Int64(counts.total)),
                        "unread": .integer(Int64(counts.unread)),
                    ])
            case .message(let id, let key):
                tellMissing(id, vendor: vendor, key: key, failure)
            }
        }
    }

    /// The answer is taken over and its images are here, as far as they could
    /// be had.
    mutating func completeInbox(_ vendor: Int) {
        guard let fetch = vendors[vendor].inbox.fetch else { return }
        vendors[vendor].inbox.fetch = nil
        for waiter in fetch.waiters {
            guard case .list(let key) = waiter else { continue }
            tellInboxChanged(vendor, reason: "fetched", key: key, fetch.tally)
        }
        for waiter in fetch.waiters {
            guard case .message(let id, let key) = waiter else { continue }
            if message(id, vendor: vendor) != nil {
                load(
                    [self.key(ofMessage: id, vendor: vendor)], for: .awaited(id: id, key: key),
                    vendor: vendor)
            } else {
                tellMissing(
                    id, vendor: vendor, key: key,
                    VendorFailure("not_found", "The inbox has no message with this id."))
            }
        }
    }

    mutating func tellInboxChanged(
        _ vendor: Int, reason: String, key: String? = nil, _ tally: Inbox.Tally = .init()
    ) {
        let counts = vendors[vendor].inbox.messages.counts(at: now.wall)
        update(
            "inbox.changed", vendor: vendor, key: key,
            [
                "reason": .string(reason), "messages": .integer(Int64(counts.total)),
                "unread": .integer(Int64(counts.unread)), "added": .integer(Int64(tally.added)),
                "replaced": .integer(Int64(tally.changed)),
            ])
    }

    /// Forgets the messages, the token and the images: they are another
    /// customer's, or no longer those the vendor goes on from. Whoever waits
    /// for a fetch gets what is fetched next.
    mutating func clearInbox(_ vendor: Int, because reason: InboxClearing) {
        guard inboxAdapter(vendor) != nil else { return }
        cancel { exchanging in
            if case .inbox(.fetch, vendor) = exchanging { true } else { false }
        }
        if reason != .tokenGone { cancelMessageImages(vendor) }
        let wasEmpty = vendors[vendor].inbox.messages.isEmpty
        let wasKnown = vendors[vendor].inbox.isKnown
        vendors[vendor].inbox.messages = MessageIndex()
        vendors[vendor].inbox.token = nil
        vendors[vendor].inbox.isKnown = false
        vendors[vendor].inbox.failure = nil
        vendors[vendor].inbox.lostImages = []
        vendors[vendor].inbox.looks = []
        if vendors[vendor].inbox.fetch != nil {
            vendors[vendor].inbox.fetch?.stage = .waiting
            vendors[vendor].inbox.fetch?.tally = Inbox.Tally()
        }
        guard wasKnown || !wasEmpty else { return }
        store(.removeAll(.message, vendor: vendors[vendor].id))
        store(.remove(RecordKey(.document, vendor: vendors[vendor].id, key: "inbox")))
        for url in resources.removeMessageImages(vendor: vendors[vendor].id) {
            store(.remove(RecordKey(.resource, vendor: vendors[vendor].id, key: url)))
        }
        if !wasEmpty { tellInboxChanged(vendor, reason: reason.rawValue) }
    }
}

/// Why an inbox is forgotten.
enum InboxClearing: String, Sendable {
    case customerChanged = "customer_changed"
    case consentDenied = "consent_denied"
    case tokenGone = "token_gone"
    case scopeChanged = "scope_changed"
    case stopped
}
