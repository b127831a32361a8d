import PersonalizeJSON

/// What choosing goes by besides what is stored.
struct OverlayChoice: Sendable {
    var rules: ConditionRules
    var templates: TemplateRegistry
    var weekStart: Int64
    var now: Instant
    /// The campaign that the occurrence itself is about.
    var subject: String?
}

extension OverlayContent {
    /// The campaigns of a list that these occurrences set off and whose limits
    /// let them through, in the list's order, once for each occurrence. Each
    /// that was set off is counted, whether its limits let it through or not.
    mutating func eligible(
        _ index: OverlayIndex, for occurrence: TriggerOccurrence, _ choice: OverlayChoice,
        counted: inout [String]
    ) -> [OverlayEntry] {
        let names = choice.rules.names(of: occurrence)
        let candidates = index.candidates(names)
        var eligible: [OverlayEntry] = []
        for position in candidates {
            let entry = index.entries[position]
            guard
                rejectionBeforeLimits(
                    of: entry, keys: index.keys[position], for: occurrence, names: names, choice)
                    == nil
            else { continue }
            tallies[entry.campaign, default: OverlayTally()].countOccasion()
            counted.append(entry.campaign)
            if limitRejection(of: entry, past(of: entry.campaign), choice) == nil {
                eligible.append(entry)
            }
        }
        return eligible
    }

    /// Why an occurrence does not set a campaign off; nil when it does.
    func rejectionBeforeLimits(
        of entry: OverlayEntry, for occurrence: TriggerOccurrence, _ choice: OverlayChoice
    ) -> Rejection? {
        rejectionBeforeLimits(
            of: entry, keys: entry.triggers.map(choice.rules.key(of:)), for: occurrence,
            names: choice.rules.names(of: occurrence), choice)
    }

    private func rejectionBeforeLimits(
        of entry: OverlayEntry, keys: [String?], for occurrence: TriggerOccurrence,
        names: [String], _ choice: OverlayChoice
    ) -> Rejection? {
        if let rejection = templateRejection(of: entry, choice) { return rejection }
        if let subject = choice.subject, subject == entry.campaign {
            return Rejection(
                .trigger, "own_event", values: ["campaign": .string(subject)],
                hint: "A campaign is not set off by what is told of itself.")
        }
        var first: Rejection?
        for (trigger, key) in zip(entry.triggers, keys) {
            guard
                let rejection = trigger.rejection(
                    of: occurrence, names: names, key: key, rules: choice.rules,
                    count: { counts[choice.rules.key(of: $0)]?.count ?? 0 })
            else { return nil }
            // The trigger that came nearest says most.
            if first == nil || first?.reason == "other_event" { first = rejection }
        }
        return first
            ?? Rejection(
                .trigger, "no_triggers", hint: "A campaign without triggers is never set off.")
    }

    func templateRejection(of entry: OverlayEntry, _ choice: OverlayChoice) -> Rejection? {
        guard !entry.template.isEmpty, choice.templates[entry.template] == nil else { return nil }
        return Rejection(
            .template, "template_unknown", values: ["template": .string(entry.template)],
            hint: "Define the template before start; names are compared exactly.")
    }

    func limitRejection(
        of entry: OverlayEntry, _ past: Limit.Past, _ choice: OverlayChoice
    ) -> Rejection? {
        for limit in entry.limits {
            if let rejection = limit.rejection(
                past, at: choice.now, weekStart: choice.weekStart)
            {
                return rejection
            }
        }
        return nil
    }
}

/// What is chosen among campaigns that may all be shown.
struct OverlaySelection: Sendable {
    /// The one for each delay, the shortest delay first.
    var winners: [OverlayEntry] = []
    /// Those of higher rank that are suppressed.
    var suppressed: [OverlayEntry] = []

    /// Of all with the same delay the first by rank is chosen.
    init(_ eligible: [OverlayEntry], at now: Instant) {
        guard !eligible.isEmpty else { return }
        let ranked = eligible.indices.sorted { left, right in
            if eligible[left].precedes(eligible[right], at: now) { return true }
            if eligible[right].precedes(eligible[left], at: now) { return false }
            return left < right
        }
        var decided: Int64?
        for position in ranked where decided != (eligible[position].delay ?? 0) {
            let entry = eligible[position]
            if entry.isSuppressed {
                suppressed.append(entry)
            } else {
                winners.append(entry)
                decided = entry.delay ?? 0
            }
        }
    }
}
