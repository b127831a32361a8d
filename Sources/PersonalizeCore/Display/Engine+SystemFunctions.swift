import PersonalizeJSON

/// Functions of the vendors' own. The host does the work; the engine does the
/// life-cycle: presented when it worked, and dismissed in any case.
extension Engine {
    func isSystemFunction(_ name: String, vendor: Int) -> Bool {
        vendors[vendor].templates.systemFunctions.contains { $0.name == name }
    }

    mutating func carryOut(_ id: Int64, _ presentation: OverlayPresentation) {
        let vendor = presentation.vendor
        guard
            let effect = overlayAdapter(vendor)?.effect(
                of: presentation.definition.name, values: presentation.values)
        else { return finishSystemFunction(id, isDone: false) }
        var fields = fields(id, presentation)
        guard !hooks.contains(.systemFunction) else {
            let token = nextID()
            questions[token] = .systemFunction(presentation: id)
            var question: JSONObject = ["vendor": .string(vendors[vendor].id)]
            question.merge(fields)
            question.merge(effect.fields)
            effects.append(
                .ask(HookQuestion(token: token, hook: .systemFunction, question: question)))
            return
        }
        fields.merge(effect.fields)
        fields["effect"] = nil
        // Whether the customer was asked is known with the hook alone.
        switch effect {
        case .openURL:
            update("url.open_wanted", vendor: vendor, fields)
            finishSystemFunction(id, isDone: true)
        case .askPermission:
            update("permission.wanted", vendor: vendor, fields)
            finishSystemFunction(id, isDone: false)
        case .askRating:
            update("rating.wanted", vendor: vendor, fields)
            finishSystemFunction(id, isDone: false)
        }
    }

    mutating func finishSystemFunction(_ id: Int64, isDone: Bool) {
        guard let presentation = display.presentations[id], !presentation.isOver else { return }
        if isDone { presented(id, presentation) }
        guard let now = display.presentations[id] else { return }
        dismissed(id, now)
    }
}

extension SystemEffect {
    fileprivate var fields: JSONObject {
        switch self {
        case .openURL(let url): ["effect": "open_url", "url": .string(url)]
        case .askPermission(let opensSettings):
            ["effect": "permission", "opens_settings": .bool(opensSettings)]
        case .askRating: ["effect": "rating"]
        }
    }
}
