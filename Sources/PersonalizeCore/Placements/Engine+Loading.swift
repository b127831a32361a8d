import PersonalizeJSON

/// How a placement finds what to show: wait until everything needed is known,
/// filter, ask the vendor about what is stale, choose, and have the content of
/// what was chosen prepared. A candidate that fails on the way is left out and
/// the choice is made again among the others.
extension Engine {
    /// Begins to look for something to show. What is on show stays until the
    /// load is answered.
    mutating func beginLoad(_ id: Int64, key: String?, isForced: Bool) {
        placements[id]?.load = Placement.Load(key: key, isForced: isForced)
        placements[id]?.preparations = []
        placements[id]?.excluded = [:]
        placements[id]?.asked = []
        placements[id]?.carousel?.beginLoad()
        guard isOnScreens(id), !isStopped else { return }
        // What it shows is decided where it is, and not by itself.
        placements[id]?.load?.stage = .preparing
        addTarget(id, key: key)
    }

    /// Takes up a load that waits, if it can go on.
    mutating func advance(_ id: Int64) {
        guard let placement = placements[id], let load = placement.load,
            load.stage == .waiting, placement.isAttached
        else { return }
        if isOnScreens(id) {
            placements[id]?.load = nil
            return
        }
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
        let stale = passed.filter { isStale($0, placement, isForced: load.isForced) }
        if !stale.isEmpty, mustWait(vendor) { return }
        if !stale.isEmpty, canFetch(vendor) {
            placements[id]?.load?.expired += stale.filter {
                vendors[vendor].catalog.personalization(of: $0) != nil && !load.isForced
            }
            let request = personalize(stale, vendor: vendor)
            placements[id]?.load?.stage = .asking(request: request)
            return
        }
        let eligible = passed.filter { candidate in
            guard placement.excluded[candidate] == nil else { return false }
            let rejection = rejection(of: candidate, vendor: vendor, load: load)
            if case .availability = rejection?.rule, let entry = vendors[vendor].catalog[candidate]
            {
                let status = rejection?.values["status"]?.string ?? ""
                log(.unavailable(campaign: entry.campaign, status: status), vendor: vendor)
            }
            return rejection == nil
        }
        guard placement.carousel == nil else { return filter(eligible, for: id, placement) }
        guard let winner = pick(eligible, vendor: vendor) else {
            return findNothing(id, key: load.key)
        }
        placements[id]?.load?.stage = .preparing
        beginPreparation(winner, placement: id)
    }

    /// Ends a load that found nothing.
    mutating func findNothing(_ id: Int64, key: String?) {
        guard let placement = placements[id] else { return }
        placements[id]?.load = nil
        if placement.kind == .cell {
            log(
                .nothingFoundForSlot(placement: placement.name, slot: placement.specification.slot),
                vendor: placement.vendor)
        } else {
            log(.nothingFound(placement: placement.name), vendor: placement.vendor)
        }
        guard placement.group == nil else { return }
        clear(id)
        empty(id, reason: "no_eligible_campaign", key: key)
        if placement.kind == .cell, placement.shown != nil { wantRefresh(id, key: key) }
    }

    /// Candidates that schedule and frequency let through. These come first,
    /// so that the vendor is never asked about what could not be shown anyway.
    mutating func survivors(of placement: Placement) -> [String] {
        let vendor = placement.vendor
        let surface = CapSurface.placement(placement.name)
        let isCapped = crossCapRejection(vendor: vendor, surface: surface) != nil
        return vendors[vendor].catalog.candidates(for: placement.name).filter { id in
            guard let campaign = vendors[vendor].catalog[id]?.campaign else { return false }
            let schedule = Eligibility.schedule(campaign, at: now)
            log(.scheduleChecked(campaign: campaign, rejection: schedule), vendor: vendor)
            guard schedule == nil else { return false }
            let frequency = frequencyRejection(of: campaign, vendor: vendor)
            log(.frequencyChecked(campaign: campaign, rejection: frequency), vendor: vendor)
            return frequency == nil && !isCapped
        }
    }

    func frequencyRejection(of campaign: Campaign, vendor: Int) -> Rejection? {
        Eligibility.frequency(
            campaign, display: vendors[vendor].displays[campaign.id],
            sessionStart: vendors[vendor].session.started ?? now.wall)
    }

    /// Whether the vendor has to be asked about a campaign before it can win.
    func isStale(_ id: String, _ placement: Placement, isForced: Bool) -> Bool {
        let vendor = placement.vendor
        guard let campaign = vendors[vendor].catalog[id]?.campaign, campaign.isPersonalized,
            vendors[vendor].consent.personalization == .granted, !placement.asked.contains(id),
            placement.excluded[id] == nil
        else { return false }
        let personalization = vendors[vendor].catalog.personalization(of: id)
        return isForced || Eligibility.freshness(campaign, personalization, at: now) != nil
    }

    /// Whether waiting will lead to an answer for this customer: the upload of
    /// who they are is on its way.
    func mustWait(_ vendor: Int) -> Bool {
        awaitsCustomer(vendor) && !isOffline && vendors[vendor].outbox.failures == 0
    }

    func canFetch(_ vendor: Int) -> Bool {
        vendors[vendor].placing != nil && !isOffline && !awaitsCustomer(vendor)
    }

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

    /// Hands the vendor's answer to the loads, and to the carousels' turns,
    /// that asked for it.
    mutating func tookAnswer(to request: Int64, asked: [String], answered: Set<String>) {
        for id in placements.ids {
            if placements[id]?.carousel?.renewal == request {
                placements[id]?.carousel?.renewal = nil
                placements[id]?.asked.formUnion(asked)
            }
            guard placements[id]?.load?.stage == .asking(request: request) else { continue }
            placements[id]?.asked.formUnion(asked)
            placements[id]?.load?.answered.formUnion(answered)
            placements[id]?.load?.stage = .waiting
        }
    }
}
