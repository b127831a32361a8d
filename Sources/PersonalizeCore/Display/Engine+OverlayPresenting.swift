import PersonalizeJSON

/// From the moment the host is told to present an overlay to its end.
extension Engine {
    mutating func present(_ preparation: OverlayPreparation) {
        display.preparations.removeAll { $0.number == preparation.number }
        let presentation = OverlayPresentation(
            number: preparation.number, vendor: preparation.vendor, overlay: preparation.overlay,
            definition: preparation.definition, values: preparation.values,
            files: preparation.files, identity: identity(preparation.vendor),
            audience: audience(preparation.vendor), began: now.wall)
        guard let id = display.presentations.insert(presentation) else {
            leaveQueue(preparation.number)
            return drop(
                preparation.overlay, vendor: preparation.vendor,
                Rejection(
                    .display, "too_many_presentations",
                    hint: "Dismiss the functions that have been carried out."))
        }
        display.active.append(id)
        diagnose(vendor: preparation.vendor, preparation.values.diagnostics)
        if isSystemFunction(preparation.definition.name, vendor: preparation.vendor) {
            return carryOut(id, presentation)
        }
        if preparation.definition.isVisual { display.holder = id }
        tellWanted(id, presentation)
    }

    /// Tells the host to present; again, with the same id, when the first time
    /// was lost with what it belonged to.
    mutating func tellWanted(_ id: Int64, _ presentation: OverlayPresentation) {
        var fields = fields(id, presentation)
        fields["kind"] = .string(presentation.definition.kind.rawValue)
        fields["visual"] = .bool(presentation.definition.isVisual)
        fields["extras"] = .object(presentation.overlay.extras)
        update("presentation.wanted", vendor: presentation.vendor, fields)
    }

    func fields(_ id: Int64, _ presentation: OverlayPresentation) -> JSONObject {
        var fields: JSONObject = ["presentation_id": .integer(id)]
        fields.merge(presentation.overlay.fields)
        return fields
    }

    // MARK: - What the host says

    mutating func perform(
        _ command: PresentationCommand, presentation id: Int64
    ) throws(PersonalizeError) {
        guard let presentation = display.presentations[id] else {
            throw Self.unknownPresentation
        }
        // Answered first, since hosts get the updates in this order.
        let isDone = !presentation.isOver || command == .release
        switch command {
        case .presented:
            let isFirst = presentation.stage == .wanted
            reply(["done": .bool(isFirst)])
            if isFirst { presented(id, presentation) }
        case .dismissed:
            reply(["done": .bool(isDone)])
            if isDone { dismissed(id, presentation) }
        case .trigger(let argument):
            let action = isDone ? action(argument, of: presentation) : nil
            reply(["done": .bool(action != nil)])
            if let action {
                trigger(action, argument: argument, of: presentation, id)
            } else if isDone {
                diagnose(
                    vendor: presentation.vendor, what: "action", path: nil,
                    reason: "not_an_action",
                    message: "\"\(argument)\" is no action of \(presentation.definition.name).")
            }
        case .failed(let message):
            reply(["done": .bool(isDone)])
            if isDone { failed(id, presentation, message: message) }
        case .release:
            reply(["done": true])
            release(id, presentation)
        }
    }

    /// Functions have no actions.
    private func action(
        _ argument: String, of presentation: OverlayPresentation
    ) -> TemplateAction? {
        presentation.definition.kind == .template ? presentation.values.action(argument) : nil
    }

    /// The customer sees it: from now on it is never presented again. What an
    /// action asked for is neither tracked nor counted.
    mutating func presented(_ id: Int64, _ presentation: OverlayPresentation) {
        display.presentations[id]?.stage = .presented
        leaveQueue(presentation.number)
        guard presentation.isFollowed else { return }
        tell(.presented, of: presentation)
        countImpression(
            of: presentation.overlay, vendor: presentation.vendor,
            profile: presentation.audience.profile)
        countCrossCap(of: presentation)
        update("presentation.presented", vendor: presentation.vendor, fields(id, presentation))
    }

    /// It is gone, whether it was ever presented or not.
    mutating func dismissed(_ id: Int64, _ presentation: OverlayPresentation) {
        end(id, presentation)
        // The vendor hears nothing of a function without anything to see that an
        // action called, and so neither does the host.
        guard presentation.isFollowed || presentation.definition.isVisual else { return }
        let wasPresented = presentation.stage == .presented
        if wasPresented, presentation.isFollowed { tell(.dismissed, of: presentation) }
        var fields = fields(id, presentation)
        fields["presented"] = .bool(wasPresented)
        fields["extras"] = .object(presentation.overlay.extras)
        fields["action_extras"] = .object(presentation.actionExtras)
        update("presentation.dismissed", vendor: presentation.vendor, fields)
    }

    private mutating func failed(
        _ id: Int64, _ presentation: OverlayPresentation, message: String
    ) {
        end(id, presentation)
        var fields = fields(id, presentation)
        fields["message"] = .string(message)
        update("presentation.failed", vendor: presentation.vendor, fields)
    }

    /// Makes way for the next. The host can go on reading for a while.
    private mutating func end(_ id: Int64, _ presentation: OverlayPresentation) {
        leaveQueue(presentation.number)
        display.presentations[id]?.stage = .dismissed
        display.active.removeAll { $0 == id }
        if display.holder == id { display.holder = nil }
        display.inputs = nil
        display.past.append(id)
        while display.past.count > Display.mostPast {
            display.presentations.remove(display.past.removeFirst())
        }
    }

    /// A host that lets go of what it presents has dismissed it.
    private mutating func release(_ id: Int64, _ presentation: OverlayPresentation) {
        if !presentation.isOver { dismissed(id, presentation) }
        display.past.removeAll { $0 == id }
        display.presentations.remove(id)
    }

    private mutating func tell(
        _ happening: OverlayHappening, of presentation: OverlayPresentation
    ) {
        guard
            let event = overlayAdapter(presentation.vendor)?.event(
                for: happening, of: presentation.overlay)
        else { return }
        track(
            event, vendor: presentation.vendor, identity: presentation.identity,
            audience: presentation.audience)
    }

    /// Asks for what is on show to be closed. It stays until the host says that
    /// it is gone.
    mutating func closeHolder() {
        guard let id = display.holder, let presentation = display.presentations[id] else { return }
        update("presentation.close_wanted", vendor: presentation.vendor, fields(id, presentation))
    }

    // MARK: - Actions

    private mutating func trigger(
        _ action: TemplateAction, argument: String, of presentation: OverlayPresentation,
        _ id: Int64
    ) {
        display.presentations[id]?.actionExtras = action.keyValues
        tell(.clicked(argument: argument, action), of: presentation)
        var fields = fields(id, presentation)
        fields["argument"] = .string(argument)
        switch action.kind {
        case .close:
            update("presentation.close_wanted", vendor: presentation.vendor, fields)
        case .openURL: open(action, presentation, id, fields)
        case .keyValues:
            guard !action.keyValues.isEmpty else { return }
            fields["key_values"] = .object(action.keyValues)
            update("key_values.received", vendor: presentation.vendor, fields)
        case .function: call(action, of: presentation)
        case .promptPermission, .unknown: break
        }
    }

    private mutating func open(
        _ action: TemplateAction, _ presentation: OverlayPresentation, _ id: Int64,
        _ fields: JSONObject
    ) {
        guard !action.url.isEmpty else { return }
        guard hooks.contains(.clickOverride) else {
            return openURL(action.url, vendor: presentation.vendor, fields)
        }
        let token = nextID()
        questions[token] = .overlayURL(
            vendor: presentation.vendor, url: action.url, fields: fields)
        var question: JSONObject = ["vendor": .string(vendors[presentation.vendor].id)]
        question.merge(fields)
        question["url"] = .string(action.url)
        effects.append(
            .ask(HookQuestion(token: token, hook: .clickOverride, question: question)))
    }

    mutating func openURL(_ url: String, vendor: Int, _ fields: JSONObject) {
        var fields = fields
        fields["url"] = .string(url)
        update("url.open_wanted", vendor: vendor, fields)
    }

    /// A visual function is next in line; one without anything to see is
    /// carried out at once, beside what is on show.
    private mutating func call(_ action: TemplateAction, of presentation: OverlayPresentation) {
        let vendor = presentation.vendor
        guard let adapter = overlayAdapter(vendor) else { return }
        var overlay = adapter.overlay(for: action, of: presentation.overlay)
        overlay.isAction = true
        guard let definition = vendors[vendor].templates[overlay.template] else {
            return drop(overlay, vendor: vendor, unknownTemplate(overlay.template))
        }
        if definition.kind == .template {
            diagnose(
                vendor: vendor, what: "action", path: nil, reason: "template_as_action",
                message: "An action of \(presentation.definition.name) names the template"
                    + " \(definition.name); vendors expect a function.")
        }
        if definition.isVisual {
            enqueue([overlay], vendor: vendor, profile: vendors[vendor].profile, atFront: true)
        } else {
            prepareLoose(overlay, definition, vendor: vendor)
        }
    }
}
