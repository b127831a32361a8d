import PersonalizeJSON

extension Engine {
    /// Puts a campaign on show. Only now does it count as displayed.
    mutating func show(_ id: Int64, _ ready: Placement.Ready) {
        guard let placement = placements[id] else { return }
        let vendor = placement.vendor
        let key = placement.load?.key
        let presentation = ready.presentation
        let content = ready.content.isEmpty ? nil : ready.content
        placements[id]?.load = nil
        placements[id]?.shown = Placement.Shown(
            presentation: presentation, content: content, epoch: customer.epoch)
        markDisplayed(presentation.campaign.id, vendor: vendor)
        if content == nil {
            log(.controlVariant(campaign: presentation.campaign), vendor: vendor)
        }
        let actions = JSONValue.array((content?.actions ?? []).map { .object($0.json) })
        let campaign = JSONValue.object(describe(presentation))
        let text = JSONValue.object([
            "placement": .string(placement.name), "vendor": .string(presentation.vendor),
            "campaign": campaign, "has_content": .bool(content != nil),
            "content": content.map { .object($0.rendered(resources: ready.resources)) } ?? .null,
            "actions": actions,
        ])
        effects.append(.content(placement: id, text: text.encoded()))
        var shown = fields(placement, id)
        shown["campaign"] = campaign
        shown["has_content"] = .bool(content != nil)
        shown["actions"] = actions
        update("placement.shown", vendor: vendor, key: key, shown)
        happen(.shown, to: presentation, vendor: vendor, key: key)
        self.ready(id, true, key: key)
    }

    /// Tells the host that there is nothing to show.
    mutating func empty(_ id: Int64, reason: String, key: String?) {
        guard let placement = placements[id] else { return }
        var fields = fields(placement, id)
        fields["reason"] = .string(reason)
        update("placement.empty", vendor: placement.vendor, key: key, fields)
        ready(id, false, key: key)
    }

    /// Takes away what is on show.
    mutating func clear(_ id: Int64) {
        guard placements[id]?.shown != nil else { return }
        placements[id]?.shown = nil
        effects.append(.content(placement: id, text: nil))
    }

    private mutating func markDisplayed(_ campaign: String, vendor: Int) {
        var display = vendors[vendor].displays[campaign] ?? DisplayState()
        display.displayed = now.wall
        display.displays &+= 1
        storeDisplay(display, campaign, vendor: vendor)
    }

    mutating func markInteracted(_ campaign: String, vendor: Int) {
        var display = vendors[vendor].displays[campaign] ?? DisplayState()
        display.interacted = now.wall
        display.interactions &+= 1
        storeDisplay(display, campaign, vendor: vendor)
    }

    private mutating func storeDisplay(_ display: DisplayState, _ campaign: String, vendor: Int) {
        vendors[vendor].displays[campaign] = display
        store(
            .put(
                vendors[vendor].key(.display, campaign),
                header: JSONValue.object(display.json).encoded(), body: nil))
    }
}
