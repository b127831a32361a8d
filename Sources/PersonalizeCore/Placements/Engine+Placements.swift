import PersonalizeJSON

extension Engine {
    mutating func open(_ specification: PlacementSpecification) throws(PersonalizeError) {
        guard !specification.placement.isEmpty else {
            throw PersonalizeError(
                .argument, "empty_placement", "A placement has to have a name.",
                path: "$.placement", hint: "Give the placement id that campaigns name.")
        }
        var vendor = 0
        if let id = specification.vendor {
            vendor = try position(ofVendor: id, path: "$.vendor")
        } else if vendors.isEmpty {
            throw PersonalizeError(
                .state, "no_vendors", "The configuration names no vendors.",
                hint: "Add an entry to \"vendors\" in the configuration.")
        }
        var placement = Placement(
            specification: specification, vendor: vendor, isAttached: specification.isAttached)
        if !specification.isDeferred {
            placement.load = Placement.Load(key: specification.key, isForced: false)
        }
        guard let id = placements.insert(placement) else {
            throw PersonalizeError(
                .limit, "too_many_placements",
                "No more than \(PlacementTable.capacity) placements can be open.",
                hint: "Close placements that are not on show.")
        }
        reply(["placement": .integer(id)])
    }

    mutating func reload(_ id: Int64, force: Bool, key: String?) throws(PersonalizeError) {
        _ = try placement(id)
        reply()
        placements[id]?.load = Placement.Load(key: key, isForced: force)
    }

    mutating func close(_ id: Int64) throws(PersonalizeError) {
        _ = try placement(id)
        reply()
        placements.remove(id)
        effects.append(.content(placement: id, text: nil))
    }

    mutating func take(_ report: PlacementReport, of id: Int64) throws(PersonalizeError) {
        let placement = try placement(id)
        switch report {
        case .attached(let isAttached):
            reply()
            placements[id]?.isAttached = isAttached
        case .size(let width, let height):
            reply()
            var fields = fields(placement, id)
            fields["width"] = width.map(JSONValue.number) ?? .null
            fields["height"] = height.map(JSONValue.number) ?? .null
            update(
                "placement.resized", vendor: placement.vendor, key: placement.specification.key,
                fields)
        case .failed(let message):
            guard let shown = placement.shown else { throw nothingShown() }
            reply()
            fail(id, presentation: shown.presentation, reason: "not_drawn", message: message)
            ready(id, false)
        }
    }

    func placement(_ id: Int64) throws(PersonalizeError) -> Placement {
        guard let placement = placements[id] else {
            throw PersonalizeError(
                .handle, "unknown_placement", "There is no open placement with this id.",
                hint: "Use the id that opening gave; a closed placement's is invalid.")
        }
        return placement
    }

    func nothingShown() -> PersonalizeError {
        PersonalizeError(
            .state, "nothing_shown", "The placement shows nothing.",
            hint: "Wait for the update placement.shown.")
    }

    /// What every update about a placement carries.
    func fields(_ placement: Placement, _ id: Int64) -> JSONObject {
        ["placement": .string(placement.name), "placement_id": .integer(id)]
    }

    /// A campaign as the host sees it.
    func describe(_ presentation: Presentation) -> JSONObject {
        let campaign = presentation.campaign
        let format = presentation.personalization?.format ?? campaign.format
        var attributes = campaign.attributes
        if let own = presentation.personalization?.attributes { attributes.merge(own) }
        return [
            "id": .string(campaign.id), "name": .string(campaign.name),
            "priority": .integer(campaign.priority),
            "frequency": .string(campaign.frequency.rawValue),
            "format": format.map { .string($0.word) } ?? .null,
            "placements": .array(campaign.placements.map(JSONValue.string)),
            "allows_tracking": .bool(presentation.allowsTracking),
            "attributes": .object(attributes),
        ]
    }

    /// Tells the host whether something is drawn, which ends a load.
    mutating func ready(_ id: Int64, _ isReady: Bool, key: String? = nil) {
        guard let placement = placements[id] else { return }
        var fields = fields(placement, id)
        fields["ready"] = .bool(isReady)
        update("placement.ready", vendor: placement.vendor, key: key, fields)
    }

    /// Tells the host and the vendor that content failed.
    mutating func fail(
        _ id: Int64, presentation: Presentation?, reason: String, message: String,
        key: String? = nil
    ) {
        guard let placement = placements[id] else { return }
        var fields = fields(placement, id)
        fields["campaign"] = presentation.map { .object(describe($0)) } ?? .null
        fields["reason"] = .string(reason)
        fields["message"] = .string(message)
        update("placement.failed", vendor: placement.vendor, key: key, fields)
        if let presentation {
            happen(.failed(message: message), to: presentation, vendor: placement.vendor, key: key)
        }
    }

    /// Tells the vendor of something that happened to a presentation, unless
    /// its content does not allow tracking and the event is not forced.
    mutating func happen(
        _ happening: Happening, to presentation: Presentation, vendor: Int, key: String? = nil
    ) {
        guard let event = vendors[vendor].adapter.event(for: happening, of: presentation) else {
            return
        }
        let isRefused = !presentation.allowsTracking && !event.isForced
        if isRefused { log(.trackingRefused(happening: happening), vendor: vendor) }
        track(
            event, vendor: vendor, identity: presentation.identity,
            refusal: isRefused ? "content_consent" : nil, key: key)
    }
}
