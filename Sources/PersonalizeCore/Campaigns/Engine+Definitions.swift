import PersonalizeJSON

extension Engine {
    mutating func refresh(vendor: String?, key: String?) throws(PersonalizeError) {
        let positions = try positions(ofVendor: vendor)
        if vendor != nil, let position = positions.first, !vendors[position].hasCampaigns {
            throw PersonalizeError(
                .state, "no_placements", "This vendor has no campaigns for placements.",
                hint: "Name a vendor instance that has some, or none for all that have.",
                vendor: vendor)
        }
        reply()
        for vendor in positions where vendors[vendor].hasCampaigns {
            fetchDefinitions(vendor, key: key, isAsked: true)
        }
    }

    /// Fetches what the vendor could show. A fetch under way serves all who
    /// ask meanwhile; one asked for before the start happens at the start.
    mutating func fetchDefinitions(_ vendor: Int, key: String?, isAsked: Bool = false) {
        guard vendors[vendor].hasCampaigns else { return }
        if isAsked { vendors[vendor].definitions.keys.append(key) }
        guard isStarted, vendors[vendor].definitions.request == nil else { return }
        guard let draft = vendors[vendor].definitionsRequest else {
            return answerWithoutAsking(vendor)
        }
        guard !isOffline || draft.isLocal else {
            failDefinitions(vendor, VendorFailure("offline", "The engine is offline."))
            return
        }
        vendors[vendor].definitions.retryAt = nil
        let request = send(
            draft, vendor: vendor, purpose: "definitions", for: .definitions(vendor: vendor))
        vendors[vendor].definitions.request = request
    }

    /// Nobody can be asked: whoever wants to know hears of what is there.
    private mutating func answerWithoutAsking(_ vendor: Int) {
        let keys = vendors[vendor].definitions.keys
        vendors[vendor].definitions.keys = []
        for key in keys { tellRefreshed(vendor, key: key) }
    }

    private mutating func tellRefreshed(_ vendor: Int, key: String?) {
        update(
            "content.refreshed", vendor: vendor, key: key,
            ["campaigns": .integer(Int64(vendors[vendor].catalog.count))])
    }

    mutating func retryDefinitions(_ vendor: Int) {
        guard !isOffline, let moment = vendors[vendor].definitions.retryAt,
            moment <= now.monotonic
        else { return }
        fetchDefinitions(vendor, key: nil)
    }

    mutating func tookDefinitions(_ exchange: Exchange, vendor: Int) {
        vendors[vendor].definitions.request = nil
        if let placing = vendors[vendor].placing {
            let result = response(of: exchange).flatMap { placing.readDefinitions($0, at: now) }
            switch result {
            case .failure(let failure): failDefinitions(vendor, failure)
            case .success(let reading):
                replaceCatalog(vendor, with: reading)
                if case .response(let response) = exchange {
                    for ingested in placing.readBesides(response, at: now) {
                        take(ingested, vendor: vendor)
                    }
                }
                finishDefinitions(vendor)
            }
        } else if let screening = vendors[vendor].screening {
            switch response(of: exchange).flatMap(screening.readScreens) {
            case .failure(let failure): failDefinitions(vendor, failure)
            case .success(let reading):
                replaceScreens(vendor, with: reading)
                finishDefinitions(vendor)
            }
        }
    }

    private mutating func finishDefinitions(_ vendor: Int) {
        vendors[vendor].definitions.failures = 0
        vendors[vendor].definitions.retryAt = nil
        let keys = vendors[vendor].definitions.keys
        vendors[vendor].definitions.keys = []
        for key in keys.isEmpty ? [nil] : keys { tellRefreshed(vendor, key: key) }
    }

    private mutating func replaceScreens(_ vendor: Int, with reading: ScreenReading) {
        vendors[vendor].screens.plan = reading.plan
        storeDocument("screens", vendor: vendor, reading.plan.json)
        replaceCatalog(vendor, with: reading.campaigns)
    }

    func response(of exchange: Exchange) -> Result<Response, VendorFailure> {
        switch exchange {
        case .response(let response): .success(response)
        case .failure(let failure):
            .failure(VendorFailure(failure.kind.rawValue, failure.message))
        }
    }

    private mutating func failDefinitions(_ vendor: Int, _ failure: VendorFailure) {
        let keys = vendors[vendor].definitions.keys
        vendors[vendor].definitions.keys = []
        vendors[vendor].definitions.failures &+= 1
        let delay = BackOff.delay(
            failures: vendors[vendor].definitions.failures, base: configuration.backOffBase,
            ceiling: configuration.backOffCeiling, random: &random)
        vendors[vendor].definitions.retryAt = now.monotonic &+ delay
        log(.fetchFailed(what: "definitions", message: failure.message), vendor: vendor)
        for key in keys.isEmpty ? [nil] : keys {
            contentFailed("definitions", failure, vendor: vendor, key: key)
        }
    }

    mutating func contentFailed(
        _ what: String, _ failure: VendorFailure, vendor: Int, key: String?
    ) {
        update(
            "content.failed", vendor: vendor, key: key,
            [
                "what": .string(what), "reason": .string(failure.reason),
                "message": .string(failure.message),
                "status": failure.status.map { .integer(Int64($0)) } ?? .null,
            ])
    }

    /// Takes over a new list. Only what differs is written, so a refresh that
    /// brings nothing new costs no disk.
    private mutating func replaceCatalog(
        _ vendor: Int, with reading: Reading<CampaignRecord>
    ) {
        diagnose(vendor: vendor, reading.diagnostics)
        var entries: [Catalog.Entry] = []
        entries.reserveCapacity(reading.records.count)
        var seen: Set<String> = []
        for record in reading.records {
            guard seen.insert(record.campaign.id).inserted else {
                diagnose(
                    vendor: vendor, what: "campaign", path: nil, reason: "duplicate_id",
                    message: "The id \(record.campaign.id) occurs again; the first one counts.")
                continue
            }
            let entry = Catalog.Entry(
                campaign: record.campaign, digest: Catalog.digest(record.body),
                hasBody: record.body != nil)
            entries.append(entry)
            guard vendors[vendor].catalog[record.campaign.id] != entry else { continue }
            var header = record.campaign.json
            header["digest"] = .integer(entry.digest)
            header["has_body"] = .bool(entry.hasBody)
            store(
                .put(
                    vendors[vendor].key(.campaign, record.campaign.id),
                    header: JSONValue.object(header).encoded(), body: record.body))
        }
        for id in vendors[vendor].catalog.ids where !seen.contains(id) {
            store(.remove(vendors[vendor].key(.campaign, id)))
            if vendors[vendor].catalog.removePersonalization(of: id) {
                store(.remove(vendors[vendor].key(.personalization, id)))
            }
        }
        vendors[vendor].catalog.replace(entries)
        vendors[vendor].definitions.isKnown = true
        storeDocument("definitions", vendor: vendor, ["fetched_ms": .integer(now.wall)])
    }

    mutating func ingest(
        vendor id: String, kind: String, payload: [UInt8]
    ) throws(PersonalizeError) {
        let vendor = try position(ofVendor: id)
        let ingested = try vendors[vendor].adapter.ingest(kind: kind, payload: payload, at: now)
        reply()
        take(ingested, vendor: vendor)
    }

    /// Takes over what a vendor has, however it came here.
    private mutating func take(_ ingested: Ingested, vendor: Int) {
        switch ingested {
        case .several(let all): for each in all { take(each, vendor: vendor) }
        case .definitions(let reading):
            replaceCatalog(vendor, with: reading)
            tellRefreshed(vendor, key: nil)
        case .screens(let reading):
            replaceScreens(vendor, with: reading)
            tellRefreshed(vendor, key: nil)
        case .audience(let segments):
            vendors[vendor].screens.segments = segments
            storeDocument(
                "audience", vendor: vendor,
                ["segments": .array(segments.map(JSONValue.string))])
        case .personalization(let reading):
            takePersonalization(reading, vendor: vendor)
        case .inbox(let answer):
            let tally = takeInbox(answer, vendor: vendor).tally
            tellInboxChanged(vendor, reason: "ingested", tally)
        case .overlays(let answer):
            takeOverlays(answer, vendor: vendor, profile: vendors[vendor].profile)
        }
    }

    /// Forgets what was seen so long ago that the vendor does not count it.
    mutating func pruneDisplays(_ vendor: Int) {
        guard let memory = vendors[vendor].adapter.policy.displayMemory else { return }
        let (oldest, overflow) = now.wall.subtractingReportingOverflow(memory)
        guard !overflow else { return }
        for id in vendors[vendor].displays.keys.sorted() {
            guard let display = vendors[vendor].displays[id], display.latest < oldest else {
                continue
            }
            vendors[vendor].displays[id] = nil
            store(.remove(vendors[vendor].key(.display, id)))
        }
    }
}
