import PersonalizeJSON

/// Content asked for ahead of its placement's opening.
struct Prefetch: Sendable {
    var vendor: Int
    var placements: [String]
    /// The host's key; nil when the engine prefetches by itself.
    var key: String?
    /// Whether the host hears when it is done.
    var isAsked: Bool
    /// The request under way.
    var request: Int64?
}

extension Engine {
    /// Asks the vendor what the customer may see. One request for all ids; a
    /// request under way that covers them all is joined.
    mutating func personalize(_ ids: [String], vendor: Int) -> Int64 {
        let wanted = Set(ids)
        for request in exchanges.keys.sorted() {
            guard case .personalization(vendor, let covered, customer.epoch) = exchanges[request],
                wanted.isSubset(of: covered)
            else { continue }
            return request
        }
        // Nobody asks for what `canFetch` rules out.
        guard let placing = vendors[vendor].placing else { return nextID() }
        return send(
            placing.personalizationRequest(ids: ids, identity: identity(vendor)),
            vendor: vendor, purpose: "personalization",
            for: .personalization(vendor: vendor, ids: ids, epoch: customer.epoch))
    }

    mutating func tookPersonalization(
        _ exchange: Exchange, request: Int64, vendor: Int, ids: [String], epoch: Int64
    ) {
        guard epoch == customer.epoch, let placing = vendors[vendor].placing else { return }
        let result = response(of: exchange).flatMap { placing.readPersonalization($0, at: now) }
        var answered: Set<String> = []
        switch result {
        case .failure(let failure):
            log(.fetchFailed(what: "personalization", message: failure.message), vendor: vendor)
            contentFailed("personalization", failure, vendor: vendor, key: nil)
        case .success(let reading):
            answered = Set(takePersonalization(reading, vendor: vendor))
        }
        tookAnswer(to: request, asked: ids, answered: answered)
        finishPrefetches(request)
    }

    /// Takes over decisions; the ids of those taken.
    @discardableResult
    mutating func takePersonalization(
        _ reading: Reading<PersonalizationRecord>, vendor: Int
    ) -> [String] {
        diagnose(vendor: vendor, reading.diagnostics)
        var taken: [String] = []
        for record in reading.records {
            // One the list does not have could never be shown nor cleared away.
            guard vendors[vendor].catalog[record.campaign] != nil else { continue }
            vendors[vendor].catalog.setPersonalization(
                record.personalization, of: record.campaign)
            store(
                .put(
                    vendors[vendor].key(.personalization, record.campaign),
                    header: JSONValue.object(record.personalization.json).encoded(),
                    body: record.body))
            taken.append(record.campaign)
        }
        return taken
    }

    mutating func prefetch(_ names: [String], key: String?) {
        reply()
        for vendor in vendors.indices where vendors[vendor].placing != nil {
            queuePrefetch(vendor, names, key: key, isAsked: true)
        }
    }

    mutating func queuePrefetch(
        _ vendor: Int, _ names: [String], key: String?, isAsked: Bool = false
    ) {
        guard isAsked || !names.isEmpty else { return }
        if !isAsked { prefetches.removeAll { !$0.isAsked && $0.vendor == vendor } }
        prefetches.append(
            Prefetch(vendor: vendor, placements: names, key: key, isAsked: isAsked))
    }

    /// Sends whatever prefetch can go: its vendor's list has to be known and
    /// settled, and the customer too.
    mutating func advancePrefetches() {
        var index = 0
        while index < prefetches.count {
            let prefetch = prefetches[index]
            let vendor = prefetch.vendor
            let definitions = vendors[vendor].definitions
            guard prefetch.request == nil, definitions.request == nil, !awaitsCustomer(vendor),
                !definitions.afterCustomer, definitions.isKnown, !isOffline
            else {
                index += 1
                continue
            }
            let mayAsk =
                vendors[vendor].consent.personalization == .granted
                && vendors[vendor].placing != nil
            let stale = vendors[vendor].catalog.candidates(for: prefetch.placements).filter {
                guard mayAsk, let entry = vendors[vendor].catalog[$0] else { return false }
                let personalization = vendors[vendor].catalog.personalization(of: $0)
                return Eligibility.freshness(entry.campaign, personalization, at: now) != nil
            }
            if stale.isEmpty {
                prefetches.remove(at: index)
                prefetched(prefetch)
            } else {
                let request = personalize(stale, vendor: vendor)
                prefetches[index].request = request
                index += 1
            }
        }
    }

    private mutating func finishPrefetches(_ request: Int64) {
        let finished = prefetches.filter { $0.request == request }
        prefetches.removeAll { $0.request == request }
        for prefetch in finished { prefetched(prefetch) }
    }

    private mutating func prefetched(_ prefetch: Prefetch) {
        guard prefetch.isAsked else { return }
        update(
            "content.prefetched", vendor: prefetch.vendor, key: prefetch.key,
            ["placements": .array(prefetch.placements.map(JSONValue.string))])
    }
}
