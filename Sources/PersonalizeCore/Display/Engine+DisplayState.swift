import PersonalizeJSON

/// What a host or a support desk can see of the place for overlays, and why
/// each overlay waits.
extension Engine {
    func displayState() -> JSONObject {
        [
            "mode": .string(display.mode.rawValue), "foreground": .bool(isForeground),
            "slot": slotState,
            "queue": .array(display.queue.entries.map { .object(state(of: $0)) }),
            "presentations": .array(
                display.active.compactMap { id in
                    display.presentations[id].map { .object(state(id, $0)) }
                }),
            "files": [
                "count": .integer(Int64(files.count)), "bytes": .integer(Int64(files.bytes)),
                "fetching": .integer(Int64(fetches.count)),
            ],
        ]
    }

    private var slotState: JSONValue {
        guard let id = display.holder, let presentation = display.presentations[id] else {
            guard let preparation = display.preparations.first(where: \.definition.isVisual) else {
                return .null
            }
            var object: JSONObject = ["vendor": .string(vendors[preparation.vendor].id)]
            object.merge(preparation.overlay.fields)
            object["waits_for"] = .string(preparation.waitsFor)
            return .object(object)
        }
        var object = state(id, presentation)
        object["waits_for"] = .string(presentation.stage == .wanted ? "presented" : "dismissed")
        object["hint"] = .string(
            "The host has it on show; nothing else is presented until the host dismisses it.")
        return .object(object)
    }

    private func state(_ id: Int64, _ presentation: OverlayPresentation) -> JSONObject {
        var object: JSONObject = ["vendor": .string(vendors[presentation.vendor].id)]
        object.merge(fields(id, presentation))
        object["visual"] = .bool(presentation.definition.isVisual)
        object["stage"] = .string(presentation.stage.rawValue)
        object["since_ms"] = .integer(presentation.began)
        return object
    }

    private func state(of entry: QueuedOverlay) -> JSONObject {
        var object: JSONObject = ["vendor": .string(vendors[entry.vendor].id)]
        object.merge(entry.overlay.fields)
        object["expires_ms"] = entry.overlay.expires.map(JSONValue.integer) ?? .null
        object["waits_for"] = .string(waitsFor(entry))
        return object
    }

    private func waitsFor(_ entry: QueuedOverlay) -> String {
        if let preparation = display.preparations.first(where: { $0.number == entry.number }) {
            return preparation.waitsFor
        }
        if display.active.contains(where: { display.presentations[$0]?.number == entry.number }) {
            return "presented"
        }
        if !isStarted { return "start" }
        if !isCurrent(entry) { return "profile" }
        if display.mode != .resumed { return "resume" }
        return isForeground ? "slot" : "foreground"
    }
}

extension OverlayPreparation {
    fileprivate var waitsFor: String {
        switch stage {
        case .begun, .looking, .fetching: "files"
        case .reviewing, .agreed: "host"
        }
    }
}
