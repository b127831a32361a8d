import PersonalizeJSON

/// What a launch may show: one overlay, however many parts of an answer, and
/// answers, have one for it.
extension Engine {
    /// The batch with the launch was answered, or could not be told. What the
    /// engine chooses for the launch is chosen now: not before, because the
    /// answer may have brought other campaigns. The first failure stands for
    /// the answer, and the answer that then comes after all for nothing.
    mutating func launchAnswered(vendor: Int, isDelivered: Bool) {
        guard overlaying(vendor) != nil else { return }
        let hadFailed = vendors[vendor].overlays.launchFailed
        vendors[vendor].overlays.launchFailed = !isDelivered
        guard !hadFailed else { return }
        chooseForLaunch(vendor)
    }

    private mutating func chooseForLaunch(_ vendor: Int) {
        guard let adapter = overlaying(vendor) else { return }
        let list = vendors[vendor].overlays.current.clientSide
        guard !list.isEmpty else { return }
        let occurrence = launchOccurrence(vendor, adapter)
        var counted: [String] = []
        let eligible = vendors[vendor].overlays.current.eligible(
            list, for: occurrence, choice(adapter, vendor: vendor, occurrence),
            counted: &counted)
        storeOccasions(counted, vendor: vendor)
        choose(eligible, vendor: vendor, adapter)
    }

    /// The launch as triggers see it.
    func launchOccurrence(_ vendor: Int, _ adapter: any OverlayAdapter) -> TriggerOccurrence {
        guard let batching = vendors[vendor].batching else {
            return TriggerOccurrence(adapter.overlayPolicy.launchEvent)
        }
        return occurrence(batching.launchEvent, [:], vendor: vendor)
    }

    /// Campaigns that the vendor sent because of the launch, for the engine to
    /// choose from.
    mutating func takeLaunch(
        _ campaigns: [OverlayCampaign], _ answer: OverlayAnswer, vendor: Int,
        _ adapter: any OverlayAdapter
    ) {
        if !answer.isFollowUp { vendors[vendor].overlays.current.launch.isDecided = false }
        let eligible = eligibleForLaunch(campaigns, vendor: vendor, adapter)
        let selection = OverlaySelection(eligible, at: now)
        suppress(selection.suppressed, vendor: vendor, adapter)
        for winner in selection.winners {
            guard let campaign = campaigns.first(where: { $0.overlay.campaign == winner.campaign })
            else { continue }
            let overlay = bounded(campaign.overlay, adapter)
            if let delay = winner.delay {
                startTimer(
                    winner.campaign, after: delay,
                    .content(overlay, timeToLive: campaign.timeToLive), vendor: vendor)
            } else {
                decideLaunch(
                    OverlayLaunch.Held(entry: winner, overlay: overlay, until: 0), answer,
                    vendor: vendor, adapter)
            }
        }
    }

    /// The vendor is asked, after a while, for the first of these by rank.
    mutating func takeLaunchInaction(
        _ campaigns: [OverlayCampaign], vendor: Int, _ adapter: any OverlayAdapter
    ) {
        guard !campaigns.isEmpty else { return }
        var eligible = eligibleForLaunch(campaigns, vendor: vendor, adapter)
        for index in eligible.indices { eligible[index].delay = nil }
        let selection = OverlaySelection(eligible, at: now)
        suppress(selection.suppressed, vendor: vendor, adapter)
        for winner in selection.winners {
            guard let inaction = winner.inaction else { continue }
            startInaction(winner.campaign, after: inaction, vendor: vendor)
        }
    }

    private mutating func eligibleForLaunch(
        _ campaigns: [OverlayCampaign], vendor: Int, _ adapter: any OverlayAdapter
    ) -> [OverlayEntry] {
        let occurrence = launchOccurrence(vendor, adapter)
        let index = OverlayIndex(
            campaigns.map(OverlayEntry.init), rules: adapter.triggerRules)
        var counted: [String] = []
        let eligible = vendors[vendor].overlays.current.eligible(
            index, for: occurrence, choice(adapter, vendor: vendor, occurrence),
            counted: &counted)
        storeOccasions(counted, vendor: vendor)
        return eligible
    }

    // MARK: - The one that is shown

    private mutating func decideLaunch(
        _ winner: OverlayLaunch.Held, _ answer: OverlayAnswer, vendor: Int,
        _ adapter: any OverlayAdapter
    ) {
        var winner = winner
        if answer.awaitsFollowUp, !answer.isFollowUp {
            winner.until = now.monotonic.addingClamped(adapter.overlayPolicy.launchHold)
            vendors[vendor].overlays.current.launch.held = winner
            return
        }
        guard !vendors[vendor].overlays.current.launch.isDecided else {
            // Too late: one was let through already.
            return suppress([winner.entry], vendor: vendor, adapter)
        }
        if let held = vendors[vendor].overlays.current.launch.held {
            let isBetter = winner.entry.precedes(held.entry, at: now)
            suppress([isBetter ? held.entry : winner.entry], vendor: vendor, adapter)
            if !isBetter { winner = held }
        }
        letThrough(winner, vendor: vendor)
    }

    private mutating func letThrough(_ winner: OverlayLaunch.Held, vendor: Int) {
        vendors[vendor].overlays.current.launch.held = nil
        vendors[vendor].overlays.current.launch.isDecided = true
        tellMatched(winner.entry, "chosen", vendor: vendor)
        enqueue(
            [winner.overlay], vendor: vendor, profile: vendors[vendor].overlays.profile,
            atFront: false)
    }

    /// Nothing better came in time.
    mutating func endLaunchHold(_ vendor: Int) {
        guard let held = vendors[vendor].overlays.current.launch.held,
            held.until <= now.monotonic
        else { return }
        letThrough(held, vendor: vendor)
    }
}
