import PersonalizeCore
import PersonalizeJSON

/// Reads a campaign for placements. Unlike a vendor's, the format is ours and
/// nobody else writes it, so a key that is not known is a misspelt one.
enum CampaignReader {
    static func record(_ fields: JSONFields) throws(FieldError) -> CampaignRecord {
        try fields.refuseUnknown(allowed: [
            "id", "name", "placements", "from_ms", "to_ms", "frequency", "priority", "control",
            "html", "data", "images", "actions", "attributes", "extra",
        ])
        let id = try fields.required("id", as: .nonEmptyString)
        let body = try content(fields)
        let campaign = Campaign(
            id: id, name: try fields.optional("name", as: .string) ?? id,
            placements: try fields.required("placements", as: .array(of: .nonEmptyString)),
            schedule: try schedule(fields),
            frequency: try fields.optional(
                "frequency", as: .string(of: Frequency.allCases.map(\.rawValue))
            ).flatMap(Frequency.init(rawValue:)) ?? .always,
            priority: try fields.optional("priority", as: .integer) ?? 0,
            format: body?["data"] == nil ? .html : .data,
            attributes: try fields.optional("attributes", as: .object) ?? [:])
        return CampaignRecord(
            campaign, body: body.map { Array(JSONValue.object($0).encoded().utf8) })
    }

    static func schedule(_ fields: JSONFields) throws(FieldError) -> Schedule? {
        let from = try fields.optional("from_ms", as: .integer)
        let to = try fields.optional("to_ms", as: .integer)
        guard from != nil || to != nil else { return nil }
        if let from, let to, from > to {
            throw fields.invalid("to_ms", "must not be before from_ms")
        }
        return Schedule(from: from, to: to)
    }

    /// The members that make the content; nil for a control variant.
    private static func content(_ fields: JSONFields) throws(FieldError) -> JSONObject? {
        let html = try fields.optional("html", as: .string)
        let data = try fields.optional("data", as: .object)
        if try fields.optional("control", as: .bool) == true {
            guard html == nil, data == nil else {
                throw fields.invalid("control", "a control variant has no content")
            }
            return nil
        }
        switch (html, data) {
        case (let html?, nil):
            guard !fields.has("images"), !fields.has("actions") else {
                throw fields.invalid(
                    fields.has("images") ? "images" : "actions",
                    "only \"data\" has it; HTML names its own")
            }
            return ["html": .string(html)]
        case (nil, let data?):
            let images = try fields.optional("images", as: .array(of: .nonEmptyString)) ?? []
            return [
                "data": .object(data), "images": .array(images.map(JSONValue.string)),
                "actions": .array(try actions(fields).map { .object($0.json) }),
            ]
        case (nil, nil): throw fields.missing("html")
        default: throw fields.invalid("data", "a campaign has \"html\" or \"data\", not both")
        }
    }

    private static func actions(_ fields: JSONFields) throws(FieldError) -> [Action] {
        guard fields.has("actions") else { return [] }
        var actions: [Action] = []
        for entry in try fields.fieldsList("actions") {
            try entry.refuseUnknown(allowed: ["name", "url", "type"])
            let kinds = ["browser", "deep_link", "close"]
            actions.append(
                Action(
                    name: try entry.optional("name", as: .string),
                    url: try entry.required("url", as: .nonEmptyString),
                    kind: try entry.optional("type", as: .string(of: kinds))
                        .flatMap(Action.Kind.init(rawValue:)) ?? .browser))
        }
        return actions
    }
}
