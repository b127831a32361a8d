import PersonalizeJSON

extension Engine {
    /// Puts a campaign on show. Only now does it count as displayed.
    mutating func show(_ id: Int64, _ preparation: Preparation, _ content: Preparation.Content) {
        guard let placement = placements[id] else { return }
        let key = placement.kind == .cell ? placement.specification.key : placement.load?.key
        placements[id]?.load = nil
        placements[id]?.preparations = []
        let shown = putOnShow(id, preparation, content)
        update("placement.shown", vendor: placement.vendor, key: key, shown)
        occur(
            Occurrence(
                placement: id, presentation: preparation.presentation,
                kind: .shown(isTracked: true), key: key))
    }

    /// Marks a campaign as displayed and gives its content to the host; the
    /// members of the update that tells of it.
    mutating func putOnShow(
        _ id: Int64, _ preparation: Preparation, _ content: Preparation.Content
    ) -> JSONObject {
        guard let placement = placements[id] else { return [:] }
        let vendor = placement.vendor
        let presentation = preparation.presentation
        let prepared = content.prepared.isEmpty ? nil : content.prepared
        let images = prepared?.resources.filter { $0.kind == .image } ?? []
        placements[id]?.shown = Placement.Shown(
            presentation: presentation, content: prepared, images: images.map(\.url),
            epoch: preparation.epoch)
        placements[id]?.latest = presentation
        placements[id]?.size = nil
        placements[id]?.problem = nil
        markDisplayed(presentation.campaign.id, vendor: vendor)
        if prepared == nil {
            log(.controlVariant(campaign: presentation.campaign), vendor: vendor)
        }
        let actions = JSONValue.array((prepared?.actions ?? []).map { .object($0.json) })
        let campaign = JSONValue.object(describe(presentation))
        let text = JSONValue.object([
            "placement": .string(placement.name), "vendor": .string(presentation.vendor),
            "campaign": campaign, "has_content": .bool(prepared != nil),
            "content": prepared.map { .object($0.rendered(resources: content.resources)) }
                ?? .null,
            "actions": actions,
        ])
        effects.append(.content(placement: id, text: text.encoded()))
        var shown = fields(placement, id)
        shown["campaign"] = campaign
        shown["has_content"] = .bool(prepared != nil)
        shown["actions"] = actions
        return shown
    }

    /// Tells the host that there is nothing to show.
    mutating func empty(_ id: Int64, reason: String, key: String?) {
        guard let placement = placements[id] else { return }
        var fields = fields(placement, id)
        fields["reason"] = .string(reason)
        update("placement.empty", vendor: placement.vendor, key: key, fields)
        occur(Occurrence(placement: id, kind: .empty(reason: reason), key: key))
    }

    /// Takes away what is on show.
    mutating func clear(_ id: Int64) {
        guard placements[id]?.shown != nil else { return }
        placements[id]?.shown = nil
        placements[id]?.size = nil
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
