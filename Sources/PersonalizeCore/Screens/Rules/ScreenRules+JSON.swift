import PersonalizeJSON

// The stored forms. A condition that could not be read is stored as one, so
// that it fails closed after a restart as well.

extension AttributeCondition {
    var json: JSONObject {
        var object: JSONObject = [:]
        object["attribute"] = attribute.map(JSONValue.string)
        let (word, value): (String, JSONValue?) =
            switch comparison {
            case .equals(let value): ("equals", value)
            case .oneOf(let values): ("one_of", .array(values))
            case .startsWith(let text): ("starts_with", .string(text))
            case .endsWith(let text): ("ends_with", .string(text))
            case .contains(let text): ("contains", .string(text))
            case .matches(let pattern): ("matches", .string(pattern.source))
            case .isEmpty: ("is_empty", nil)
            case .greaterThan(let bound): ("greater_than", .number(bound))
            case .greaterOrEqual(let bound): ("greater_or_equal", .number(bound))
            case .lessThan(let bound): ("less_than", .number(bound))
            case .lessOrEqual(let bound): ("less_or_equal", .number(bound))
            case .unreadable: ("unreadable", nil)
            }
        object["comparison"] = .string(word)
        object["value"] = value
        if isNegated { object["negated"] = true }
        return object
    }

    init(json object: JSONObject) {
        let value = object["value"]
        let number = value?.double
        let comparison: Comparison? =
            switch object["comparison"]?.string {
            case "equals": value.map(Comparison.equals)
            case "one_of": (value?.array).map(Comparison.oneOf)
            case "starts_with": (value?.string).map(Comparison.startsWith)
            case "ends_with": (value?.string).map(Comparison.endsWith)
            case "contains": (value?.string).map(Comparison.contains)
            case "matches":
                (value?.string).flatMap { try? Pattern($0) }.map(Comparison.matches)
            case "is_empty": .isEmpty
            case "greater_than": number.map(Comparison.greaterThan)
            case "greater_or_equal": number.map(Comparison.greaterOrEqual)
            case "less_than": number.map(Comparison.lessThan)
            case "less_or_equal": number.map(Comparison.lessOrEqual)
            default: nil
            }
        self.init(
            object["attribute"]?.string, comparison ?? .unreadable,
            isNegated: object["negated"]?.bool ?? false)
    }
}

extension ConditionGroup {
    var json: JSONObject {
        ["any": .bool(isAny), "conditions": .array(conditions.map { .object($0.json) })]
    }

    /// A condition that is no object is one that cannot be read.
    init(json object: JSONObject) {
        self.init(
            (object["conditions"]?.array ?? []).map {
                AttributeCondition(json: $0.object ?? [:])
            }, isAny: object["any"]?.bool ?? false)
    }
}

extension Lifecycle {
    var json: JSONObject {
        var object = JSONObject()
        object["maximum_views"] = maximumViews.map(JSONValue.integer)
        object["period"] = period.map { .string($0.rawValue) }
        object["repetitions"] = repetitions.map(JSONValue.integer)
        return object
    }

    init(json object: JSONObject) {
        self.init(
            maximumViews: object["maximum_views"]?.integer,
            period: object["period"]?.string.flatMap(Period.init(rawValue:)),
            repetitions: object["repetitions"]?.integer)
    }
}

extension CampaignViews {
    var json: JSONObject {
        var object: JSONObject = ["views": .integer(views)]
        object["first_period"] = firstPeriod.map(JSONValue.integer)
        object["period"] = period.map(JSONValue.integer)
        if viewsInPeriod != 0 { object["views_in_period"] = .integer(viewsInPeriod) }
        if isClicked { object["clicked"] = true }
        return object
    }

    init(json object: JSONObject) {
        views = object["views"]?.integer ?? 0
        firstPeriod = object["first_period"]?.integer
        period = object["period"]?.integer
        viewsInPeriod = object["views_in_period"]?.integer ?? 0
        isClicked = object["clicked"]?.bool ?? false
    }
}

extension RecentViews {
    var json: JSONObject {
        var object: JSONObject = ["in_session": .integer(inSession)]
        object["session_ms"] = session.map(JSONValue.integer)
        object["last_ms"] = last.map(JSONValue.integer)
        return object
    }

    init(json object: JSONObject) {
        session = object["session_ms"]?.integer
        inSession = object["in_session"]?.integer ?? 0
        last = object["last_ms"]?.integer
    }
}

extension ScreenRules {
    var json: JSONObject {
        var object: JSONObject = ["timeout_ms": .integer(timeout)]
        object["group"] = group.map(JSONValue.string)
        object["maximum_views"] = maximumViews.map(JSONValue.integer)
        if heldOut != 0 { object["held_out"] = .integer(heldOut) }
        if !segments.isEmpty { object["segments"] = .array(segments.map(JSONValue.string)) }
        if case .event(let name, let filters) = trigger {
            object["event"] = .string(name)
            object["filters"] = .object(filters.json)
        }
        if !screenData.conditions.isEmpty { object["screen_data"] = .object(screenData.json) }
        if ignoresCapping { object["ignores_capping"] = true }
        object["lifecycle"] = lifecycle.map { .object($0.json) }
        object["variations"] = .array(
            variations.map { ["id": .string($0.id), "weight": .integer($0.weight)] })
        return object
    }

    init(json object: JSONObject) {
        self.init(
            group: object["group"]?.string, timeout: object["timeout_ms"]?.integer ?? 5_000,
            maximumViews: object["maximum_views"]?.integer,
            heldOut: object["held_out"]?.integer ?? 0,
            segments: object["segments"]?.strings ?? [],
            trigger: object["event"]?.string.map {
                .event($0, ConditionGroup(json: object["filters"]?.object ?? [:]))
            } ?? .screen,
            screenData: ConditionGroup(json: object["screen_data"]?.object ?? [:]),
            ignoresCapping: object["ignores_capping"]?.bool ?? false,
            lifecycle: (object["lifecycle"]?.object).map(Lifecycle.init(json:)),
            variations: (object["variations"]?.array ?? []).compactMap { value in
                value["id"]?.string.map {
                    Variation(id: $0, weight: value["weight"]?.integer ?? 0)
                }
            })
    }
}

extension ScreenPlan {
    var json: JSONObject {
        var object: JSONObject = [
            "places": .array(
                places.map {
                    [
                        "id": .string($0.id), "target": .string($0.target),
                        "screens": .object($0.screens.json),
                    ]
                }),
            "content_url": .string(contentURL),
        ]
        object["maximum_winners"] = maximumWinners.map(JSONValue.integer)
        object["views_per_session"] = capping.viewsPerSession.map(JSONValue.integer)
        object["gap_ms"] = capping.gap.map(JSONValue.integer)
        return object
    }

    init(json object: JSONObject) {
        self.init(
            places: (object["places"]?.array ?? []).compactMap { value in
                guard let id = value["id"]?.string, let target = value["target"]?.string else {
                    return nil
                }
                return ScreenPlace(
                    id: id, target: target,
                    screens: ConditionGroup(json: value["screens"]?.object ?? [:]))
            },
            maximumWinners: object["maximum_winners"]?.integer,
            capping: FrequencyCapping(
                viewsPerSession: object["views_per_session"]?.integer,
                gap: object["gap_ms"]?.integer),
            contentURL: object["content_url"]?.string ?? "")
    }
}
