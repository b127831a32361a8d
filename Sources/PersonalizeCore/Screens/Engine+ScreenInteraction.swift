import PersonalizeJSON

/// What the customer does with places on screens, and what hosts tell of it.
extension Engine {
    /// Tells the vendor of something, in the terms it was shown under.
    mutating func trackScreen(
        _ happening: ScreenHappening, _ presentation: Presentation, vendor: Int,
        attributes: JSONObject = [:], key: String? = nil
    ) {
        guard
            let event = vendors[vendor].screening?.event(
                for: happening, of: presentation, attributes: attributes)
        else { return }
        track(event, vendor: vendor, identity: presentation.identity, key: key)
    }

    // MARK: Clicks

    mutating func select(_ id: Int64, _ part: ContentPart) throws(PersonalizeError) {
        let placement = try placement(id)
        guard isOnScreens(id) else {
            throw PersonalizeError(
                .state, "no_parts", "This placement's content is not drawn from parts.",
                hint: "Report what was opened with placement_click.")
        }
        reply()
        guard let action = clickable(id)?.action(of: part) else { return }
        click(action, id, placement)
    }

    /// A link of the content was opened.
    mutating func clickScreen(_ id: Int64, url: String) {
        guard let placement = placements[id], let action = clickable(id)?.action(matching: url)
        else { return }
        click(action, id, placement)
    }

    /// What can be clicked: what is drawn, and drawn here.
    private func clickable(_ id: Int64) -> (any ScreenContent)? {
        guard let placement = placements[id], placement.kind != .data,
            screenView(placement.name, placement.vendor) == id,
            let job = screenJob(placement.name, placement.vendor), job.isDrawn,
            placement.shown?.presentation == job.presentation
        else { return nil }
        return job.content
    }

    private mutating func click(_ action: Action, _ id: Int64, _ placement: Placement) {
        let vendor = placement.vendor
        guard let job = screenJob(placement.name, vendor) else { return }
        let key = placement.specification.key
        if placement.options.tracksActions {
            trackScreen(
                .clicked(action: action.id), job.presentation, vendor: vendor, key: key)
        }
        countScreenClick(job.presentation, vendor: vendor)
        var fields = fields(placement, id)
        fields["campaign"] = .object(describe(job.presentation))
        fields["data"] = .object(screenData(of: job, vendor: vendor))
        fields["action"] = .object(action.json)
        update("placement.clicked", vendor: vendor, key: key, fields)
        guard hooks.contains(.clickOverride) else {
            return finishSelect(
                vendor: vendor, placement: id, presentation: job.presentation, action: action,
                isHandled: false)
        }
        let token = nextID()
        questions[token] = .screenClick(
            vendor: vendor, placement: id, presentation: job.presentation, action: action)
        fields["vendor"] = .string(vendors[vendor].id)
        effects.append(.ask(HookQuestion(token: token, hook: .clickOverride, question: fields)))
    }

    /// The rest of a click, once it is known who opens the link.
    mutating func finishSelect(
        vendor: Int, placement id: Int64, presentation: Presentation, action: Action,
        isHandled: Bool
    ) {
        let isOwn = placements[id]?.options.overridesDefaultBehavior == true
        guard !isHandled, !isOwn, !action.url.isEmpty else { return }
        var fields: JSONObject = [
            "placement": .string(presentation.placement), "placement_id": .integer(id),
        ]
        fields["campaign_id"] = .string(presentation.campaign.id)
        fields["url"] = .string(action.url)
        fields["type"] = .string(action.kind.rawValue)
        update(
            "url.open_wanted", vendor: vendor, key: placements[id]?.specification.key, fields)
    }

    // MARK: Tracking by the host

    /// Each call is one event, for as long as the place has what was handed
    /// over; afterwards it is nothing.
    mutating func trackScreen(
        _ tracking: HostTracking, vendor: Int, target: String, key: String? = nil
    ) {
        guard let job = screenJob(target, vendor), job.isDelivered,
            tracking.campaign == nil || tracking.campaign == job.campaign
        else { return }
        func tell(_ happening: ScreenHappening) {
            trackScreen(
                happening, job.presentation, vendor: vendor, attributes: tracking.attributes,
                key: key)
        }
        switch tracking.event {
        case .shown:
            tell(.viewed)
            countScreenView(job.presentation, vendor: vendor)
            if job.stage == .data {
                countCrossCap(vendor: vendor, surface: .placement(target))
            }
        case .clicked(let url):
            tell(.clicked(action: job.content?.action(matching: url)?.id))
            countScreenClick(job.presentation, vendor: vendor)
        case .performed(let action):
            tell(.clicked(action: action.id ?? action.name))
            countScreenClick(job.presentation, vendor: vendor)
        case .closed, .failed: break
        }
    }

    mutating func track(
        campaign: String, placement: String?, _ tracking: HostTracking
    ) {
        reply()
        var tracking = tracking
        tracking.campaign = campaign
        for vendor in vendors.indices {
            for slot in vendors[vendor].screens.slots {
                let target = slot.place.target
                guard placement ?? target == target else { continue }
                trackScreen(tracking, vendor: vendor, target: target)
            }
        }
    }

    /// The host could not draw what it was given.
    mutating func failScreenDrawing(_ id: Int64, message: String) {
        guard let placement = placements[id] else { return }
        failJob(placement.name, vendor: placement.vendor, .resource, message: message)
    }

    /// The host took the content away. The place has nothing until the next
    /// evaluation.
    mutating func dismissScreen(_ id: Int64) {
        guard let placement = placements[id] else { return }
        clear(id)
        update(
            "placement.closed", vendor: placement.vendor, key: placement.specification.key,
            fields(placement, id))
    }

    // MARK: Insight

    /// For each campaign of a place the first rule that turns it down now.
    func screenVerdicts(_ candidates: [String], vendor: Int, open: [Int64]) -> [Candidacy] {
        guard let first = candidates.first.flatMap({ vendors[vendor].catalog[$0]?.campaign }),
            let target = open.first.flatMap({ placements[$0]?.name }) ?? first.placements.first
        else { return [] }
        let slot = vendors[vendor].screens.slot(target).map { vendors[vendor].screens.slots[$0] }
        let measure = screenMeasure(of: slot, for: nil, vendor: vendor)
        return screenCandidates(for: target, vendor: vendor).compactMap { id in
            guard let campaign = vendors[vendor].catalog[id]?.campaign, let rules = campaign.screen
            else { return nil }
            if let job = slot?.job, job.campaign == id {
                if job.isFailed {
                    return Candidacy(
                        campaign: campaign, standing: .rejected,
                        rejection: Rejection(
                            .content, job.stage.word, values: ["reason": .string(reason(of: job))],
                            hint: "It won its place and could not be shown."))
                }
                return Candidacy(
                    campaign: campaign, standing: job.stage == .shown ? .shown : .eligible)
            }
            let isOnScreen = vendors[vendor].screens.visit == nil || slot != nil
            let rejection =
                (isOnScreen
                    ? nil
                    : Rejection(
                        .condition, "not_on_this_screen",
                        values: [
                            "screen": .string(vendors[vendor].screens.visit?.name ?? "")
                        ], hint: "No place of the present screen has this name."))
                ?? screenRejection(of: campaign, measure, vendor: vendor)
                ?? drawRejection(of: campaign, rules, user: measure.user)
            return Candidacy(
                campaign: campaign, standing: rejection == nil ? .eligible : .rejected,
                rejection: rejection)
        }
    }

    private func reason(of job: ScreenJob) -> String {
        if case .failed(let failure) = job.stage { failure.rawValue } else { "" }
    }

    private func drawRejection(
        of campaign: Campaign, _ rules: ScreenRules, user: String
    ) -> Rejection? {
        if Self.isHeldOut(campaign, rules, user: user) {
            return Rejection(
                .holdOut, "control_group", values: ["share": .integer(rules.heldOut)],
                hint: "This customer is in the campaign's control group.")
        }
        guard
            VariationDraw.choose(rules.variations, user: user, campaign: campaign.id) == nil
        else { return nil }
        return Rejection(
            .variation, "no_variation", hint: "The campaign has no variation with a weight.")
    }
}
