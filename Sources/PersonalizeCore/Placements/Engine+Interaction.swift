import PersonalizeJSON

extension Engine {
    /// The customer followed a link of the content.
    mutating func click(_ id: Int64, url: String) throws(PersonalizeError) {
        let placement = try placement(id)
        let vendor = placement.vendor
        guard let shown = placement.shown else {
            reply()
            log(.invalidAction(placement: placement.name, url: url), vendor: vendor)
            fail(
                id, presentation: nil, reason: "invalid_action",
                message: "Invalid action definition")
            return
        }
        reply()
        if shown.content?.isIncidental(url) == true {
            return log(.actionIgnored(url: url), vendor: vendor)
        }
        guard let action = shown.content?.action(matching: url) else {
            log(.unknownAction(url: url), vendor: vendor)
            log(.invalidAction(placement: placement.name, url: url), vendor: vendor)
            fail(
                id, presentation: shown.presentation, reason: "invalid_action",
                message: "Invalid action definition")
            return
        }
        log(.actionHandled(url: url), vendor: vendor)
        guard action.kind != .close else { return close(id, placement, shown) }
        interact(shown, vendor: vendor)
        happen(.clicked(action), to: shown.presentation, vendor: vendor)
        var fields = fields(placement, id)
        fields["campaign"] = .object(describe(shown.presentation))
        fields["action"] = .object(action.json)
        update("placement.clicked", vendor: vendor, key: placement.specification.key, fields)
        guard hooks.contains(.clickOverride) else {
            return finishClick(
                id, presentation: shown.presentation, action: action, isHandled: false)
        }
        let token = nextID()
        questions[token] = .click(
            placement: id, presentation: shown.presentation, action: action)
        fields["vendor"] = .string(shown.presentation.vendor)
        effects.append(.ask(HookQuestion(token: token, hook: .clickOverride, question: fields)))
    }

    /// The rest of a click, once it is known who opens the URL.
    mutating func finishClick(
        _ id: Int64, presentation: Presentation, action: Action, isHandled: Bool
    ) {
        guard let placement = placements[id] else { return }
        if !isHandled {
            log(
                .actionInvoked(campaign: presentation.campaign, name: action.name),
                vendor: placement.vendor)
            var fields = fields(placement, id)
            fields["campaign_id"] = .string(presentation.campaign.id)
            fields["url"] = .string(action.url)
            fields["type"] = .string(action.kind.rawValue)
            update(
                "url.open_wanted", vendor: placement.vendor, key: placement.specification.key,
                fields)
        }
        reloadAfterInteraction(id, placement)
    }

    mutating func dismiss(_ id: Int64) throws(PersonalizeError) {
        let placement = try placement(id)
        guard let shown = placement.shown else { throw nothingShown() }
        reply()
        close(id, placement, shown)
    }

    private mutating func close(_ id: Int64, _ placement: Placement, _ shown: Placement.Shown) {
        interact(shown, vendor: placement.vendor)
        happen(.closed, to: shown.presentation, vendor: placement.vendor)
        var fields = fields(placement, id)
        fields["campaign"] = .object(describe(shown.presentation))
        update(
            "placement.closed", vendor: placement.vendor, key: placement.specification.key, fields)
        reloadAfterInteraction(id, placement)
    }

    /// Counts an interaction, unless what is on show was shown to the
    /// customer before: that is no business of the present one.
    private mutating func interact(_ shown: Placement.Shown, vendor: Int) {
        guard shown.epoch == customer.epoch else { return }
        markInteracted(shown.presentation.campaign.id, vendor: vendor)
    }

    /// Makes way for the next candidate.
    private mutating func reloadAfterInteraction(_ id: Int64, _ placement: Placement) {
        placements[id]?.load = Placement.Load(key: placement.specification.key, isForced: false)
    }
}
