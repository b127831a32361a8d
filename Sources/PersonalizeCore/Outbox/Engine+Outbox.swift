import PersonalizeJSON

extension Engine {
    /// An event of the host's own.
    mutating func track(
        _ event: String, properties: JSONObject, vendors names: [String]?
    ) throws(PersonalizeError) {
        guard !event.isEmpty else {
            throw PersonalizeError(
                .argument, "empty_event", "An event has to have a name.",
                hint: "Give the name the vendor's dashboard is to show.")
        }
        var positions = Array(vendors.indices)
        if let names {
            positions = []
            for (index, name) in names.enumerated() {
                let position = try position(ofVendor: name, path: "$.vendors[\(index)]")
                if !positions.contains(position) { positions.append(position) }
            }
        }
        reply()
        for vendor in positions {
            if vendors[vendor].batching != nil {
                report(ReportedEvent(name: event, properties: properties), vendor: vendor)
            } else {
                track(EventDraft(type: event, properties: properties), vendor: vendor)
            }
            noteScreenEvent(ScreenEvent(event, properties), vendor: vendor)
        }
    }

    /// Accepts an event. It is told under the identity given, which for what a
    /// presentation leads to is the one it was shown to.
    mutating func track(
        _ event: EventDraft, vendor: Int, identity given: Identity? = nil,
        audience: Audience? = nil, refusal: String? = nil, key: String? = nil
    ) {
        if vendors[vendor].adapter is any LocalDeliveryAdapter {
            return trackLocally(event, vendor: vendor, refusal: refusal, key: key)
        }
        if vendors[vendor].batching != nil {
            let own = ReportedEvent(
                name: event.type, properties: event.properties, isOwn: true)
            guard let audience, audience.profile != vendors[vendor].profile else {
                return report(own, vendor: vendor, refusal: refusal, key: key)
            }
            return report(own, of: audience, vendor: vendor, refusal: refusal, key: key)
        }
        guard let delivering = vendors[vendor].delivering else { return }
        if vendors[vendor].session.started != nil { touchSession(vendor) }
        let delivery = delivering.encode(
            event, identity: given ?? identity(vendor), deviceID: customer.deviceID, at: now)
        var fields: JSONObject = [
            "event": .string(event.type), "properties": .object(event.properties),
        ]
        if !event.system.isEmpty { fields["system"] = .object(event.system) }
        accept(
            delivery, vendor: vendor, isCustomer: false, refusal: refusal, key: key,
            fields: fields)
        if refusal == nil, vendors[vendor].consent.tracking != .denied {
            setOff(event, vendor: vendor)
        }
    }

    /// Takes a delivery into the account, and into the outbox unless consent
    /// says otherwise. When this call has returned to the host it is stored.
    mutating func accept(
        _ delivery: Delivery, vendor: Int, isCustomer: Bool, audience: Audience? = nil,
        refusal: String? = nil, key: String?, fields: JSONObject
    ) {
        vendors[vendor].account.accepted &+= 1
        let refusal = vendors[vendor].consent.tracking == .denied ? "consent_denied" : refusal
        if let refusal {
            vendors[vendor].account.drop(refusal)
            storeAccount(vendor)
            var dropped = fields
            dropped["reason"] = .string(refusal)
            update("event.dropped", vendor: vendor, key: key, dropped)
            return
        }
        makeRoom(vendor)
        lastEvent &+= 1
        let entry = Outbox.Entry(
            sequence: lastEvent, eventID: random.hexadecimal128(), purpose: delivery.purpose,
            attempts: 0, isCustomer: isCustomer,
            batched: vendors[vendor].batching == nil
                ? nil
                : Outbox.Entry.Batched(
                    profile: audience?.profile ?? vendors[vendor].profile,
                    visit: audience?.visit.id ?? vendors[vendor].visit.id,
                    accepted: now.wall, bytes: delivery.body.utf8.count))
        vendors[vendor].outbox.append(entry)
        store(
            .put(
                vendors[vendor].key(.event, Outbox.key(entry.sequence)),
                header: JSONValue.object(entry.json).encoded(), body: Array(delivery.body.utf8)))
        storeAccount(vendor)
        var tracked: JSONObject = ["event_id": .string(entry.eventID)]
        tracked.merge(fields)
        update("event.tracked", vendor: vendor, key: key, tracked)
    }

    private mutating func makeRoom(_ vendor: Int) {
        // Without its launch a session brings nothing, so that one stays.
        let launched = vendors[vendor].visit.id
        let busy = vendors[vendor].batching == nil ? 1 : vendors[vendor].dispatch.batchSize
        while vendors[vendor].outbox.count >= max(configuration.maximumEvents, 1),
            let oldest = vendors[vendor].outbox.removeOldestIdle(
                busy: busy,
                where: {
                    $0.purpose != Report.launch.purpose || $0.batched?.visit != launched
                })
        {
            store(.remove(vendors[vendor].key(.event, Outbox.key(oldest.sequence))))
            vendors[vendor].account.drop("outbox_full")
            update(
                "event.dropped", vendor: vendor,
                ["event_id": .string(oldest.eventID), "reason": "outbox_full"])
        }
    }

    mutating func storeAccount(_ vendor: Int) {
        storeDocument("account", vendor: vendor, vendors[vendor].account.json)
    }

    /// Drops everything that waits, what is being sent included.
    mutating func dropPending(_ vendor: Int, reason: String) {
        let count = vendors[vendor].outbox.count
        guard count > 0 else { return }
        cancel {
            switch $0 {
            case .delivery(vendor), .batch(.batch, vendor): true
            default: false
            }
        }
        if case .reading(let token) = vendors[vendor].outbox.underWay { readings[token] = nil }
        forgetLaunch(vendor)
        vendors[vendor].outbox.removeAll()
        vendors[vendor].dispatch.batchSize = 0
        vendors[vendor].account.drop(reason, count: Int64(count))
        store(.removeAll(.event, vendor: vendors[vendor].id))
        storeAccount(vendor)
        update(
            "event.dropped", vendor: vendor,
            ["count": .integer(Int64(count)), "reason": .string(reason)])
    }

    func canDeliver(_ vendor: Vendor) -> Bool {
        isStarted && !isOffline && vendor.consent.tracking == .granted && !vendor.outbox.isEmpty
            && vendor.outbox.underWay == nil
    }

    /// Sends the next delivery if one may go.
    mutating func pump(_ vendor: Int) {
        guard vendors[vendor].batching == nil else { return pumpBatch(vendor) }
        guard canDeliver(vendors[vendor]), vendors[vendor].outbox.due <= now.monotonic,
            let head = vendors[vendor].outbox.head
        else { return }
        let token = load(
            [vendors[vendor].key(.event, Outbox.key(head.sequence))],
            for: .delivery(vendor: vendor))
        vendors[vendor].outbox.underWay = .reading(token: token)
    }

    /// Has the bytes: sends them, exactly as they were accepted.
    mutating func deliver(_ record: LoadedRecord?, vendor: Int, token: Int64) {
        guard vendors[vendor].outbox.underWay == .reading(token: token),
            let head = vendors[vendor].outbox.head, let delivering = vendors[vendor].delivering
        else { return }
        vendors[vendor].outbox.underWay = nil
        guard let body = record?.body else {
            finishHead(vendor, dropped: "record_lost")
            return
        }
        var draft = delivering.deliveryRequest(
            purpose: head.purpose, body: String(decoding: body, as: UTF8.self))
        if let name = delivering.policy.eventIDHeader {
            draft.headers.append(.init(name, head.eventID))
        }
        let request = send(
            draft, vendor: vendor, purpose: head.purpose, for: .delivery(vendor: vendor))
        vendors[vendor].outbox.underWay = .sending(request: request)
    }

    /// A delivery has been answered, or not.
    mutating func delivered(_ exchange: Exchange, vendor: Int) {
        guard let head = vendors[vendor].outbox.head, let delivering = vendors[vendor].delivering
        else { return }
        vendors[vendor].outbox.underWay = nil
        switch delivering.judge(exchange, purpose: head.purpose) {
        case .delivered:
            vendors[vendor].outbox.failures = 0
            vendors[vendor].outbox.notBefore = nil
            vendors[vendor].outbox.pausedUntil = nil
            finishHead(vendor, dropped: nil)
        case .rejected(let reason):
            finishHead(vendor, dropped: reason)
        case .retry(let isCounted, let reason):
            wait(exchange, vendor: vendor)
            guard isCounted else { return }
            vendors[vendor].outbox.countAttempt()
            if head.attempts &+ 1 >= delivering.policy.maximumAttempts {
                finishHead(vendor, dropped: reason)
            } else if let head = vendors[vendor].outbox.head {
                store(
                    .putHeader(
                        vendors[vendor].key(.event, Outbox.key(head.sequence)),
                        header: JSONValue.object(head.json).encoded()))
            }
        }
    }

    /// Puts off the next try: as long as the server asks, if it does, and
    /// otherwise by chance within a bound that doubles.
    private mutating func wait(_ exchange: Exchange, vendor: Int) {
        vendors[vendor].outbox.failures &+= 1
        let delay = BackOff.delay(
            failures: vendors[vendor].outbox.failures, base: configuration.backOffBase,
            ceiling: configuration.backOffCeiling, random: &random)
        if case .response(let response) = exchange {
            let asked = BackOff.retryAfter(response, at: now)
            if asked != nil || response.status == 429 {
                vendors[vendor].outbox.pausedUntil = now.monotonic &+ (asked ?? delay)
                return
            }
        }
        vendors[vendor].outbox.notBefore = now.monotonic &+ delay
    }

    /// The first delivery has left the outbox, one way or the other.
    private mutating func finishHead(_ vendor: Int, dropped reason: String?) {
        guard let head = vendors[vendor].outbox.head else { return }
        vendors[vendor].outbox.removeHead()
        store(.remove(vendors[vendor].key(.event, Outbox.key(head.sequence))))
        if let reason {
            vendors[vendor].account.drop(reason)
            update(
                "event.dropped", vendor: vendor,
                ["event_id": .string(head.eventID), "reason": .string(reason)])
        } else {
            vendors[vendor].account.sent &+= 1
            checkSegmentsSoon(vendor)
            update("event.sent", vendor: vendor, ["event_id": .string(head.eventID)])
        }
        storeAccount(vendor)
        if head.isCustomer, !awaitsCustomer(vendor), vendors[vendor].definitions.afterCustomer {
            refetch(vendor)
        }
    }

    mutating func flush() {
        reply()
        for vendor in vendors.indices {
            vendors[vendor].outbox.notBefore = nil
            release(vendor)
        }
    }

    mutating func setOffline(_ offline: Bool) {
        reply()
        guard offline != isOffline || vendors.contains(where: { $0.dispatch.isPaused }) else {
            return
        }
        isOffline = offline
        guard offline else {
            for vendor in vendors.indices {
                vendors[vendor].outbox.notBefore = nil
                vendors[vendor].dispatch.isPaused = false
                release(vendor)
                if !vendors[vendor].definitions.isKnown || vendors[vendor].definitions.failures > 0
                {
                    fetchDefinitions(vendor, key: nil)
                }
            }
            return
        }
        // Whoever waits hears at once that nothing will come.
        for request in exchanges.keys.sorted() {
            guard let exchanging = exchanges[request] else { continue }
            giveUp(request)
            if case .delivery(let vendor) = exchanging {
                vendors[vendor].outbox.underWay = nil
            } else if case .batch(let exchanging, let vendor) = exchanging {
                interrupted(exchanging, vendor: vendor)
            } else {
                exchanges[request] = exchanging
                finish(request, .failure(.init(.cancelled, "The engine went offline.")))
            }
        }
    }
}
