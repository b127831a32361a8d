import PersonalizeJSON

/// What a request of a batching vendor is for.
enum BatchExchanging: Sendable, Equatable {
    case handshake
    case batch(profile: String)
    case followUp(profile: String)
    case templates(key: String?)
}

/// Sending: what waits for a batching vendor goes out in batches, one request
/// at a time, each for one profile.
extension Engine {
    // MARK: - When

    /// Everything that waits goes out as soon as it can.
    mutating func release(_ vendor: Int) {
        vendors[vendor].dispatch.released = max(vendors[vendor].dispatch.released, lastEvent)
        vendors[vendor].dispatch.dueAt = nil
        vendors[vendor].dispatch.waitingSince = nil
    }

    /// It goes out a moment after the last event, in case there are more, but
    /// events that never stop cannot put it off for ever.
    mutating func release(_ vendor: Int, after delay: Int64) {
        guard delay > 0, let batching = vendors[vendor].batching else { return release(vendor) }
        let since = vendors[vendor].dispatch.waitingSince ?? now.monotonic
        vendors[vendor].dispatch.waitingSince = since
        vendors[vendor].dispatch.dueAt = min(
            now.monotonic &+ delay, since &+ batching.batchPolicy.maximumDelay)
    }

    private func canDispatch(_ vendor: Vendor) -> Bool {
        canDeliver(vendor) && vendor.dispatch.handshake == nil && !vendor.dispatch.isHalted
            && !vendor.dispatch.isPaused && !vendor.isMuted(at: now)
    }

    /// When the next batch is due; nil when nothing can go.
    func batchDeadline(_ vendor: Vendor) -> Int64? {
        guard vendor.batching != nil, canDispatch(vendor), let head = vendor.outbox.head else {
            return nil
        }
        let isReleased = head.sequence <= vendor.dispatch.released
        guard let due = isReleased ? .min : vendor.dispatch.dueAt else { return nil }
        let moment = max(due, vendor.outbox.due)
        return moment > now.monotonic ? moment : nil
    }

    // MARK: - Sending

    /// Sends the next batch if one may go; asks for the way first.
    mutating func pumpBatch(_ vendor: Int) {
        guard let batching = vendors[vendor].batching, canDispatch(vendors[vendor]) else {
            return
        }
        if let due = vendors[vendor].dispatch.dueAt, due <= now.monotonic { release(vendor) }
        guard vendors[vendor].outbox.due <= now.monotonic else { return }
        expire(vendor, after: batching.batchPolicy.lifetime)
        guard let head = vendors[vendor].outbox.head,
            head.sequence <= vendors[vendor].dispatch.released
        else { return }
        let context = context(vendor, profile: head.batched?.profile ?? "")
        if !vendors[vendor].dispatch.isFallback,
            let question = batching.handshakeRequest(context)
        {
            vendors[vendor].dispatch.handshake = send(
                question, vendor: vendor, purpose: "handshake",
                for: .batch(.handshake, vendor: vendor))
            return
        }
        let entries = batch(vendor, batching.batchPolicy)
        vendors[vendor].dispatch.batchSize = entries.count
        let token = load(
            entries.map { vendors[vendor].key(.event, Outbox.key($0.sequence)) },
            for: .batch(vendor: vendor))
        vendors[vendor].outbox.underWay = .reading(token: token)
    }

    /// The first entries of one profile, as many as one request takes.
    private func batch(_ vendor: Int, _ policy: BatchPolicy) -> ArraySlice<Outbox.Entry> {
        let entries = vendors[vendor].outbox.entries
        guard let head = entries.first else { return [] }
        var limit = policy.maximumEvents
        if head.sequence <= vendors[vendor].dispatch.suspectUntil {
            limit = vendors[vendor].dispatch.limit ?? limit
        }
        var bytes = 0
        var count = 0
        for entry in entries.prefix(max(limit, 1)) {
            bytes &+= entry.batched?.bytes ?? 0
            guard count == 0 || bytes <= policy.maximumBytes,
                entry.batched?.profile == head.batched?.profile
            else { break }
            count += 1
        }
        return entries.prefix(count)
    }

    /// What waited too long is of no use to anybody.
    private mutating func expire(_ vendor: Int, after lifetime: Int64) {
        let (oldest, overflow) = now.wall.subtractingReportingOverflow(lifetime)
        guard !overflow else { return }
        var hasExpired = false
        while let head = vendors[vendor].outbox.head, let batched = head.batched,
            batched.accepted < oldest,
            head.purpose != Report.launch.purpose || batched.visit != vendors[vendor].visit.id
        {
            leave(vendor, at: 0, dropped: "expired")
            hasExpired = true
        }
        if hasExpired { storeAccount(vendor) }
    }

    /// Has the bytes: sends them, exactly as they were accepted.
    mutating func deliverBatch(_ records: [LoadedRecord?], vendor: Int, token: Int64) {
        guard vendors[vendor].outbox.underWay == .reading(token: token),
            let batching = vendors[vendor].batching
        else { return }
        vendors[vendor].outbox.underWay = nil
        let bodies = records.map { record in
            record?.body.map { String(decoding: $0, as: UTF8.self) }
        }
        if let lost = bodies.firstIndex(of: nil) {
            leave(vendor, at: lost, dropped: "record_lost")
            storeAccount(vendor)
            return
        }
        let profile = vendors[vendor].outbox.head?.batched?.profile ?? ""
        let context = context(vendor, profile: profile)
        var events = bodies.compactMap { $0 }
        var draft = batching.batchRequest(events, context)
        // What stands before the events is not known beforehand.
        while events.count > 1,
            draft.body?.utf8.count ?? 0 > batching.batchPolicy.maximumBytes
        {
            events.removeLast((events.count + 1) / 2)
            draft = batching.batchRequest(events, context)
        }
        vendors[vendor].dispatch.batchSize = events.count
        vendors[vendor].dispatch.report = context.overlays
        let request = send(
            draft, vendor: vendor, purpose: "batch",
            for: .batch(.batch(profile: profile), vendor: vendor))
        vendors[vendor].outbox.underWay = .sending(request: request)
    }

    func context(_ vendor: Int, profile: String) -> BatchContext {
        let state = vendors[vendor]
        let size = max(state.dispatch.batchSize, 1)
        let visit = state.outbox.entries.prefix(size).last?.batched?.visit
        let isCurrent = profile == state.profile
        return BatchContext(
            profile: profile, memory: state.profiles[profile]?.memory ?? [:],
            account: state.profiles.account,
            session: isCurrent ? state.dispatch.sessionMemory : [:], now: now,
            isFirstOfSession: visit.map(state.dispatch.unanswered.contains) ?? false,
            isFirstOfLaunch: state.dispatch.isFirstOfLaunch,
            overlays: overlayReport(vendor: vendor, profile: profile),
            identityFields: state.profiles.identityFields, location: location,
            usesMainAddress: state.dispatch.usesMainAddress || state.dispatch.isFallback)
    }

    /// An entry leaves the outbox, one way or the other. Whoever calls stores
    /// the account.
    mutating func leave(_ vendor: Int, at distance: Int, dropped reason: String?) {
        let entries = vendors[vendor].outbox.entries
        guard distance >= 0, distance < entries.count else { return }
        let entry = entries[entries.startIndex + distance]
        vendors[vendor].outbox.remove(at: distance)
        store(.remove(vendors[vendor].key(.event, Outbox.key(entry.sequence))))
        var fields: JSONObject = ["event_id": .string(entry.eventID)]
        guard let reason else {
            vendors[vendor].account.sent &+= 1
            return update("event.sent", vendor: vendor, fields)
        }
        vendors[vendor].account.drop(reason)
        fields["reason"] = .string(reason)
        update("event.dropped", vendor: vendor, fields)
        failFetches(
            vendor, VendorFailure(reason, "The question was dropped."),
            where: { $0.entry == entry.sequence })
    }
}
