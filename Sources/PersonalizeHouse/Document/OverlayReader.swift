import PersonalizeCore
import PersonalizeJSON

/// Reads an overlay: one invocation of a template of the host's, and what sets
/// it off.
enum OverlayReader {
    static func record(_ fields: JSONFields) throws(FieldError) -> OverlayCampaign {
        try fields.refuseUnknown(allowed: [
            "id", "template", "values", "on", "until_ms", "priority", "delay_ms", "limits",
            "extras", "attributes", "extra",
        ])
        let id = try fields.required("id", as: .nonEmptyString)
        var properties = try fields.optional("attributes", as: .object) ?? [:]
        properties["campaign"] = .string(id)
        let overlay = Overlay(
            campaign: id, delivery: id,
            template: try fields.required("template", as: .nonEmptyString),
            values: try fields.optional("values", as: .object) ?? [:], properties: properties,
            extras: try fields.optional("extras", as: .object) ?? [:],
            expires: try fields.optional("until_ms", as: .integer),
            priority: try fields.optional("priority", as: .integer) ?? 1,
            limits: try limits(fields))
        return OverlayCampaign(
            overlay: overlay, triggers: try triggers(fields),
            delay: try fields.optional("delay_ms", as: .integer(in: 1...longestDelay)))
    }

    /// A day.
    private static let longestDelay: Int64 = 86_400_000

    private static func triggers(_ fields: JSONFields) throws(FieldError) -> [Trigger] {
        guard fields.has("on") else { throw fields.missing("on") }
        var triggers: [Trigger] = []
        for entry in try fields.fieldsList("on") {
            try entry.refuseUnknown(allowed: ["event", "where", "first_time"])
            triggers.append(
                Trigger(
                    event: try entry.required("event", as: .nonEmptyString),
                    conditions: try conditions(entry),
                    isFirstTimeOnly: try entry.optional("first_time", as: .bool) ?? false))
        }
        return triggers
    }

    private static func conditions(_ fields: JSONFields) throws(FieldError) -> [Condition] {
        guard fields.has("where") else { return [] }
        let words = Condition.Operation.allCases.filter { $0 != .unknown }.map(\.rawValue)
        var conditions: [Condition] = []
        for entry in try fields.fieldsList("where") {
            try entry.refuseUnknown(allowed: ["property", "is", "value", "not"])
            let word = try entry.optional("is", as: .string(of: words))
            conditions.append(
                Condition(
                    try entry.required("property", as: .nonEmptyString),
                    word.flatMap(Condition.Operation.init(rawValue:)) ?? .equals,
                    try entry.optional("value", as: .value) ?? .null,
                    isNegated: try entry.optional("not", as: .bool) ?? false))
        }
        return conditions
    }

    private static func limits(_ fields: JSONFields) throws(FieldError) -> [Limit] {
        guard fields.has("limits") else { return [] }
        let words = Limit.Kind.allCases.filter { $0 != .onEvery && $0 != .onExactly }
        var limits: [Limit] = []
        for entry in try fields.fieldsList("limits") {
            try entry.refuseUnknown(allowed: ["per", "units", "limit"])
            let word = try entry.required("per", as: .string(of: words.map(\.rawValue)))
            limits.append(
                Limit(
                    Limit.Kind(rawValue: word) ?? .ever,
                    try entry.required("limit", as: .integer(in: 1...1_000)),
                    frequency: try entry.optional("units", as: .integer(in: 1...1_000)) ?? 1))
        }
        return limits
    }
}
