import PersonalizeJSON

extension Engine {
    mutating func open(_ specification: PlacementSpecification) throws(PersonalizeError) {
        try check(specification)
        var specification = specification
        let binding = try binding(specification)
        if let binding, binding.vendors.count > 1 {
            return try openContest(specification, binding)
        }
        var vendor = 0
        if let id = specification.vendor ?? binding?.vendors.first {
            vendor = try position(ofVendor: id, path: "$.vendor")
        } else if vendors.isEmpty {
            throw PersonalizeError(
                .state, "no_vendors", "The configuration names no vendors.",
                hint: "Add an entry to \"vendors\" in the configuration.")
        }
        if specification.kind == .cell, let id = openCell(like: specification, vendor: vendor) {
            return reply(["placement": .integer(id)])
        }
        var placement = Placement(specification, vendor: vendor)
        if !isForeground { placement.carousel?.timer.pause(.background, at: now.monotonic) }
        if !placement.isAttached { placement.carousel?.timer.pause(.detached, at: now.monotonic) }
        // A carousel is loaded by hand only: filling one is expensive, and
        // hosts make them before they show them.
        if !specification.isDeferred, specification.kind != .carousel {
            placement.load = Placement.Load(key: specification.key, isForced: false)
        }
        let isOnScreens = vendors[vendor].screening != nil
        if isOnScreens {
            try checkScreenKind(specification.kind)
            specification.placement = Self.trimmed(specification.placement)
            placement = Placement(specification, vendor: vendor)
        }
        guard let id = placements.insert(placement) else {
            throw Self.tooManyPlacements
        }
        reply(["placement": .integer(id)])
        if isOnScreens, !specification.isDeferred { addTarget(id, key: specification.key) }
    }

    private func check(_ specification: PlacementSpecification) throws(PersonalizeError) {
        guard !specification.placement.isEmpty else {
            throw PersonalizeError(
                .argument, "empty_placement", "A placement has to have a name.",
                path: "$.placement", hint: "Give the placement id that campaigns name.")
        }
        guard specification.kind == .cell || specification.slot.isEmpty else {
            throw PersonalizeError(
                .argument, "slot_without_cell", "Only a cell has a slot.", path: "$.slot",
                hint: "Leave it out, or open the placement with \"kind\": \"cell\".")
        }
        guard specification.kind != .cell || !specification.slot.isEmpty else {
            throw PersonalizeError(
                .argument, "empty_slot", "A cell has to have a slot.", path: "$.slot",
                hint: "Give something that tells the rows apart, such as their number.")
        }
    }

    mutating func reload(_ id: Int64, force: Bool, key: String?) throws(PersonalizeError) {
        _ = try target(id)
        reply()
        guard placements[id]?.contest == nil else {
            return beginContest(id, key: key, isForced: force, keepsWarm: false)
        }
        beginLoad(id, key: key, isForced: force)
    }

    mutating func configure(
        _ id: Int64, _ changes: [PlacementOption]
    ) throws(PersonalizeError) {
        _ = try target(id)
        reply()
        for change in changes {
            for id in family(of: id) { placements[id]?.options.apply(change) }
            if case .scrollDelay = change { restartTimer(id) }
        }
    }

    mutating func close(_ id: Int64) throws(PersonalizeError) {
        _ = try target(id)
        reply()
        for member in family(of: id) { removeTarget(member) }
        removePlacement(id)
        effects.append(.content(placement: id, text: nil))
    }

    mutating func take(_ report: PlacementReport, of public: Int64) throws(PersonalizeError) {
        let id = try target(`public`)
        let placement = try placement(id)
        switch report {
        case .attached(let isAttached):
            reply()
            for id in family(of: `public`) { placements[id]?.isAttached = isAttached }
            if isAttached {
                resumeTimer(id, from: .detached)
            } else {
                pauseTimer(id, for: .detached)
            }
            for id in family(of: `public`) where isOnScreens(id) {
                attachTarget(id, isAttached)
            }
        case .visible(let isVisible):
            reply()
            for id in family(of: `public`) where isOnScreens(id) {
                guard let placement = placements[id] else { continue }
                setVisible(isVisible, target: placement.name, vendor: placement.vendor)
            }
        case .size(let width, let height):
            reply()
            let height = placement.options.customHeight ?? height
            placements[id]?.size = Placement.Size(width: width, height: height)
            var fields = fields(placement, id)
            fields["width"] = width.map(JSONValue.number) ?? .null
            fields["height"] = height.map(JSONValue.number) ?? .null
            update(
                "placement.resized", vendor: placement.vendor, key: placement.specification.key,
                fields)
        case .failed(let message):
            guard let shown = placement.shown else { throw nothingShown() }
            reply()
            if isOnScreens(id) { return failScreenDrawing(id, message: message) }
            fail(id, presentation: shown.presentation, reason: "not_drawn", message: message)
            ready(id, false)
            replaceWinner(
                id,
                reason: Rejection(
                    .content, "not_drawn", values: ["message": .string(message)],
                    hint: "The host could not draw the content."))
        }
    }

    func placement(_ id: Int64) throws(PersonalizeError) -> Placement {
        guard let placement = placements[id] else {
            throw Self.unknownPlacement
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
        var fields: JSONObject = [
            "placement": .string(placement.name), "placement_id": .integer(publicID(id)),
        ]
        if placement.kind == .cell { fields["slot"] = .string(placement.specification.slot) }
        return fields
    }

    /// Tells the host whether something is drawn, which ends a load.
    mutating func ready(_ id: Int64, _ isReady: Bool, key: String? = nil) {
        guard let placement = placements[id] else { return }
        var fields = fields(placement, id)
        fields["ready"] = .bool(isReady)
        update("placement.ready", vendor: placement.teller, key: key, fields)
    }

    /// Tells the host and the vendor that content failed.
    mutating func fail(
        _ id: Int64, presentation: Presentation?, reason: String, message: String,
        key: String? = nil
    ) {
        guard let placement = placements[id] else { return }
        placements[id]?.problem = Placement.Problem(
            reason: reason, message: message, campaign: presentation?.campaign.id, time: now.wall)
        var fields = fields(placement, id)
        fields["campaign"] = presentation.map { .object(describe($0)) } ?? .null
        fields["reason"] = .string(reason)
        fields["message"] = .string(message)
        update("placement.failed", vendor: placement.vendor, key: key, fields)
        occur(
            Occurrence(
                placement: id, presentation: presentation,
                kind: .failed(reason: reason, message: message), key: key))
    }
}
