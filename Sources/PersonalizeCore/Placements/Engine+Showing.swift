import PersonalizeJSON

extension Engine {
    /// Puts a campaign on show. Only now does it count as displayed.
    mutating func show(_ id: Int64, _ preparation: Preparation, _ content: Preparation.Content) {
        guard let placement = placements[id] else { return }
        if isOnScreens(id) { return drawOffered(id) }
        let key = placement.kind == .cell ? placement.specification.key : placement.load?.key
        placements[id]?.load = nil
        placements[id]?.preparations = []
        var shown = putOnShow(id, preparation, content)
        if let contest = placement.group.flatMap({ placements[$0]?.contest }) {
            shown["contest"] = .object(describe(contest))
        }
        update("placement.shown", vendor: placement.vendor, key: key, shown)
        occur(
            Occurrence(
                placement: id, presentation: preparation.presentation,
                kind: .shown(isTracked: true), key: key))
        if content.prepared.isEmpty { return }
        countCrossCap(vendor: placement.vendor, surface: .placement(placement.name))
    }

    /// Leaves a candidate out that may not be shown any more, since something
    /// else was shown after it had been chosen; whether it had to go.
    mutating func leftOut(for preparation: Preparation, in id: Int64) -> Bool {
        guard let placement = placements[id],
            let rejection = crossCapRejection(
                vendor: placement.vendor, surface: .placement(placement.name))
        else { return false }
        leaveOut(preparation.campaign, rejection, in: id)
        return true
    }

    /// Marks a campaign as displayed and gives its content to the host; the
    /// members of the update that tells of it.
    mutating func putOnShow(
        _ id: Int64, _ preparation: Preparation, _ content: Preparation.Content
    ) -> JSONObject {
        guard let vendor = placements[id]?.vendor else { return [:] }
        markDisplayed(preparation.presentation.campaign.id, vendor: vendor)
        return give(id, preparation, content)
    }

    /// Gives a placement its content; the members of the update that tells of
    /// it.
    private mutating func give(
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
        effects.append(.content(placement: publicID(id), text: text.encoded()))
        var shown = fields(placement, id)
        shown["campaign"] = campaign
        shown["has_content"] = .bool(prepared != nil)
        shown["actions"] = actions
        return shown
    }

    /// Tells the host that there is nothing to show. A member keeps that to
    /// itself: the others may have something.
    mutating func empty(_ id: Int64, reason: String, key: String?) {
        guard let placement = placements[id], placement.group == nil else { return }
        var fields = fields(placement, id)
        fields["reason"] = .string(reason)
        if let contest = placement.contest { fields["contest"] = .object(describe(contest)) }
        update("placement.empty", vendor: placement.teller, key: key, fields)
        occur(Occurrence(placement: id, kind: .empty(reason: reason), key: key))
    }

    /// Takes away what is on show.
    mutating func clear(_ id: Int64) {
        guard placements[id]?.shown != nil else { return }
        placements[id]?.shown = nil
        placements[id]?.size = nil
        effects.append(.content(placement: publicID(id), text: nil))
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

extension Engine {
    /// Gives content to a placement whose host draws and shows it by itself.
    mutating func handOver(
        _ id: Int64, _ preparation: Preparation, _ content: Preparation.Content
    ) {
        guard let placement = placements[id] else { return }
        let key = placement.load?.key
        placements[id]?.load = nil
        placements[id]?.preparations = []
        let fields = give(id, preparation, content)
        update("placement.received", vendor: placement.vendor, key: key, fields)
    }
}
