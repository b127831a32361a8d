import PersonalizeJSON

/// Asking a vendor for overlays before it sends them by itself.
extension Engine {
    /// Puts the question into the outbox, to go at once. `target` is the one
    /// overlay that is wanted, nil for all; who asks for all hears what came
    /// of it. Questions that wait are shared.
    mutating func askForOverlays(vendor: Int, target: String?, key: String?) {
        if let failure = obstacle(vendor) {
            if target == nil { overlaysFailed(failure, vendor: vendor, key: key) }
            return
        }
        if target == nil, let waiting = waitingFetch(vendor) {
            vendors[vendor].dispatch.fetches.append(.init(entry: waiting, key: key))
            return
        }
        let before = lastEvent
        report(.fetch(target: target), vendor: vendor, key: key)
        guard lastEvent != before, target == nil else { return }
        vendors[vendor].dispatch.fetches.append(.init(entry: lastEvent, key: key))
    }

    /// A question for all that has not been sent yet.
    private func waitingFetch(_ vendor: Int) -> Int64? {
        let busy = vendors[vendor].outbox.underWay == nil ? 0 : vendors[vendor].dispatch.batchSize
        let waiting = vendors[vendor].outbox.entries.dropFirst(busy)
        return vendors[vendor].dispatch.fetches.last { fetch in
            waiting.contains { $0.sequence == fetch.entry }
        }?.entry
    }

    /// Why there is no use in asking; nil when there is.
    func obstacle(_ vendor: Int) -> VendorFailure? {
        let state = vendors[vendor]
        if isOffline || state.dispatch.isPaused {
            return VendorFailure("offline", "The engine is offline.")
        }
        if state.isMuted(at: now) {
            return VendorFailure("muted", "The vendor wants to hear nothing.")
        }
        if state.consent.tracking != .granted {
            return VendorFailure("consent", "There is no consent to tell the vendor anything.")
        }
        if state.dispatch.isHalted {
            return VendorFailure("not_authorized", "The vendor does not accept who sends.")
        }
        return nil
    }

    /// The batch with these questions was answered.
    mutating func finishFetches(_ vendor: Int, _ entries: [Outbox.Entry], hasOverlays: Bool) {
        let sequences = Set(entries.map(\.sequence))
        let fetches = vendors[vendor].dispatch.fetches.filter { sequences.contains($0.entry) }
        vendors[vendor].dispatch.fetches.removeAll { sequences.contains($0.entry) }
        for fetch in fetches {
            guard hasOverlays else {
                overlaysFailed(
                    VendorFailure("no_content", "The vendor answered without overlays."),
                    vendor: vendor, key: fetch.key)
                continue
            }
            update("overlays.fetched", vendor: vendor, key: fetch.key)
        }
    }

    mutating func failFetches(
        _ vendor: Int, _ failure: VendorFailure,
        where isMeant: (Dispatch.Fetch) -> Bool = { _ in true }
    ) {
        let fetches = vendors[vendor].dispatch.fetches.filter(isMeant)
        guard !fetches.isEmpty else { return }
        vendors[vendor].dispatch.fetches.removeAll(where: isMeant)
        for fetch in fetches { overlaysFailed(failure, vendor: vendor, key: fetch.key) }
    }

    private mutating func overlaysFailed(_ failure: VendorFailure, vendor: Int, key: String?) {
        update("overlays.failed", vendor: vendor, key: key, failure.fields)
    }
}

extension VendorFailure {
    /// What an update says of it.
    var fields: JSONObject {
        [
            "reason": .string(reason), "message": .string(message),
            "status": status.map { .integer(Int64($0)) } ?? .null,
        ]
    }
}
