import PersonalizeJSON

extension Engine {
    static let stopped = "stopped"

    /// Ends the integration: everything stored about the customer is removed,
    /// what is on show goes, and nothing is fetched or sent any more.
    mutating func stop() throws(PersonalizeError) {
        try requireStart()
        reply()
        for vendor in vendors.indices {
            tellWaiting(vendor)
            dropPending(vendor, reason: Self.stopped)
            if vendors[vendor].session.started != nil {
                closeSession(vendor, at: now.wall, isTracked: false)
            }
        }
        for request in exchanges.keys.sorted() { giveUp(request) }
        isStopped = true
        for id in placements.ids { collapse(id) }
        forgetTokens()
        stopDisplay()
        wipe()
        isStarted = false
        if deadline != nil {
            deadline = nil
            effects.append(.deadline(nil))
        }
        update("engine.stopped")
    }

    /// Whoever waits for an answer hears that none will come.
    private mutating func tellWaiting(_ vendor: Int) {
        let failure = VendorFailure(Self.stopped, "The engine was stopped.")
        for key in vendors[vendor].definitions.keys {
            contentFailed("definitions", failure, vendor: vendor, key: key)
        }
        for prefetch in prefetches where prefetch.isAsked && prefetch.vendor == vendor {
            contentFailed("personalization", failure, vendor: vendor, key: prefetch.key)
        }
        failSegments(vendor, failure)
        for request in exchanges.keys.sorted() {
            guard let exchanging = exchanges[request],
                case .inbox(.markRead, vendor) = exchanging
            else { continue }
            giveUp(request)
            exchanges[request] = exchanging
            finish(request, .failure(.init(.cancelled, failure.message)))
        }
        failFetches(vendor, failure)
        for request in exchanges.keys.sorted() {
            guard case .batch(.templates(let key), vendor) = exchanges[request] else { continue }
            giveUp(request)
            templatesFailed(failure, vendor: vendor, key: key)
        }
        if vendors[vendor].inbox.fetch != nil { failInbox(vendor, failure) }
        clearInbox(vendor, because: .stopped)
    }

    /// Takes a placement's content away. It stays open, and empty. A carousel
    /// says besides that it has no campaigns and found nothing, as the vendor's
    /// does; no other placement says more than that it is gone.
    private mutating func collapse(_ id: Int64) {
        guard let placement = placements[id], placement.group == nil else { return }
        let key = placement.specification.key
        for id in family(of: id) {
            beginLoad(id, key: nil, isForced: false)
            placements[id]?.load = nil
            placements[id]?.latest = nil
            placements[id]?.problem = nil
            clear(id)
        }
        placements[id]?.contest?.winner = nil
        placements[id]?.contest?.verdict = nil
        placements[id]?.contest?.round = nil
        update("placement.collapsed", vendor: placement.teller, key: key, fields(placement, id))
        guard placement.carousel != nil else { return }
        placements[id]?.carousel?.begin([], epoch: customer.epoch)
        changed(id, key: key)
        var fields = fields(placement, id)
        fields["reason"] = .string(Self.stopped)
        update("placement.empty", vendor: placement.vendor, key: key, fields)
    }

    private mutating func wipe() {
        for change in LocalData.removal() { store(change) }
        readings = [:]
        questions = [:]
        rounds = [:]
        downloads = [:]
        prefetches = []
        resources = ResourceIndex()
        customer = Customer(epoch: customer.epoch &+ 1)
        caps = CapCounters()
        for vendor in vendors.indices {
            let former = vendors[vendor]
            vendors[vendor] = Vendor(former.adapter)
            vendors[vendor].consent = former.consent
            // The account stays until the closing, so that nothing is unaccounted for.
            vendors[vendor].account = former.account
            storeDocument(LocalData.keptDocument, vendor: vendor, former.consent.json)
        }
    }

    /// After a stop only what reads and what lets go is carried out.
    func refuseIfStopped(_ command: Command) throws(PersonalizeError) {
        guard isStopped else { return }
        switch command {
        case .restore, .loaded, .exchanged, .tick, .answered, .hookSet, .incident, .state, .stats,
            .placementClose, .filesAnswered, .presentation, .display(.state):
            return
        default:
            throw PersonalizeError(
                .state, Self.stopped, "The engine was stopped.",
                hint: "Close it; a new one begins like a new installation.")
        }
    }

    /// The vendor's own words for a load after the stop.
    mutating func logRefusal(_ command: Command) {
        switch command {
        case .placementOpen(let specification):
            let position = vendors.firstIndex { $0.id == specification.vendor } ?? 0
            guard position < vendors.count else { return }
            log(.loadRefused(kind: specification.kind), vendor: position)
        case .placementReload(let id, _, _), .cellPrepare(let id):
            guard let placement = placements[id] else { return }
            log(.loadRefused(kind: placement.kind), vendor: placement.vendor)
        default: break
        }
    }

    /// Takes a stop back that could not be stored.
    mutating func forgetStop() {
        guard isStopped else { return }
        isStopped = false
        isStarted = true
        for id in placements.ids {
            guard let placement = placements[id], !placement.specification.isDeferred,
                placement.kind == .static, placement.group == nil
            else { continue }
            guard placement.contest == nil else {
                beginContest(
                    id, key: placement.specification.key, isForced: false, keepsWarm: false)
                continue
            }
            beginLoad(id, key: placement.specification.key, isForced: false)
        }
    }
}
