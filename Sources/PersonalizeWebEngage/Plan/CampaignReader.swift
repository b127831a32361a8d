import PersonalizeCore
import PersonalizeJSON

/// Reads one campaign.
enum CampaignReader {
    static func read(
        _ fields: JSONFields, _ diagnostics: inout [JSONDiagnostic]
    ) throws(FieldError) -> CampaignRecord {
        let id = try fields.required("campaignId", as: .id)
        let target = try fields.required("targetViewId", as: .id)
        let percent = try fields.optional(
            "controlGroupPercent",
            as: FieldType<Double>.double.map(orRefuse: "must be from 0 to 100") {
                (0...100).contains($0) ? $0 : nil
            })
        let audience = try fields.optionalFields("audience")
        var rules = ScreenRules(
            group: try fields.optional("journeyId", as: .id),
            timeout: try timeout(fields),
            maximumViews: try fields.optional("maxViewsPerUser", as: .count),
            heldOut: percent.map { Int64(clamping: $0 * 100) } ?? 0,
            segments: try audience?.optional("segments", as: .array(of: .string)) ?? [],
            trigger: try trigger(fields, &diagnostics),
            screenData: try ConditionReader.group(
                fields, "screenData", subject: .none, &diagnostics),
            ignoresCapping: try fields.optional("ignoreFrequencyCapping", as: .bool) ?? false,
            lifecycle: try lifecycle(fields))
        let (variations, body) = try variations(fields, &diagnostics)
        rules.variations = variations
        let campaign = Campaign(
            id: id, name: id, placements: [target], schedule: try schedule(fields),
            format: .native, screen: rules)
        return CampaignRecord(campaign, body: body)
    }

    private static func timeout(_ fields: JSONFields) throws(FieldError) -> Int64 {
        let milliseconds = try fields.optional(
            "timeoutMs",
            as: FieldType<Double>.double.map(orRefuse: "must be more than 0") {
                $0 > 0 ? $0 : nil
            })
        return milliseconds.map { max(Int64(clamping: $0), 1) } ?? 5_000
    }

    /// The start belongs to it, the end does not.
    private static func schedule(_ fields: JSONFields) throws(FieldError) -> Schedule? {
        let from = try fields.optional("startsAt", as: .time)
        let to = try fields.optional("endsAt", as: .time)
        return from == nil && to == nil ? nil : Schedule(from: from, to: to.map { $0 &- 1 })
    }

    private static func trigger(
        _ fields: JSONFields, _ diagnostics: inout [JSONDiagnostic]
    ) throws(FieldError) -> ScreenRules.Trigger {
        guard let trigger = try fields.optionalFields("trigger"),
            try trigger.required("on", as: .string(of: ["screen", "event"])) == "event"
        else { return .screen }
        return .event(
            try trigger.required("event", as: .nonEmptyString),
            try ConditionReader.group(trigger, "filters", subject: .none, &diagnostics))
    }

    private static func lifecycle(_ fields: JSONFields) throws(FieldError) -> Lifecycle? {
        guard let lifecycle = try fields.optionalFields("lifecycle") else { return nil }
        let repetition = try lifecycle.optionalFields("repeat")
        let periods = Lifecycle.Period.allCases.map(\.rawValue)
        let every = try repetition?.required("every", as: .string(of: periods))
        return Lifecycle(
            maximumViews: try lifecycle.optional("maxViews", as: .count),
            period: every.flatMap(Lifecycle.Period.init(rawValue:)),
            repetitions: try repetition?.optional("times", as: .count))
    }

    /// The variations, and what content they carry, by their ids. Content is
    /// looked at when it is to be shown.
    private static func variations(
        _ fields: JSONFields, _ diagnostics: inout [JSONDiagnostic]
    ) throws(FieldError) -> ([Variation], body: [UInt8]?) {
        var variations: [Variation] = []
        var contents = JSONObject()
        let values = try fields.optional("variations", as: .array(of: .value)) ?? []
        for (index, value) in values.enumerated() {
            let path = "\(fields.path(of: "variations"))[\(index)]"
            do throws(FieldError) {
                let own = try JSONFields(value, path: path)
                let id = try own.required("variationId", as: .id)
                let weight = try own.optional("weight", as: .count) ?? 1
                guard !variations.contains(where: { $0.id == id }) else {
                    throw own.invalid(
                        "variationId", "the id \"\(Shortened.text(id))\" is repeated")
                }
                variations.append(Variation(id: id, weight: weight))
                if own.has("content") { contents[id] = own.object["content"] }
            } catch {
                diagnostics.append(JSONDiagnostic(what: "variation", error))
            }
        }
        return (variations, contents.isEmpty ? nil : JSONValue.object(contents).bytes)
    }
}

extension JSONValue {
    /// The bytes of its text.
    fileprivate var bytes: [UInt8] { Array(encoded().utf8) }
}
