import PersonalizeJSON

/// How a placement finds what to show: wait until everything needed is known,
/// filter, ask the vendor about what is stale, choose, read the content,
/// collect its files, and show. A candidate that fails on the way is left out
/// and the choice is made again among the others.
extension Engine {
    /// Takes up a load that waits, if it can go on.
    mutating func advance(_ id: Int64) {
        guard let placement = placements[id], let load = placement.load,
            case .waiting = load.stage, placement.isAttached
        else { return }
        let vendor = placement.vendor
        guard vendors[vendor].definitions.isKnown else {
            if vendors[vendor].definitions.request == nil, !load.isReported {
                // The load goes on by itself when the list comes after all.
                placements[id]?.load?.isReported = true
                empty(id, reason: isOffline ? "offline" : "definitions_unavailable", key: load.key)
            }
            return
        }
        choose(id, placement, load)
    }

    private mutating func choose(_ id: Int64, _ placement: Placement, _ load: Placement.Load) {
        let vendor = placement.vendor
        let passed = survivors(of: placement)
        let stale = passed.filter { isStale($0, vendor: vendor, load: load) }
        if !stale.isEmpty, mustWait(vendor) { return }
        if !stale.isEmpty, canFetch(vendor) {
            let request = personalize(stale, vendor: vendor)
            placements[id]?.load?.stage = .asking(request: request)
            return
        }
        let eligible = passed.filter { candidate in
            guard load.excluded[candidate] == nil else { return false }
            let rejection = rejection(of: candidate, vendor: vendor, load: load)
            if case .availability = rejection?.rule, let entry = vendors[vendor].catalog[candidate]
            {
                let status = rejection?.values["status"]?.string ?? ""
                log(.unavailable(campaign: entry.campaign, status: status), vendor: vendor)
            }
            return rejection == nil
        }
        guard let winner = pick(eligible, vendor: vendor),
            let entry = vendors[vendor].catalog[winner]
        else {
            placements[id]?.load = nil
            log(.nothingFound(placement: placement.name), vendor: vendor)
            clear(id)
            empty(id, reason: "no_eligible_campaign", key: load.key)
            return
        }
        let personalization = vendors[vendor].catalog.personalization(of: winner)
        let presentation = Presentation(
            vendor: vendors[vendor].id, placement: placement.name, campaign: entry.campaign,
            personalization: personalization, identity: identity(vendor))
        let space: Space = personalization?.hasContent == true ? .personalization : .campaign
        let token = self.load(
            [vendors[vendor].key(space, winner)], for: .content(placement: id))
        placements[id]?.load?.stage = .reading(token: token, .init(presentation: presentation))
    }

    /// Candidates that schedule and frequency let through. These come first,
    /// so that the vendor is never asked about what could not be shown anyway.
    private mutating func survivors(of placement: Placement) -> [String] {
        let vendor = placement.vendor
        return vendors[vendor].catalog.candidates(for: placement.name).filter { id in
            guard let campaign = vendors[vendor].catalog[id]?.campaign else { return false }
            let schedule = Eligibility.schedule(campaign, at: now)
            log(.scheduleChecked(campaign: campaign, rejection: schedule), vendor: vendor)
            guard schedule == nil else { return false }
            let frequency = frequencyRejection(of: campaign, vendor: vendor)
            log(.frequencyChecked(campaign: campaign, rejection: frequency), vendor: vendor)
            return frequency == nil
        }
    }

    func frequencyRejection(of campaign: Campaign, vendor: Int) -> Rejection? {
        Eligibility.frequency(
            campaign, display: vendors[vendor].displays[campaign.id],
            sessionStart: vendors[vendor].session.started ?? now.wall)
    }

    /// Whether the vendor has to be asked about a campaign before it can win.
    private func isStale(_ id: String, vendor: Int, load: Placement.Load) -> Bool {
        guard let campaign = vendors[vendor].catalog[id]?.campaign, campaign.isPersonalized,
            vendors[vendor].consent.personalization == .granted, !load.asked.contains(id),
            load.excluded[id] == nil
        else { return false }
        let personalization = vendors[vendor].catalog.personalization(of: id)
        return load.isForced || Eligibility.freshness(campaign, personalization, at: now) != nil
    }

    /// Whether waiting will lead to an answer for this customer: the upload of
    /// who they are is on its way.
    private func mustWait(_ vendor: Int) -> Bool {
        awaitsCustomer(vendor) && !isOffline && vendors[vendor].outbox.failures == 0
    }

    private func canFetch(_ vendor: Int) -> Bool { !isOffline && !awaitsCustomer(vendor) }

    /// What keeps a survivor from being shown.
    func rejection(of id: String, vendor: Int, load: Placement.Load?) -> Rejection? {
        guard let campaign = vendors[vendor].catalog[id]?.campaign else { return nil }
        if let rejection = Eligibility.consent(
            campaign, vendors[vendor].consent.personalization)
        {
            return rejection
        }
        let personalization = vendors[vendor].catalog.personalization(of: id)
        if load?.answered.contains(id) != true,
            let rejection = Eligibility.freshness(campaign, personalization, at: now)
        {
            return rejection
        }
        return Eligibility.availability(personalization)
            ?? Eligibility.format(campaign, personalization)
    }

    /// One of those with the highest priority, by chance.
    private mutating func pick(_ eligible: [String], vendor: Int) -> String? {
        var best: [String] = []
        var highest = Int64.min
        for id in eligible {
            guard let priority = vendors[vendor].catalog[id]?.campaign.priority else { continue }
            if best.isEmpty || priority > highest {
                best = [id]
                highest = priority
            } else if priority == highest {
                best.append(id)
            }
        }
        guard best.count > 1 else { return best.first }
        return best[Int(random.below(Int64(best.count)))]
    }

    /// Has the winner's content: makes it fit to draw.
    mutating func prepare(_ record: LoadedRecord?, placement id: Int64, token: Int64) {
        guard case .reading(token, let winner) = placements[id]?.load?.stage,
            let vendor = placements[id]?.vendor
        else { return }
        let adapter = vendors[vendor].adapter
        var random = random
        let prepared: Result<any PreparedContent, ContentFailure>
        do throws(ContentFailure) {
            prepared = .success(
                try adapter.prepare(
                    record?.body, of: winner.presentation.campaign, makeID: { random.uuid() }))
        } catch {
            prepared = .failure(error)
        }
        self.random = random
        switch prepared {
        case .failure(let failure):
            exclude(
                id, winner.presentation,
                Rejection(
                    .content, failure.reason, values: ["message": .string(failure.message)],
                    hint: "The campaign's content cannot be drawn; correct it."),
                message: failure.message)
        case .success(let content):
            var ready = Placement.Ready(presentation: winner.presentation, content: content)
            ready.missing = content.isEmpty ? [] : content.resources
            guard !ready.missing.isEmpty else { return confirmOrAsk(id, ready) }
            let keys = ready.missing.map { vendors[vendor].key(.resource, $0) }
            let token = load(keys, for: .resources(placement: id))
            placements[id]?.load?.stage = .collecting(token: token, ready)
        }
    }

    /// Leaves a candidate out of this load, tells of it once, and lets the
    /// others have their turn.
    mutating func exclude(
        _ id: Int64, _ presentation: Presentation, _ rejection: Rejection, message: String
    ) {
        placements[id]?.load?.excluded[presentation.campaign.id] = rejection
        placements[id]?.load?.stage = .waiting
        fail(
            id, presentation: presentation, reason: rejection.reason, message: message,
            key: placements[id]?.load?.key)
    }

    /// Asks the host whether it may be shown, if the host wants to be asked.
    mutating func confirmOrAsk(_ id: Int64, _ ready: Placement.Ready) {
        guard hooks.contains(.campaignPrepared), let placement = placements[id] else {
            return show(id, ready)
        }
        let token = nextID()
        questions[token] = .prepared(placement: id)
        placements[id]?.load?.stage = .confirming(token: token, ready)
        var question = fields(placement, id)
        question["vendor"] = .string(ready.presentation.vendor)
        question["campaign"] = .object(describe(ready.presentation))
        question["actions"] = .array(ready.content.actions.map { .object($0.json) })
        effects.append(
            .ask(HookQuestion(token: token, hook: .campaignPrepared, question: question)))
    }

    /// Has the host's word. One that comes for a load that has since begun
    /// anew is of no use; that load asks again.
    mutating func confirm(_ id: Int64, token: Int64, isRefused: Bool) {
        guard case .confirming(token, let ready) = placements[id]?.load?.stage else { return }
        guard isRefused else { return show(id, ready) }
        placements[id]?.load?.excluded[ready.presentation.campaign.id] = Rejection(
            .hook, "refused_by_host", hint: "The host's hook campaign_prepared turned it down.")
        placements[id]?.load?.stage = .waiting
    }

    /// Begins every load anew that has not shown anything yet: what it was
    /// about to show was meant for somebody else.
    mutating func restartLoads() {
        for id in placements.ids {
            guard let load = placements[id]?.load else { continue }
            placements[id]?.load = Placement.Load(key: load.key, isForced: load.isForced)
        }
    }
}
