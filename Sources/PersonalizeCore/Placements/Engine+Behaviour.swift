import PersonalizeJSON

/// Something that happened to a placement, with what the engine does about it
/// unless the host has it otherwise.
struct Occurrence: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// `isTracked` is false for a campaign of a carousel that has come
        /// round again.
        case shown(isTracked: Bool)
        case empty(reason: String)
        case failed(reason: String, message: String)
        case clicked(Action)
        case closed
    }

    var placement: Int64
    /// Nil when nothing is concerned: found empty, or failed without content.
    var presentation: Presentation?
    var kind: Kind
    /// The host's key of the call that caused it.
    var key: String?

    var word: String {
        switch kind {
        case .shown: "shown"
        case .empty: "empty"
        case .failed: "error"
        case .clicked: "click"
        case .closed: "close"
        }
    }
}

extension Engine {
    /// Lets the default behaviour follow, which the host may have a say in.
    ///
    /// What the engine keeps account of (that it was shown, that the customer
    /// interacted) is settled before and is no part of it, nor is loading the
    /// next campaign afterwards.
    mutating func occur(_ occurrence: Occurrence) {
        guard hooks.contains(.behaviourOverride), let placement = placements[occurrence.placement]
        else { return behave(occurrence, isTracked: true, isOpened: true) }
        let token = nextID()
        questions[token] = .behaviour(occurrence)
        var question = fields(placement, occurrence.placement)
        question["event"] = .string(occurrence.word)
        question["kind"] = .string(placement.kind.rawValue)
        question["vendor"] = .string(vendors[placement.vendor].id)
        question["campaign"] = occurrence.presentation.map { .object(describe($0)) } ?? .null
        switch occurrence.kind {
        case .clicked(let action): question["action"] = .object(action.json)
        case .empty(let reason): question["reason"] = .string(reason)
        case .failed(let reason, let message):
            question["reason"] = .string(reason)
            question["message"] = .string(message)
        case .shown, .closed: break
        }
        effects.append(
            .ask(HookQuestion(token: token, hook: .behaviourOverride, question: question)))
    }

    /// The default behaviour, or what the host has left of it.
    mutating func behave(_ occurrence: Occurrence, isTracked: Bool, isOpened: Bool) {
        let id = occurrence.placement
        guard let placement = placements[id] else { return }
        let vendor = placement.vendor
        func tell(_ happening: Happening, if isWanted: Bool) {
            guard isWanted, let presentation = occurrence.presentation else { return }
            happen(happening, to: presentation, vendor: vendor, key: occurrence.key)
        }
        let isActionTracked = isTracked && placement.options.tracksActions
        switch occurrence.kind {
        case .shown(let isFirst):
            tell(.shown, if: isTracked && isFirst)
            if placement.carousel == nil { ready(id, true, key: occurrence.key) }
        case .empty:
            ready(id, false, key: occurrence.key)
        case .failed(_, let message):
            tell(.failed(message: message), if: isTracked)
        case .closed:
            tell(.closed, if: isActionTracked)
            finishClose(occurrence)
        case .clicked(let action):
            tell(.clicked(action), if: isActionTracked)
            finishTracking(of: action, occurrence, isOpened: isOpened)
        }
    }
}
