import PersonalizeJSON

extension Trigger {
    /// Why an occurrence does not set this off; nil when it does.
    ///
    /// - Parameter count: how often the customer has done what is called so,
    ///   this time included; only asked when all else about the event holds.
    public func rejection(
        of occurrence: TriggerOccurrence, rules: ConditionRules, count: (String) -> Int64
    ) -> Rejection? {
        rejection(
            of: occurrence, names: rules.names(of: occurrence), key: rules.key(of: self),
            rules: rules, count: count)
    }

    /// The same with what can be made once for many triggers or occurrences:
    /// the names of the occurrence, and the trigger's own.
    func rejection(
        of occurrence: TriggerOccurrence, names: [String], key: String?, rules: ConditionRules,
        count: (String) -> Int64
    ) -> Rejection? {
        guard let key, names.contains(key) else { return otherEvent(occurrence) }
        if let rejection = rules.rejection(ofAll: conditions, in: occurrence.properties) {
            return rejection
        }
        if isFirstTimeOnly, let name {
            let times = count(name)
            if times != 1 {
                return Rejection(
                    .trigger, "not_the_first_time",
                    values: ["event": .string(name), "count": .integer(times)],
                    hint: "Only the customer's first such event counts.")
            }
        }
        if let rejection = areaRejection(of: occurrence) { return rejection }
        for condition in itemConditions {
            if let rejection = rules.rejection(of: condition, inItems: occurrence.items) {
                return rejection
            }
        }
        return nil
    }

    private func otherEvent(_ occurrence: TriggerOccurrence) -> Rejection {
        var values: JSONObject = ["happened": .string(occurrence.attribute ?? occurrence.event)]
        values["event"] = event.map(JSONValue.string)
        values["attribute"] = attribute.map(JSONValue.string)
        return Rejection(
            .trigger, "other_event", values: values, hint: "The campaign waits for another event.")
    }

    private func areaRejection(of occurrence: TriggerOccurrence) -> Rejection? {
        guard !areas.isEmpty else { return nil }
        guard let location = occurrence.location else {
            return Rejection(
                .trigger, "location_unknown",
                hint: "The campaign is for places; tell the engine where the customer is.")
        }
        var nearest: (area: Area, distance: Double)?
        for area in areas {
            let distance = location.kilometres(to: area.center)
            if distance <= area.radiusKilometres { return nil }
            if distance < nearest?.distance ?? .infinity { nearest = (area, distance) }
        }
        var values: JSONObject = [
            "latitude": .number(location.latitude), "longitude": .number(location.longitude),
        ]
        if let nearest {
            values["distance_km"] = .number(nearest.distance)
            values["radius_km"] = .number(nearest.area.radiusKilometres)
        }
        return Rejection(
            .trigger, "outside_area", values: values,
            hint: "The customer is in none of the campaign's areas.")
    }
}

extension ConditionRules {
    /// The name under which an index keeps a trigger; nil when it waits for
    /// nothing. No event can have the name of a change of an attribute.
    func key(of trigger: Trigger) -> String? {
        if let attribute = trigger.attribute { return "\u{0}" + key(of: attribute) }
        return trigger.event.map(key(of:))
    }

    /// The names under which triggers of an occurrence are kept.
    func names(of occurrence: TriggerOccurrence) -> [String] {
        guard let attribute = occurrence.attribute else { return [key(of: occurrence.event)] }
        return ["\u{0}" + key(of: attribute)] + changeSuffixes.map { key(of: attribute + $0) }
    }

    /// Whether changes of an attribute trigger nothing.
    func ignores(_ occurrence: TriggerOccurrence) -> Bool {
        occurrence.attribute.map(ignoredAttributes.contains) ?? false
    }
}
