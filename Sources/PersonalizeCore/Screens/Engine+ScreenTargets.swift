import PersonalizeJSON

/// The placements that stand for places on screens: views, which draw, and
/// placeholders, which get the data. They come and go at any moment of a visit.
extension Engine {
    func isOnScreens(_ id: Int64) -> Bool {
        placements[id].map { vendors[$0.vendor].screening != nil } ?? false
    }

    func checkScreenKind(_ kind: PlacementSpecification.Kind) throws(PersonalizeError) {
        guard kind != .cell, kind != .carousel else {
            throw PersonalizeError(
                .argument, "kind_not_on_screens",
                "This vendor has no placements of the kind \(kind.rawValue).", path: "$.kind",
                hint: "Open it as \"static\", or as \"data\" to draw it from its values.")
        }
    }

    /// Names of places are compared without the space around them.
    static func trimmed(_ name: String) -> String {
        let scalars = name.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// A placement is there, or asks once more.
    mutating func addTarget(_ id: Int64, key: String?) {
        guard let placement = placements[id] else { return }
        let vendor = placement.vendor
        let target = placement.name
        if placement.kind == .data {
            let former = vendors[vendor].screens.placeholders[target]
            vendors[vendor].screens.placeholders[target] = id
            if let former, former != id { unregistered(former, reason: "replaced") }
        } else if placement.isAttached {
            // One that has its place already keeps it.
            if vendors[vendor].screens.views[target]?.contains(id) != true {
                vendors[vendor].screens.views[target, default: []].append(id)
            }
            guard screenView(target, vendor) == id else { return }
        } else {
            return
        }
        catchUp(id, target: target, vendor: vendor, key: key)
        tellExposures(vendor)
    }

    /// Brings a placement to where its place is.
    private mutating func catchUp(
        _ id: Int64, target: String, vendor: Int, key: String?
    ) {
        guard vendors[vendor].screens.visit?.isEvaluated == true,
            vendors[vendor].screens.occasions.first != .arrival
        else { return }
        guard let job = screenJob(target, vendor) else {
            return tellEmpty(id, target: target, vendor: vendor, key: key)
        }
        let isLate = job.stage == .failed(.noTarget) && mayStillShow(job, on: id)
        if isLate, job.epoch == customer.epoch {
            startJob(job.presentation, target: target, vendor: vendor)
        } else if job.isFailed {
            empty(id, reason: "failed", key: key)
        } else if job.stage == .offered {
            offerScreen(id, job)
        } else {
            replay(id, target: target, vendor: vendor)
            showScreen(target, vendor: vendor)
        }
    }

    /// Whether a placement is what a job failed for lack of. Drawn content that
    /// only lacked a view waits for a view.
    private func mayStillShow(_ job: ScreenJob, on id: Int64) -> Bool {
        guard let content = job.content, job.isRendered, !content.isData else { return true }
        return placements[id]?.kind != .data
    }

    /// A placement has gone.
    mutating func removeTarget(_ id: Int64) {
        guard let placement = placements[id], isOnScreens(id) else { return }
        let vendor = placement.vendor
        let target = placement.name
        if vendors[vendor].screens.placeholders[target] == id {
            vendors[vendor].screens.placeholders[target] = nil
        }
        detachView(id, target: target, vendor: vendor)
    }

    /// The host can, or can no longer, show a view.
    mutating func attachTarget(_ id: Int64, _ isAttached: Bool) {
        guard let placement = placements[id], placement.kind != .data else { return }
        if isAttached {
            addTarget(id, key: placement.specification.key)
        } else {
            detachView(id, target: placement.name, vendor: placement.vendor)
        }
    }

    private mutating func detachView(_ id: Int64, target: String, vendor: Int) {
        guard let views = vendors[vendor].screens.views[target], views.contains(id) else {
            return
        }
        let left = views.filter { $0 != id }
        vendors[vendor].screens.views[target] = left.isEmpty ? nil : left
        clear(id)
        guard views.first == id else { return }
        if let successor = left.first {
            catchUp(successor, target: target, vendor: vendor, key: nil)
        } else if let job = screenJob(target, vendor), job.isUnderWay,
            !vendors[vendor].screens.hasTarget(target) || job.isDelivered
        {
            failJob(
                target, vendor: vendor, .noTarget,
                message: "The view for \"\(target)\" has gone.")
        }
    }

    /// A placeholder does not hear of its place any more.
    mutating func unregistered(_ id: Int64, reason: String) {
        guard let placement = placements[id] else { return }
        clear(id)
        var fields = fields(placement, id)
        fields["reason"] = .string(reason)
        update(
            "placement.unregistered", vendor: placement.vendor,
            key: placement.specification.key, fields)
    }

    /// Whether the customer can see a place. It stays so whatever screen comes.
    mutating func setVisible(_ isVisible: Bool, target: String, vendor: Int) {
        if isVisible {
            vendors[vendor].screens.hidden.remove(target)
            showScreen(target, vendor: vendor)
            tellExposures(vendor)
        } else {
            vendors[vendor].screens.hidden.insert(target)
        }
    }

    // MARK: Nothing to show

    /// Tells every open placement that got nothing why.
    mutating func tellAllEmpty(_ vendor: Int) {
        let targets = Set(vendors[vendor].screens.views.keys)
            .union(vendors[vendor].screens.placeholders.keys)
        for target in targets.sorted() where screenJob(target, vendor) == nil {
            tellEmpty(target, vendor: vendor, key: nil)
        }
    }

    mutating func tellEmpty(_ target: String, vendor: Int, key: String?) {
        let screens = vendors[vendor].screens
        for id in [screens.views[target]?.first, screens.placeholders[target]].compactMap(\.self) {
            tellEmpty(id, target: target, vendor: vendor, key: key)
        }
    }

    private mutating func tellEmpty(_ id: Int64, target: String, vendor: Int, key: String?) {
        let reason =
            if !vendors[vendor].definitions.isKnown {
                isOffline ? "offline" : "definitions_unavailable"
            } else if vendors[vendor].screens.slot(target) == nil {
                "not_on_this_screen"
            } else {
                "no_eligible_campaign"
            }
        placements[id]?.load = nil
        empty(id, reason: reason, key: key ?? placements[id]?.specification.key)
    }

    /// A place is being filled.
    mutating func noteLoading(_ target: String, vendor: Int) {
        guard let view = screenView(target, vendor), let placement = placements[view] else {
            return
        }
        placements[view]?.load = Placement.Load(
            key: placement.specification.key, isForced: false)
        placements[view]?.load?.stage = .preparing
    }

    /// A place is filled, or will not be.
    mutating func endLoading(_ target: String, vendor: Int, isReady: Bool) {
        guard let view = screenView(target, vendor), let placement = placements[view] else {
            return
        }
        placements[view]?.load = nil
        guard isReady || placement.group == nil else { return }
        ready(view, isReady, key: placement.specification.key)
    }

    func screenState(of placement: Placement) -> JSONObject {
        let screens = vendors[placement.vendor].screens
        let job = screenJob(placement.name, placement.vendor)
        return [
            "name": screens.visit.map { .string($0.name) } ?? .null,
            "state": .string(job?.stage.word ?? "empty"),
            "campaign": (job?.campaign).map(JSONValue.string) ?? .null,
            "layout": (job?.content?.rendered(resources: [:])["layout"]) ?? .null,
            "visible": .bool(!screens.hidden.contains(placement.name)),
        ]
    }
}
