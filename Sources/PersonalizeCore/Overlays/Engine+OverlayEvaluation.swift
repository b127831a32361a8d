import PersonalizeJSON

/// Finding out what an event sets off.
extension Engine {
    /// An event was accepted by a vendor that is told of events one by one.
    mutating func setOff(_ event: EventDraft, vendor: Int) {
        guard vendors[vendor].overlaying != nil else { return }
        countOccurrence(event.type, vendor: vendor)
        evaluateOverlays(
            occurrence(event.type, event.properties, vendor: vendor), vendor: vendor)
    }

    /// An event was accepted and counted.
    mutating func evaluateOverlays(_ occurrence: TriggerOccurrence, vendor: Int) {
        evaluateOverlays([occurrence], vendor: vendor)
    }

    /// Several things happened in one go: what the engine itself chooses is
    /// chosen once among all that they set off.
    mutating func evaluateOverlays(_ occurrences: [TriggerOccurrence], vendor: Int) {
        guard let adapter = overlaying(vendor) else { return }
        // The lists alone: a copy of all would be copied again on counting.
        let serverSide = vendors[vendor].overlays.current.serverSide
        let clientSide = vendors[vendor].overlays.current.clientSide
        guard !serverSide.isEmpty || !clientSide.isEmpty else { return }
        let rules = adapter.triggerRules
        var eligible: [OverlayEntry] = []
        var counted: [String] = []
        for occurrence in occurrences where !rules.ignores(occurrence) {
            let choice = choice(adapter, vendor: vendor, occurrence)
            if !serverSide.isEmpty {
                let found = vendors[vendor].overlays.current.eligible(
                    serverSide, for: occurrence, choice, counted: &counted)
                serve(found, vendor: vendor)
            }
            if !occurrence.isUnchanged {
                eligible += vendors[vendor].overlays.current.eligible(
                    clientSide, for: occurrence, choice, counted: &counted)
            }
        }
        storeOccasions(counted, vendor: vendor)
        choose(eligible, vendor: vendor, adapter)
    }

    /// What the vendor decides on is reported to it, or asked for after a
    /// while.
    private mutating func serve(_ entries: [OverlayEntry], vendor: Int) {
        guard !entries.isEmpty else { return }
        for entry in entries {
            if let inaction = entry.inaction {
                startInaction(entry.campaign, after: inaction, vendor: vendor)
            } else if entry.isReportable {
                vendors[vendor].overlays.current.notices.match(entry.campaign)
                tellMatched(entry, "reported", vendor: vendor)
            }
        }
        storeNotices(vendor)
    }

    /// Takes what ranks first, or sets its timer.
    mutating func choose(
        _ eligible: [OverlayEntry], vendor: Int, _ adapter: any OverlayAdapter
    ) {
        guard !eligible.isEmpty else { return }
        let selection = OverlaySelection(eligible, at: now)
        suppress(selection.suppressed, vendor: vendor, adapter)
        for winner in selection.winners {
            if let delay = winner.delay {
                startTimer(winner.campaign, after: delay, .stored, vendor: vendor)
            } else {
                tellMatched(winner, "chosen", vendor: vendor)
                fetchContents([winner.campaign], vendor: vendor, atFront: false)
            }
        }
    }

    /// Notes what won and is shown to nobody, so that the vendor can compare.
    mutating func suppress(
        _ entries: [OverlayEntry], vendor: Int, _ adapter: any OverlayAdapter
    ) {
        guard !entries.isEmpty else { return }
        let date = LocalDay(at: now).compactDate
        for entry in entries {
            vendors[vendor].overlays.current.notices.suppress(
                adapter.suppression(of: entry.campaign, details: entry.suppression, on: date))
            tellMatched(entry, "suppressed", vendor: vendor)
        }
        storeNotices(vendor)
    }

    mutating func tellMatched(_ entry: OverlayEntry, _ outcome: String, vendor: Int) {
        update(
            "overlay.matched", vendor: vendor,
            ["campaign_id": .string(entry.campaign), "outcome": .string(outcome)])
    }

    /// A campaign will not be shown, although it was chosen.
    mutating func tellDropped(_ campaign: String, vendor: Int, _ rejection: Rejection) {
        var fields: JSONObject = ["campaign_id": .string(campaign)]
        fields.merge(rejection.json)
        update("overlay.dropped", vendor: vendor, fields)
    }

    // MARK: - Contents

    /// Has the contents of chosen campaigns read; they are queued when they
    /// are there.
    mutating func fetchContents(_ campaigns: [String], vendor: Int, atFront isAtFront: Bool) {
        guard !campaigns.isEmpty else { return }
        let profile = vendors[vendor].overlays.profile
        let keys = campaigns.map { campaign in
            vendors[vendor].key(
                .overlayContent, OverlayKey(profile, .clientSide, campaign).text)
        }
        _ = load(
            keys,
            for: .overlays(
                OverlayRetrieving(profile: profile, campaigns: campaigns, isAtFront: isAtFront),
                vendor: vendor))
    }

    mutating func tookOverlays(
        _ records: [LoadedRecord?], _ retrieving: OverlayRetrieving, vendor: Int
    ) {
        guard let adapter = overlaying(vendor),
            retrieving.profile == vendors[vendor].overlays.profile
        else { return }
        var overlays: [Overlay] = []
        for (campaign, record) in zip(retrieving.campaigns, records) {
            let body = (record?.body).flatMap { try? JSONValue.parse($0) }
            guard let overlay = body?["overlay"]?.object.flatMap(Overlay.init(json:)) else {
                tellDropped(
                    campaign, vendor: vendor,
                    Rejection(
                        .content, "content_lost",
                        hint: "The vendor replaced it since, or it could not be stored."))
                continue
            }
            overlays.append(
                renewed(
                    overlay, timeToLive: body?["time_to_live_ms"]?.integer, adapter))
        }
        enqueue(
            overlays, vendor: vendor, profile: retrieving.profile,
            atFront: retrieving.isAtFront)
    }

    /// From the moment it is chosen a campaign may be shown for as long as it
    /// says, and for as long as the vendor usually gives when it does not.
    func renewed(
        _ overlay: Overlay, timeToLive: Int64?, _ adapter: any OverlayAdapter
    ) -> Overlay {
        let expires = timeToLive.map { now.wall.addingClamped($0) }
        var overlay = adapter.renewed(overlay, expires: expires)
        let usual = adapter.overlayPolicy.lifetime.map { now.wall.addingClamped($0) }
        overlay.expires = expires ?? usual ?? overlay.expires
        return overlay
    }

    // MARK: - What choosing goes by

    /// An event as triggers see it: what is known of the host and its machine
    /// takes part, behind what the event says itself.
    func occurrence(
        _ event: String, _ properties: JSONObject, items: [JSONObject] = [], vendor: Int
    ) -> TriggerOccurrence {
        var all = vendors[vendor].batching?.applicationFields(location: location) ?? [:]
        all.merge(properties)
        return TriggerOccurrence(event, properties: all, items: items, location: location)
    }

    /// The adapter, of a vendor that may have overlays; with the state of the
    /// vendor's present profile at hand.
    mutating func overlaying(_ vendor: Int) -> (any OverlayAdapter)? {
        guard let adapter = vendors[vendor].overlaying, !adapter.overlayPolicy.isAnalyticsOnly
        else { return nil }
        vendors[vendor].overlays.use(vendors[vendor].profile)
        return adapter
    }

    func choice(
        _ adapter: any OverlayAdapter, vendor: Int, _ occurrence: TriggerOccurrence?
    ) -> OverlayChoice {
        OverlayChoice(
            rules: adapter.triggerRules, templates: vendors[vendor].templates,
            weekStart: adapter.overlayPolicy.weekStart, now: now,
            subject: occurrence.flatMap(adapter.subject))
    }
}

/// What contents being read are for.
struct OverlayRetrieving: Sendable, Equatable {
    var profile: String
    var campaigns: [String]
    var isAtFront: Bool
}

extension Int64 {
    /// The sum, at the bounds when it is beyond them.
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
