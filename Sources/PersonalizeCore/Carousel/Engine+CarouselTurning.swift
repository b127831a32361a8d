import PersonalizeJSON

/// How a carousel goes round. Looked at after each command: whatever a turn
/// waits for, it goes on by itself once that has come.
extension Engine {
    mutating func turn(_ id: Int64) {
        guard let carousel = placements[id]?.carousel, placements[id]?.isAttached == true else {
            return
        }
        if let due = carousel.timer.due, due <= now.monotonic {
            placements[id]?.carousel?.timer.stop()
            want(in: id, isBackward: false)
        }
        settleTurn(id)
        guard let carousel = placements[id]?.carousel, carousel.owesChange,
            carousel.wanted == nil
        else { return }
        if carousel.campaigns.isEmpty {
            emptied(id, key: placements[id]?.load?.key)
        } else {
            changed(id, key: nil)
            if carousel.campaigns.count < 2 || carousel.timer.isIdle { restartTimer(id) }
            prepareNext(id)
        }
    }

    /// Says whose turn it is.
    mutating func want(in id: Int64, isBackward: Bool) {
        guard let carousel = placements[id]?.carousel, placements[id]?.load == nil else { return }
        guard carousel.epoch == customer.epoch else { return restart(id) }
        let from = carousel.wanted ?? carousel.current
        guard let next = carousel.neighbour(of: from, isBackward: isBackward) else { return }
        placements[id]?.carousel?.isBackward = isBackward
        placements[id]?.carousel?.renewed = nil
        placements[id]?.carousel?.wanted = next == carousel.current ? nil : next
        if next == carousel.current { restartTimer(id) }
    }

    /// What was chosen for one customer is not shown to the next.
    private mutating func restart(_ id: Int64) {
        beginLoad(id, key: placements[id]?.specification.key, isForced: false)
        advance(id)
    }

    /// Carries on with the campaign whose turn it is, and with the next one
    /// when that turns out unfit.
    private mutating func settleTurn(_ id: Int64) {
        while let placement = placements[id], let carousel = placement.carousel,
            let wanted = carousel.wanted, carousel.renewal == nil
        {
            guard carousel.epoch == customer.epoch else { return restart(id) }
            if let rejection = unfitness(of: wanted, in: placement) {
                if rejection.rule == .freshness, carousel.renewed != wanted {
                    if mustWait(placement.vendor) { return }
                    if canFetch(placement.vendor) {
                        placements[id]?.preparations.removeAll { $0.campaign == wanted }
                        let request = personalize([wanted], vendor: placement.vendor)
                        placements[id]?.carousel?.renewal = request
                        placements[id]?.carousel?.renewed = wanted
                        return
                    }
                }
                placements[id]?.preparations.removeAll { $0.campaign == wanted }
                placements[id]?.excluded[wanted] = rejection
                placements[id]?.carousel?.drop(wanted)
                continue
            }
            guard let preparation = placement.preparations.first(where: { $0.campaign == wanted })
            else { return beginPreparation(wanted, placement: id) }
            guard let content = preparation.content else { return }
            guard isCurrent(preparation.presentation, epoch: preparation.epoch) else {
                return beginPreparation(wanted, placement: id)
            }
            return present(id, preparation, content)
        }
    }

    /// What keeps a campaign from its turn, although it was chosen.
    private func unfitness(of campaign: String, in placement: Placement) -> Rejection? {
        let vendor = placement.vendor
        guard
            let presentation = presentation(
                of: campaign, vendor: vendor, placement: placement.name)
        else {
            return Rejection(
                .availability, "withdrawn", hint: "The vendor no longer lists the campaign.")
        }
        if let rejection = Eligibility.schedule(presentation.campaign, at: now) {
            return rejection
        }
        if placement.carousel?.tracked.contains(campaign) == false,
            let rejection = crossCapRejection(
                vendor: vendor, surface: .placement(placement.name))
        {
            return rejection
        }
        let rejection = rejection(of: campaign, vendor: vendor, load: nil)
        // An answer without a lifetime holds until the next load.
        guard rejection?.rule == .freshness, presentation.personalization != nil,
            isCurrent(presentation, epoch: customer.epoch)
        else { return rejection }
        return Eligibility.availability(presentation.personalization)
            ?? Eligibility.format(presentation.campaign, presentation.personalization)
    }

    /// Its turn has come.
    private mutating func present(
        _ id: Int64, _ preparation: Preparation, _ content: Preparation.Content
    ) {
        guard let placement = placements[id], var carousel = placement.carousel else { return }
        let key = placement.load?.key
        carousel.index = carousel.campaigns.firstIndex(of: preparation.campaign) ?? -1
        carousel.wanted = nil
        carousel.renewed = nil
        let isFirst = carousel.tracked.insert(preparation.campaign).inserted
        placements[id]?.carousel = carousel
        placements[id]?.load = nil
        placements[id]?.preparations.removeAll { $0.campaign == preparation.campaign }
        var shown = putOnShow(id, preparation, content)
        shown["index"] = .integer(Int64(carousel.index))
        shown["count"] = .integer(Int64(carousel.campaigns.count))
        update("carousel.shown", vendor: placement.vendor, key: key, shown)
        occur(
            Occurrence(
                placement: id, presentation: preparation.presentation,
                kind: .shown(isTracked: isFirst), key: key))
        if isFirst, !content.prepared.isEmpty {
            countCrossCap(vendor: placement.vendor, surface: .placement(placement.name))
        }
        if carousel.owesChange { changed(id, key: nil) }
        if placement.load != nil { ready(id, true, key: key) }
        restartTimer(id)
        prepareNext(id)
    }

    /// Brings about what comes next, so that turning need not wait for it.
    private mutating func prepareNext(_ id: Int64) {
        guard let placement = placements[id], let carousel = placement.carousel else { return }
        let next = carousel.neighbour(of: carousel.current, isBackward: false)
        placements[id]?.preparations.removeAll { $0.campaign != next }
        guard let next, carousel.current != nil, unfitness(of: next, in: placement) == nil,
            placements[id]?.preparations.isEmpty == true
        else { return }
        beginPreparation(next, placement: id)
    }

    /// Takes out a campaign whose content failed. The host hears of it once
    /// the failure itself is told.
    mutating func drop(_ campaign: String, from id: Int64) {
        placements[id]?.carousel?.drop(campaign)
    }

    /// After a click or a close: a campaign that the customer is done with
    /// goes, any other stays.
    mutating func turnAfterInteraction(
        with campaign: String, in id: Int64, isClick: Bool
    ) {
        guard let placement = placements[id], let carousel = placement.carousel else { return }
        let vendor = placement.vendor
        let entry = vendors[vendor].catalog[campaign]
        guard let entry, frequencyRejection(of: entry.campaign, vendor: vendor) == nil else {
            placements[id]?.carousel?.remove(campaign)
            placements[id]?.carousel?.timer.stop()
            resumeTimer(id, from: [.host, .click])
            if carousel.current == campaign { clear(id) }
            return
        }
        if isClick { pauseTimer(id, for: .click) } else { restartTimer(id) }
    }

    /// Tells the host which campaigns take turns.
    mutating func changed(_ id: Int64, key: String?) {
        guard let placement = placements[id], let carousel = placement.carousel else { return }
        placements[id]?.carousel?.owesChange = false
        var fields = fields(placement, id)
        fields["count"] = .integer(Int64(carousel.campaigns.count))
        fields["campaigns"] = .array(
            carousel.campaigns.map { .object(describe($0, in: placement)) })
        update("carousel.changed", vendor: placement.vendor, key: key, fields)
    }

    /// There is nothing to show, or nothing any more.
    mutating func emptied(_ id: Int64, key: String?) {
        placements[id]?.carousel?.timer.stop()
        placements[id]?.preparations = []
        changed(id, key: key)
        findNothing(id, key: key)
    }
}
