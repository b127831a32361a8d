import PersonalizeJSON

/// Cells: rows of a list that the host draws, and draws again, one by one.
///
/// A cell loads like any placement. When something is found it is kept until
/// the host is about to draw the row; only then is it shown. The host is told
/// by `placement.refresh_wanted` when a row is worth drawing anew.
extension Engine {
    /// The cell of a row; there is one for each slot, however often the row is
    /// drawn.
    func openCell(like specification: PlacementSpecification, vendor: Int) -> Int64? {
        placements.ids.first { id in
            placements[id].map {
                $0.kind == .cell && $0.vendor == vendor && $0.name == specification.placement
                    && $0.specification.slot == specification.slot
            } ?? false
        }
    }

    /// The host is about to draw the row: what was found is shown, or what is
    /// on show stays, or a load begins.
    mutating func prepareCell(_ id: Int64) throws(PersonalizeError) {
        let placement = try placement(id)
        guard placement.kind == .cell else {
            throw PersonalizeError(
                .state, "not_a_cell", "Only a cell is prepared.",
                hint: "Open the placement with \"kind\": \"cell\" and a \"slot\".")
        }
        if let preparation = placement.preparations.first, let content = preparation.content,
            isCurrent(preparation.presentation, epoch: preparation.epoch),
            !leftOut(for: preparation, in: id)
        {
            reply(["prepared": true])
            return show(id, preparation, content)
        }
        if let shown = placement.shown, isCurrent(shown.presentation, epoch: shown.epoch) {
            return reply(["prepared": true])
        }
        reply(["prepared": false])
        clear(id)
        if placement.load == nil, mayFind(placement) {
            beginLoad(id, key: placement.specification.key, isForced: false)
        }
    }

    /// Has something for the row.
    mutating func offer(_ id: Int64) {
        let key = placements[id]?.load?.key
        placements[id]?.load = nil
        wantRefresh(id, key: key)
    }

    /// Tells the host to draw the row anew.
    mutating func wantRefresh(_ id: Int64, key: String?) {
        guard let placement = placements[id] else { return }
        update(
            "placement.refresh_wanted", vendor: placement.vendor, key: key, fields(placement, id))
    }

    /// Whether something may be drawn anew: it is this customer's, and has not
    /// expired. An answer without a lifetime holds for the load that asked.
    func isCurrent(_ presentation: Presentation, epoch: Int64) -> Bool {
        guard epoch == customer.epoch else { return false }
        guard let personalization = presentation.personalization,
            presentation.campaign.isPersonalized, personalization.lifetime > 0
        else { return true }
        return personalization.lastMoment >= now.wall
    }

    /// Whether a load might end otherwise than the last one did. Rows are
    /// drawn all the time; one that stays empty must cost no requests.
    private func mayFind(_ placement: Placement) -> Bool {
        let vendor = placement.vendor
        let surface = CapSurface.placement(placement.name)
        guard crossCapRejection(vendor: vendor, surface: surface) == nil else { return false }
        return vendors[vendor].catalog.candidates(for: placement.name).contains { id in
            guard let campaign = vendors[vendor].catalog[id]?.campaign,
                placement.excluded[id] == nil,
                Eligibility.schedule(campaign, at: now) == nil,
                frequencyRejection(of: campaign, vendor: vendor) == nil
            else { return false }
            let rejection = rejection(of: id, vendor: vendor, load: nil)
            guard rejection?.rule == .freshness else { return rejection == nil }
            let isAsked = placement.asked.contains(id)
            let personalization = vendors[vendor].catalog.personalization(of: id)
            return !isAsked || personalization.map { $0.lifetime > 0 } ?? false
        }
    }
}
