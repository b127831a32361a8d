import PersonalizeJSON

/// What follows from the answer to a batch.
extension Engine {
    mutating func batchEnded(_ exchange: Exchange, _ exchanging: BatchExchanging, vendor: Int) {
        switch exchanging {
        case .handshake: tookHandshake(exchange, vendor: vendor)
        case .batch(let profile): tookBatch(exchange, vendor: vendor, profile: profile)
        case .followUp(let profile): tookFollowUp(exchange, vendor: vendor, profile: profile)
        case .templates(let key): tookTemplates(exchange, vendor: vendor, key: key)
        }
    }

    /// The engine goes offline while a request is under way: nothing failed,
    /// but whoever waits hears that there will be no answer.
    mutating func interrupted(_ exchanging: BatchExchanging, vendor: Int) {
        let failure = VendorFailure("offline", "The engine went offline.")
        switch exchanging {
        case .handshake: vendors[vendor].dispatch.handshake = nil
        case .followUp: vendors[vendor].dispatch.followUpsUnderWay -= 1
        case .templates(let key): templatesFailed(failure, vendor: vendor, key: key)
        case .batch:
            vendors[vendor].outbox.underWay = nil
            let isLaunch = isLaunchUnderWay(vendor)
            vendors[vendor].dispatch.batchSize = 0
            if isLaunch { launchAnswered(vendor: vendor, isDelivered: false) }
            failFetches(vendor, failure)
        }
    }

    private mutating func tookHandshake(_ exchange: Exchange, vendor: Int) {
        vendors[vendor].dispatch.handshake = nil
        guard let batching = vendors[vendor].batching else { return }
        if case .response(let response) = exchange {
            let context = context(vendor, profile: vendors[vendor].profile)
            let answer = batching.readHandshake(response, context)
            switch answer.outcome {
            case .delivered:
                remember(answer, vendor: vendor)
                vendors[vendor].dispatch.handshakeFailures = 0
                // Who was asked and named no place is to be found at the main one.
                vendors[vendor].dispatch.usesMainAddress =
                    batching.handshakeRequest(self.context(vendor, profile: context.profile))
                    != nil
                return
            case .muted(let until): return mute(vendor, until: until)
            default: break
            }
        }
        vendors[vendor].dispatch.handshakeFailures += 1
        if vendors[vendor].dispatch.handshakeFailures >= Dispatch.toleratedHandshakes {
            vendors[vendor].dispatch.isFallback = true
        } else {
            putOff(vendor, exchange)
            failFetches(vendor, failure(of: exchange))
        }
    }

    private mutating func tookBatch(_ exchange: Exchange, vendor: Int, profile: String) {
        guard let batching = vendors[vendor].batching else { return }
        vendors[vendor].outbox.underWay = nil
        guard case .response(let response) = exchange else {
            return failBatch(vendor, exchange)
        }
        let answer = batching.readBatch(
            response, context(vendor, profile: profile), isFollowUp: false)
        for line in answer.lines { effects.append(.log(line, vendor: vendors[vendor].id)) }
        switch answer.outcome {
        case .delivered: delivered(answer, vendor: vendor, profile: profile)
        case .muted(let until):
            remember(answer, vendor: vendor)
            mute(vendor, until: until)
        case .moved: moved(answer, exchange, vendor: vendor)
        case .refused(let reason): refused(reason, exchange, vendor: vendor)
        case .unauthorized(let reason):
            vendors[vendor].dispatch.isHalted = true
            diagnose(
                vendor: vendor, what: "batch", path: nil, reason: reason,
                message: "The vendor does not accept who sends; nothing more is sent until the "
                    + "engine is opened again.")
            unanswered(vendor, failure(of: exchange, reason: reason))
        case .failed: failBatch(vendor, exchange)
        }
    }

    /// Everything that the answer changes is stored in one go: the batch is
    /// gone and what was reported with it too before anything of the answer is
    /// looked at.
    private mutating func delivered(_ answer: BatchAnswer, vendor: Int, profile: String) {
        let size = vendors[vendor].dispatch.batchSize
        let entries = Array(vendors[vendor].outbox.entries.prefix(size))
        let isLaunch = isLaunchUnderWay(vendor)
        vendors[vendor].dispatch.batchSize = 0
        for _ in entries { leave(vendor, at: 0, dropped: nil) }
        storeAccount(vendor)
        if let report = vendors[vendor].dispatch.report {
            overlayReportSent(report, vendor: vendor, profile: profile)
        }
        settle(vendor, after: entries)
        diagnose(vendor: vendor, answer.diagnostics)
        remember(answer, vendor: vendor)
        let profile = take(answer, vendor: vendor, profile: profile)
        guard profile == vendors[vendor].profile else {
            return failFetches(
                vendor, VendorFailure("customer_changed", "The customer changed."),
                where: { fetch in entries.contains { $0.sequence == fetch.entry } })
        }
        if let discarded = answer.discarded { vendors[vendor].dispatch.discarded = discarded }
        if !answer.followUps.isEmpty { queueFollowUps(answer.followUps, vendor: vendor) }
        if isLaunch { launchAnswered(vendor: vendor, isDelivered: true) }
        finishFetches(vendor, entries, hasOverlays: answer.overlays != nil)
    }

    /// The way is clear again, and what was first is no longer.
    private mutating func settle(_ vendor: Int, after entries: [Outbox.Entry]) {
        vendors[vendor].outbox.failures = 0
        vendors[vendor].outbox.notBefore = nil
        vendors[vendor].outbox.pausedUntil = nil
        vendors[vendor].dispatch.moves = 0
        vendors[vendor].dispatch.report = nil
        vendors[vendor].dispatch.handshakeFailures = 0
        vendors[vendor].dispatch.isFirstOfLaunch = false
        let visits = Set(entries.compactMap { $0.batched?.visit })
        vendors[vendor].dispatch.unanswered.removeAll { visits.contains($0) }
        if vendors[vendor].dispatch.isFallback {
            vendors[vendor].dispatch.isFallback = false
            vendors[vendor].dispatch.usesMainAddress = true
        }
        if let head = vendors[vendor].outbox.head {
            if head.sequence > vendors[vendor].dispatch.suspectUntil {
                vendors[vendor].dispatch.limit = nil
            }
        } else {
            vendors[vendor].dispatch.limit = nil
            vendors[vendor].dispatch.dueAt = nil
            vendors[vendor].dispatch.waitingSince = nil
        }
    }

    /// Takes over what concerns the profile; the profile's id afterwards.
    mutating func take(_ answer: BatchAnswer, vendor: Int, profile: String) -> String {
        vendors[vendor].profiles[profile]?.memory = answer.memory
        var id = profile
        if let new = answer.profile, new != profile {
            renameProfile(profile, to: new, vendor: vendor)
            id = new
        }
        storeProfile(id, vendor: vendor)
        if let overlays = answer.overlays {
            takeOverlays(overlays, vendor: vendor, profile: id)
        }
        return id
    }

    private mutating func remember(_ answer: BatchAnswer, vendor: Int) {
        guard vendors[vendor].profiles.account != answer.account else { return }
        vendors[vendor].profiles.account = answer.account
        vendors[vendor].dispatch.usesMainAddress = false
        storeProfiles(vendor)
    }

    /// The same bytes go to the new place at once, unless the vendor sends us
    /// round in circles.
    private mutating func moved(_ answer: BatchAnswer, _ exchange: Exchange, vendor: Int) {
        guard let policy = vendors[vendor].batching?.batchPolicy else { return }
        remember(answer, vendor: vendor)
        vendors[vendor].dispatch.moves += 1
        guard vendors[vendor].dispatch.moves > policy.maximumMoves else { return }
        vendors[vendor].dispatch.moves = 0
        failBatch(vendor, exchange, reason: "moved_too_often")
    }

    /// Something in the batch is not acceptable: what it is shows when the
    /// batch is halved, so that one event does not hold up all others.
    private mutating func refused(_ reason: String, _ exchange: Exchange, vendor: Int) {
        guard let policy = vendors[vendor].batching?.batchPolicy else { return }
        let size = vendors[vendor].dispatch.batchSize
        if size > 1 {
            let last = vendors[vendor].outbox.entries.prefix(size).last?.sequence ?? 0
            vendors[vendor].dispatch.suspectUntil = max(
                vendors[vendor].dispatch.suspectUntil, last)
            vendors[vendor].dispatch.limit = size / 2
            return
        }
        vendors[vendor].outbox.countAttempt()
        guard let head = vendors[vendor].outbox.head else { return }
        guard head.attempts >= policy.maximumRefusals else {
            store(
                .putHeader(
                    vendors[vendor].key(.event, Outbox.key(head.sequence)),
                    header: JSONValue.object(head.json).encoded()))
            return failBatch(vendor, exchange, reason: reason)
        }
        let isLaunch = isLaunchUnderWay(vendor)
        leave(vendor, at: 0, dropped: reason)
        storeAccount(vendor)
        effects.append(
            .log(
                LogLine(.error, "An event was refused \(head.attempts) times and is dropped."),
                vendor: vendors[vendor].id))
        vendors[vendor].dispatch.batchSize = 0
        if isLaunch { launchAnswered(vendor: vendor, isDelivered: false) }
    }

    // MARK: - Failures

    private mutating func failBatch(_ vendor: Int, _ exchange: Exchange, reason: String? = nil) {
        putOff(vendor, exchange)
        if vendors[vendor].dispatch.isFallback {
            vendors[vendor].dispatch.isFallback = false
        }
        guard let batching = vendors[vendor].batching else { return }
        let account = batching.account(
            vendors[vendor].profiles.account, afterFailures: vendors[vendor].outbox.failures)
        if account != vendors[vendor].profiles.account {
            vendors[vendor].profiles.account = account
            storeProfiles(vendor)
        }
        if vendors[vendor].outbox.failures > Self.toleratedFailures {
            vendors[vendor].dispatch.usesMainAddress = false
        }
        unanswered(vendor, failure(of: exchange, reason: reason))
    }

    /// After more failures than this the vendor is asked for the way again.
    private static let toleratedFailures: Int64 = 5

    /// Whoever waits for the answer hears that there is none.
    private mutating func unanswered(_ vendor: Int, _ failure: VendorFailure) {
        let isLaunch = isLaunchUnderWay(vendor)
        vendors[vendor].dispatch.batchSize = 0
        if isLaunch { launchAnswered(vendor: vendor, isDelivered: false) }
        failFetches(vendor, failure)
    }

    private mutating func putOff(_ vendor: Int, _ exchange: Exchange) {
        vendors[vendor].outbox.failures &+= 1
        let delay = BackOff.spread(
            failures: vendors[vendor].outbox.failures, base: configuration.backOffBase,
            ceiling: configuration.backOffCeiling, random: &random)
        vendors[vendor].outbox.notBefore = now.monotonic &+ delay
        if case .response(let response) = exchange,
            let asked = BackOff.retryAfter(response, at: now)
        {
            vendors[vendor].outbox.pausedUntil = now.monotonic &+ asked
        }
    }

    func failure(of exchange: Exchange, reason: String? = nil) -> VendorFailure {
        switch exchange {
        case .failure(let failure):
            VendorFailure(reason ?? failure.kind.rawValue, failure.message)
        case .response(let response):
            VendorFailure(
                reason ?? "server_error", "The server answered \(response.status).",
                status: response.status)
        }
    }

    private func isLaunchUnderWay(_ vendor: Int) -> Bool {
        let entries = vendors[vendor].outbox.entries.prefix(vendors[vendor].dispatch.batchSize)
        return entries.contains {
            $0.purpose == Report.launch.purpose && $0.batched?.profile == vendors[vendor].profile
        }
    }

    // MARK: - Muting

    /// The vendor wants to hear nothing: what waits is dropped, and so is
    /// what comes until then.
    private mutating func mute(_ vendor: Int, until moment: Int64) {
        vendors[vendor].dispatch.mutedUntil = moment
        storeDocument("muted", vendor: vendor, ["until_ms": .integer(moment)])
        diagnose(
            vendor: vendor, what: "batch", path: nil, reason: "muted",
            message: "The vendor wants to hear nothing until \(moment) ms.")
        let failure = VendorFailure("muted", "The vendor wants to hear nothing.")
        vendors[vendor].dispatch.batchSize = 0
        dropPending(vendor, reason: "muted")
        cancelFollowUps(vendor)
        failFetches(vendor, failure)
    }

    mutating func unmute(_ vendor: Int) {
        guard vendors[vendor].dispatch.mutedUntil != nil else { return }
        vendors[vendor].dispatch.mutedUntil = nil
        storeDocument("muted", vendor: vendor, ["until_ms": nil])
        if vendors[vendor].dispatch.openVisit != nil { visit(vendor, on: .foreground) }
    }
}
