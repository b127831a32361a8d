import PersonalizeJSON

/// The place for overlays as the host steers it.
extension Engine {
    mutating func perform(_ command: DisplayCommand) throws(PersonalizeError) {
        switch command {
        case .suspend: setDisplay(.suspended)
        case .discard(let dismisses):
            setDisplay(.discarding)
            if dismisses, hasOverlays { closeHolder() }
        case .resume: setDisplay(.resumed)
        case .state: reply(displayState())
        case .clearFiles(let vendor, let expiredOnly):
            try clearFiles(vendor: vendor, expiredOnly: expiredOnly)
        }
    }

    private mutating func setDisplay(_ mode: Display.Mode) {
        reply()
        guard hasOverlays, display.mode != mode else { return }
        display.mode = mode
        update("display.changed", ["mode": .string(mode.rawValue)])
    }

    /// Instances that only track have no overlays to hold back.
    private var hasOverlays: Bool {
        vendors.indices.contains {
            overlayAdapter($0).map { !$0.overlayPolicy.isAnalyticsOnly } ?? false
        }
    }

    func overlayAdapter(_ vendor: Int) -> (any OverlayAdapter)? {
        vendors[vendor].adapter as? any OverlayAdapter
    }

    // MARK: - Coming in

    /// Takes overlays whose turn will come, in this order. They are stored when
    /// the call that caused them returns.
    mutating func enqueue(
        _ overlays: [Overlay], vendor: Int, profile: String, atFront isAtFront: Bool
    ) {
        guard let adapter = overlayAdapter(vendor), !adapter.overlayPolicy.isAnalyticsOnly
        else { return }
        // Each goes before the one that was put to the front last.
        for overlay in isAtFront ? overlays.reversed() : overlays {
            guard vendors[vendor].templates[overlay.template] != nil else {
                drop(overlay, vendor: vendor, unknownTemplate(overlay.template))
                continue
            }
            guard !display.queue.isFull || overlay.isAction else {
                let rejection = Rejection(
                    .display, "queue_full",
                    values: ["waiting": .integer(Int64(display.queue.entries.count))],
                    hint: "Dismiss what is presented, so that the queue moves on.")
                drop(overlay, vendor: vendor, rejection)
                continue
            }
            let entries = display.queue.insert(
                overlay, vendor: vendor, profile: profile, atFront: isAtFront)
            for entry in entries { store(entry) }
            display.inputs = nil
            update("overlay.queued", vendor: vendor, overlay.fields)
        }
    }

    private mutating func store(_ entry: QueuedOverlay) {
        store(
            .put(
                key(of: entry), header: JSONValue.object(entry.json).encoded(), body: nil))
    }

    private func key(of entry: QueuedOverlay) -> RecordKey {
        vendors[entry.vendor].key(.overlay, Outbox.key(entry.number))
    }

    func unknownTemplate(_ name: String) -> Rejection {
        Rejection(
            .template, "not_defined", values: ["template": .string(name)],
            hint: "Define the template before start; names are compared exactly.")
    }

    // MARK: - Going out

    /// Takes an overlay out of the queue and the store.
    mutating func leaveQueue(_ number: Int64) {
        guard let entry = display.queue.remove(number) else { return }
        store(.remove(key(of: entry)))
        display.inputs = nil
    }

    /// An overlay will not be presented.
    mutating func drop(_ overlay: Overlay, vendor: Int, _ rejection: Rejection) {
        var fields = overlay.fields
        fields.merge(rejection.json)
        update("overlay.dropped", vendor: vendor, fields)
    }

    mutating func drop(_ entry: QueuedOverlay, _ rejection: Rejection) {
        leaveQueue(entry.number)
        drop(entry.overlay, vendor: entry.vendor, rejection)
    }

    // MARK: - Moving on

    /// Carries on with whatever can go on. Costs nothing while nothing waits.
    mutating func advanceDisplay() {
        advanceFetches()
        guard !display.queue.isEmpty || !display.preparations.isEmpty else { return }
        if display.mode == .discarding { discard() }
        for number in display.preparations.map(\.number) { advance(preparation: number) }
        let inputs = Display.Inputs(
            mode: display.mode, isForeground: isForeground, profiles: vendors.map(\.profile))
        guard display.inputs != inputs else { return }
        display.inputs = inputs
        guard display.mode == .resumed, isForeground else { return }
        takeTurns()
    }

    /// Looks through the queue once. What needs no slot does not wait for it.
    private mutating func takeTurns() {
        var position = 0
        while position < display.queue.entries.count {
            let entry = display.queue.entries[position]
            guard isCurrent(entry), !display.isPrepared(entry.number) else {
                position += 1
                continue
            }
            guard let definition = vendors[entry.vendor].templates[entry.overlay.template] else {
                drop(entry, unknownTemplate(entry.overlay.template))
                continue
            }
            guard !definition.isVisual || !display.isSlotTaken else {
                position += 1
                continue
            }
            prepare(entry, definition)
        }
    }

    /// Whether an overlay was meant for the vendor's present profile.
    func isCurrent(_ entry: QueuedOverlay) -> Bool {
        entry.profile == vendors[entry.vendor].profile
    }

    /// Drops what waits. What is on its way is in the queue as well.
    private mutating func discard() {
        let rejection = Rejection(
            .display, "discarded", hint: "Resume the display; what comes then is shown.")
        for entry in display.queue.entries
        where isCurrent(entry) && !display.active.contains(where: { isOf(entry, $0) }) {
            display.preparations.removeAll { $0.number == entry.number }
            drop(entry, rejection)
        }
    }

    private func isOf(_ entry: QueuedOverlay, _ id: Int64) -> Bool {
        display.presentations[id]?.number == entry.number
    }

    /// A vendor knows a profile by another id from now on: what waits and what
    /// is on show stays with it.
    mutating func renameAudience(vendor: Int, from: String, to: String) {
        for entry in display.queue.rename(vendor: vendor, from: from, to: to) { store(entry) }
        for index in display.preparations.indices
        where display.preparations[index].vendor == vendor
            && display.preparations[index].profile == from
        {
            display.preparations[index].profile = to
        }
        for id in display.active
        where display.presentations[id]?.vendor == vendor
            && display.presentations[id]?.audience.profile == from
        {
            display.presentations[id]?.audience.profile = to
        }
        display.inputs = nil
    }

    /// Drops what waits for a profile that is not coming back.
    mutating func dropOverlays(vendor: Int, profile: String, reason: String) {
        for entry in display.queue.entries
        where entry.vendor == vendor && entry.profile == profile
            && !display.active.contains(where: { isOf(entry, $0) })
        {
            display.preparations.removeAll { $0.number == entry.number }
            drop(entry, Rejection(.display, reason))
        }
    }
}

extension Overlay {
    /// What updates and questions say of it.
    var fields: JSONObject {
        [
            "campaign_id": .string(campaign), "delivery_id": .string(delivery),
            "template": .string(template), "action": .bool(isAction),
        ]
    }
}
