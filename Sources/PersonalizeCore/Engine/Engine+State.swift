import PersonalizeJSON

extension Engine {
    /// The accounts: for each vendor, accepted = sent + pending + dropped.
    func stats() -> JSONObject {
        [
            "vendors": .array(
                vendors.map { vendor in
                    .object([
                        "vendor": .string(vendor.id),
                        "accepted": .integer(vendor.account.accepted),
                        "sent": .integer(vendor.account.sent),
                        "pending": .integer(Int64(vendor.outbox.count)),
                        "dropped": .object(vendor.account.dropped),
                    ])
                })
        ]
    }

    /// Everything a support desk asks for. There are no secrets in it: the
    /// engine has none.
    func state() -> JSONObject {
        [
            "started": .bool(isStarted), "stopped": .bool(isStopped),
            "offline": .bool(isOffline),
            "now": [
                "wall_ms": .integer(now.wall), "monotonic_ms": .integer(now.monotonic),
                "offset_seconds": .integer(now.offset),
            ],
            "customer": [
                "ids": .object(customer.ids), "epoch": .integer(customer.epoch),
                "device_id": .string(customer.deviceID),
            ],
            "vendors": .array(vendors.map { .object(state($0)) }),
            "placements": .array(
                placements.ids.filter(isOpen).map { .object(state(placement: $0)) }),
            "display": .object(displayState()),
            "caps": capState(),
            "resources": [
                "files": .integer(Int64(resources.count)),
                "bytes": .integer(Int64(resources.bytes)),
            ],
            "hooks": .array(HookName.allCases.filter(hooks.contains).map { .string($0.rawValue) }),
        ]
    }

    private func state(_ vendor: Vendor) -> JSONObject {
        [
            "vendor": .string(vendor.id), "kind": .string(vendor.adapter.kind),
            "anonymous_id": .string(vendor.anonymousID),
            "consent": .object(vendor.consent.json),
            "authorization": vendor.adapter.policy.authorization.map {
                .object(vendor.authorization.json(at: now, $0))
            } ?? .null,
            "segments": vendor.adapter.segmentation == nil
                ? .null : .object(vendor.segments.json),
            "session": .object(vendor.session.json),
            "definitions": [
                "known": .bool(vendor.definitions.isKnown),
                "fetching": .bool(vendor.definitions.request != nil),
                "failures": .integer(vendor.definitions.failures),
            ],
            "campaigns": .integer(Int64(vendor.catalog.count)),
            "personalizations": .object(
                JSONObject(
                    vendor.catalog.personalizations.keys.sorted().map { id in
                        (
                            id,
                            vendor.catalog.personalization(of: id).map { .object($0.json) } ?? .null
                        )
                    })),
            "displays": .object(
                JSONObject(
                    vendor.displays.keys.sorted().map { id in
                        (id, vendor.displays[id].map { .object($0.json) } ?? .null)
                    })),
            "inbox": inboxState(vendor),
            "templates": vendor.hasOverlays
                ? .array(vendor.templates.definitions.map { .string($0.name) }) : .null,
            "reporting": vendor.batching == nil ? .null : .object(reportingState(vendor)),
            "screens": vendor.screening == nil ? .null : .object(vendor.screens.json),
            "overlays": overlaysState(vendor),
            "outbox": [
                "pending": .integer(Int64(vendor.outbox.count)),
                "failures": .integer(vendor.outbox.failures),
                "paused_until_ms": vendor.outbox.pausedUntil.map(JSONValue.integer) ?? .null,
                "events": .array(vendor.outbox.entries.prefix(100).map { .object($0.json) }),
            ],
        ]
    }

    private func state(placement id: Int64) -> JSONObject {
        guard let group = placements[id] else { return [:] }
        let winner = group.contest?.winner.flatMap { placements[$0] }
        let placement = winner ?? group
        var state: JSONObject = [
            "placement_id": .integer(id), "placement": .string(placement.name),
            "kind": .string(placement.kind.rawValue),
            "vendor": placement.teller.map { .string(vendors[$0].id) } ?? .null,
            "attached": .bool(placement.isAttached),
            "deferred": .bool(placement.specification.isDeferred),
            "shown": (placement.shown?.presentation.campaign.id).map(JSONValue.string) ?? .null,
            "load": placement.progress.map(JSONValue.string) ?? .null,
        ]
        if let contest = group.contest { state["contest"] = .object(describe(contest)) }
        return state
    }
}
