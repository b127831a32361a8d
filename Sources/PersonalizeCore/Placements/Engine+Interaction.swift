import PersonalizeJSON

extension Engine {
    /// The customer followed a link of the content, or used a button that the
    /// host drew for one.
    mutating func click(_ id: Int64, url: String, isManual: Bool) throws(PersonalizeError) {
        let placement = try placement(id)
        let vendor = placement.vendor
        reply()
        if vendors[vendor].screening != nil { return clickScreen(id, url: url) }
        if isManual { log(.manualAction(placement: placement.name, url: url), vendor: vendor) }
        // Opened by every web view by itself, whatever it shows.
        if placement.shown?.content?.isIncidental(url) ?? Self.isBlank(url) {
            return log(.actionIgnored(url: url), vendor: vendor)
        }
        guard let shown = placement.shown, let action = shown.content?.action(matching: url) else {
            if placement.shown != nil { log(.unknownAction(url: url), vendor: vendor) }
            log(.invalidAction(placement: placement.name, url: url), vendor: vendor)
            return fail(
                id, presentation: placement.shown?.presentation, reason: "invalid_action",
                message: "Invalid action definition")
        }
        log(.actionHandled(url: url), vendor: vendor)
        guard action.kind != .close else { return close(id, shown) }
        interact(shown, vendor: vendor)
        occur(
            Occurrence(
                placement: id, presentation: shown.presentation, kind: .clicked(action),
                key: placement.specification.key))
    }

    private static func isBlank(_ url: String) -> Bool {
        equalsIgnoringASCIICase(url, "about:blank")
    }

    /// The click is tracked, or not; its URL comes next.
    mutating func finishTracking(of action: Action, _ occurrence: Occurrence, isOpened: Bool) {
        let id = occurrence.placement
        guard let placement = placements[id], let presentation = occurrence.presentation else {
            return
        }
        var fields = fields(placement, id)
        fields["campaign"] = .object(describe(presentation))
        fields["action"] = .object(action.json)
        update("placement.clicked", vendor: placement.vendor, key: occurrence.key, fields)
        let isOpened = isOpened && !placement.options.overridesDefaultBehavior
        guard isOpened, hooks.contains(.clickOverride) else {
            return finishClick(
                id, presentation: presentation, action: action, isHandled: !isOpened)
        }
        let token = nextID()
        questions[token] = .click(placement: id, presentation: presentation, action: action)
        fields["vendor"] = .string(presentation.vendor)
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
        makeWay(presentation.campaign.id, in: id, isClick: true)
    }

    mutating func dismiss(_ id: Int64) throws(PersonalizeError) {
        let placement = try placement(id)
        guard let shown = placement.shown else { throw nothingShown() }
        reply()
        if vendors[placement.vendor].screening != nil { return dismissScreen(id) }
        close(id, shown)
    }

    private mutating func close(_ id: Int64, _ shown: Placement.Shown) {
        guard let placement = placements[id] else { return }
        interact(shown, vendor: placement.vendor)
        occur(
            Occurrence(
                placement: id, presentation: shown.presentation, kind: .closed,
                key: placement.specification.key))
    }

    /// The close is tracked, or not.
    mutating func finishClose(_ occurrence: Occurrence) {
        let id = occurrence.placement
        guard let placement = placements[id], let presentation = occurrence.presentation else {
            return
        }
        var fields = fields(placement, id)
        fields["campaign"] = .object(describe(presentation))
        update("placement.closed", vendor: placement.vendor, key: occurrence.key, fields)
        makeWay(presentation.campaign.id, in: id, isClick: false)
    }

    /// Counts an interaction, unless what is on show was shown to the
    /// customer before: that is no business of the present one.
    private mutating func interact(_ shown: Placement.Shown, vendor: Int) {
        guard shown.epoch == customer.epoch else { return }
        markInteracted(shown.presentation.campaign.id, vendor: vendor)
    }

    /// Makes way for the next candidate.
    private mutating func makeWay(_ campaign: String, in id: Int64, isClick: Bool) {
        guard let placement = placements[id] else { return }
        guard placement.carousel == nil else {
            return turnAfterInteraction(with: campaign, in: id, isClick: isClick)
        }
        let key = placement.specification.key
        if let group = placement.group {
            return beginContest(group, key: key, isForced: false, keepsWarm: true)
        }
        beginLoad(id, key: key, isForced: false)
    }
}
