import PersonalizeJSON

/// Which campaign has which place of a screen.
extension Engine {
    /// What a campaign is measured by.
    struct ScreenMeasure {
        var event: ScreenEvent?
        var data: JSONObject
        var segments: [String]
        var session: Int64?
        var capping: FrequencyCapping
        var user: String
        /// The campaign that has the place already.
        var present: String?
    }

    mutating func evaluateScreen(_ occasion: Screens.Occasion, vendor: Int) {
        guard let visit = vendors[vendor].screens.visit else { return }
        var event: ScreenEvent?
        switch occasion {
        case .event(let happened):
            guard visit.isEvaluated else { return }
            event = happened
        case .arrival:
            vendors[vendor].screens.visit?.isEvaluated = true
            vendors[vendor].screens.slots = vendors[vendor].screens.plan.places(
                on: visit.name, data: visit.data
            ).map { ScreenSlot(place: $0) }
        }
        let winners = screenWinners(for: event, vendor: vendor)
        // Everybody starts before anybody is answered.
        for (slot, winner) in zip(vendors[vendor].screens.slots, winners) {
            let target = slot.place.target
            guard slot.job?.campaign != winner?.campaign.id else { continue }
            if slot.job != nil { emptySlot(target, vendor: vendor, isTold: winner == nil) }
            if let winner {
                startJob(winner, target: target, vendor: vendor)
            } else if event != nil {
                tellEmpty(target, vendor: vendor, key: nil)
            }
        }
        if event == nil { tellAllEmpty(vendor) }
        tellExposures(vendor)
    }

    /// The winner of each slot, nil for none.
    private mutating func screenWinners(
        for event: ScreenEvent?, vendor: Int
    ) -> [Presentation?] {
        var winners: [Presentation?] = []
        var count: Int64 = 0
        for slot in vendors[vendor].screens.slots {
            var winner = screenWinner(of: slot, for: event, vendor: vendor)
            if winner != nil {
                if let most = vendors[vendor].screens.plan.maximumWinners, count >= most {
                    winner = nil
                } else {
                    count &+= 1
                }
            }
            winners.append(winner)
        }
        return winners
    }

    private mutating func screenWinner(
        of slot: ScreenSlot, for event: ScreenEvent?, vendor: Int
    ) -> Presentation? {
        let measure = screenMeasure(of: slot, for: event, vendor: vendor)
        for id in screenCandidates(for: slot.place.target, vendor: vendor) {
            guard let campaign = vendors[vendor].catalog[id]?.campaign, let rules = campaign.screen
            else { continue }
            noteConsidered(campaign, measure, vendor: vendor)
            guard screenRejection(of: campaign, measure, vendor: vendor) == nil else { continue }
            var presentation = Presentation(
                vendor: vendors[vendor].id, placement: slot.place.target, campaign: campaign,
                personalization: nil, identity: identity(vendor),
                screen: ScreenPresentation(place: slot.place.id, variation: ""))
            if Self.isHeldOut(campaign, rules, user: measure.user) {
                expose(presentation, target: slot.place.target, vendor: vendor)
                continue
            }
            guard
                let variation = VariationDraw.choose(
                    rules.variations, user: measure.user, campaign: id)
            else { continue }
            presentation.screen?.variation = variation.id
            return presentation
        }
        return nil
    }

    func screenMeasure(
        of slot: ScreenSlot?, for event: ScreenEvent?, vendor: Int
    ) -> ScreenMeasure {
        let state = vendors[vendor]
        let present = slot?.job.flatMap { $0.isFailed ? nil : $0.campaign }
        return ScreenMeasure(
            event: event, data: state.screens.visit?.data ?? [:],
            segments: state.screens.segments, session: state.session.started,
            capping: state.screens.plan.capping, user: screenUser(vendor), present: present)
    }

    /// In the order in which they have their turn.
    func screenCandidates(for target: String, vendor: Int) -> [String] {
        let catalog = vendors[vendor].catalog
        return catalog.candidates(for: target).map { id in
            (id: id, priority: catalog[id]?.campaign.priority ?? .min)
        }.sorted { ($1.priority, $0.id) < ($0.priority, $1.id) }.map(\.id)
    }

    static func isHeldOut(_ campaign: Campaign, _ rules: ScreenRules, user: String) -> Bool {
        VariationDraw.isHeldOut(
            user: user, group: rules.group ?? campaign.id, share: rules.heldOut)
    }

    /// Opens the campaign's cycle of the present period, which counts from the
    /// first time it was considered.
    private mutating func noteConsidered(
        _ campaign: Campaign, _ measure: ScreenMeasure, vendor: Int
    ) {
        guard let lifecycle = campaign.screen?.lifecycle,
            earlyRejection(of: campaign, measure, vendor: vendor) == nil
        else { return }
        var person = screenPerson(vendor, user: measure.user)
        var views = person.campaigns[campaign.id] ?? CampaignViews()
        views.enter(lifecycle, at: now)
        person.campaigns[campaign.id] = views
        keep(person, vendor: vendor, user: measure.user)
    }

    /// The rules before the lifecycle's.
    private func earlyRejection(
        of campaign: Campaign, _ measure: ScreenMeasure, vendor: Int
    ) -> Rejection? {
        guard let rules = campaign.screen else { return nil }
        let views = screenPerson(vendor, user: measure.user).campaigns[campaign.id]
        return Eligibility.schedule(campaign, at: now)
            ?? rules.viewsRejection(views ?? CampaignViews())
            ?? rules.audienceRejection(measure.segments)
            ?? rules.screenDataRejection(measure.data)
    }

    /// The first rule that a campaign does not pass.
    func screenRejection(
        of campaign: Campaign, _ measure: ScreenMeasure, vendor: Int
    ) -> Rejection? {
        guard let rules = campaign.screen else { return nil }
        if let rejection = earlyRejection(of: campaign, measure, vendor: vendor) {
            return rejection
        }
        let person = screenPerson(vendor, user: measure.user)
        if let lifecycle = rules.lifecycle,
            let rejection = (person.campaigns[campaign.id] ?? CampaignViews())
                .rejection(by: lifecycle)
        {
            return rejection
        }
        if !rules.ignoresCapping,
            let rejection = measure.capping.rejection(
                after: person.recent, session: measure.session, at: now)
        {
            return rejection
        }
        if let target = campaign.placements.first,
            let rejection = crossCapRejection(vendor: vendor, surface: .placement(target)),
            measure.present != campaign.id
        {
            return rejection
        }
        return rules.triggerRejection(
            measure.event, isThere: measure.present == campaign.id)
    }

    // MARK: Control groups

    private mutating func expose(_ presentation: Presentation, target: String, vendor: Int) {
        let exposure = ScreenExposure(target: target, presentation: presentation)
        guard let visit = vendors[vendor].screens.visit,
            !(visit.exposures + visit.exposed).contains(where: exposure.isSame)
        else { return }
        vendors[vendor].screens.visit?.exposures.append(exposure)
    }

    /// Tells of customers who were held out, as soon as they could have seen
    /// something.
    mutating func tellExposures(_ vendor: Int) {
        for exposure in vendors[vendor].screens.visit?.exposures ?? []
        where vendors[vendor].screens.hasTarget(exposure.target)
            && !vendors[vendor].screens.hidden.contains(exposure.target)
        {
            vendors[vendor].screens.visit?.exposures.removeAll(where: exposure.isSame)
            vendors[vendor].screens.visit?.exposed.append(exposure)
            trackScreen(.heldOut, exposure.presentation, vendor: vendor)
        }
    }
}
