import PersonalizeCore
import PersonalizeJSON

extension SettingRules {
    /// A project or a stream, one of the two, with the project's API key.
    static func integration(
        _ settings: Settings
    ) throws(PersonalizeError) -> (Integration, key: String?) {
        let hasStream = try settings.optional("stream_id", as: .value) != nil
        let hasProject = try settings.optional("project_token", as: .value) != nil
        guard hasStream else {
            return (
                .project(
                    token: try pathPart(settings, "project_token", "project token"),
                    usesCustomerToken: try settings.optional("customer_token", as: .bool)
                        ?? false),
                try authorization(settings)
            )
        }
        guard !hasProject else {
            throw settings.invalid(
                "stream_id", reason: "two_integrations",
                "There is a project token as well as a stream id.",
                hint: "Give \"project_token\" for a project or \"stream_id\" for a stream.")
        }
        for key in ["authorization", "customer_token"] {
            guard try settings.optional(key, as: .value) == nil else {
                throw settings.invalid(
                    key, reason: "not_for_streams", "A stream takes customers' tokens alone.",
                    hint: "Leave \"\(key)\" out, and give tokens with "
                        + "personalize_authorization_set or the hook authorization_wanted.")
            }
        }
        return (.stream(id: try pathPart(settings, "stream_id", "stream id")), nil)
    }

    /// The categories of segments that the host wants to hear of: names, or
    /// objects with a name and what is to be heard.
    static func observedSegments(
        _ settings: Settings
    ) throws(PersonalizeError) -> [ObservedCategory] {
        let values = try settings.optional("segments", as: .array(of: .value)) ?? []
        var observed: [ObservedCategory] = []
        for (index, value) in values.enumerated() {
            let path = "\(settings.fields.path(of: "segments"))[\(index)]"
            let object = value.object ?? ["category": value]
            let own = Settings(object, path: path, vendor: settings.vendor)
            try own.refuseUnknown(allowed: ["category", "include_first_load"])
            let category = try own.required(
                "category", as: .string(of: ExponeaSegmentation.categories))
            guard !observed.contains(where: { $0.category == category }) else {
                throw own.invalid(
                    "category", reason: "duplicate_category",
                    "The category \"\(category)\" is there twice.")
            }
            observed.append(
                ObservedCategory(
                    category: category,
                    includesFirstLoad: try own.optional("include_first_load", as: .bool)
                        ?? false))
        }
        return observed
    }

    /// A part of URLs, so nothing that would change their structure.
    static func pathPart(
        _ settings: Settings, _ key: String, _ name: String
    ) throws(PersonalizeError) -> String {
        let text = try settings.required(
            key, as: .string,
            hint: key == "project_token"
                ? "Copy the project token from the project's settings; for a stream of the data "
                    + "hub give \"stream_id\" instead." : "Copy it from the stream's settings.")
        guard isPathPart(text) else {
            throw settings.invalid(
                key, reason: "invalid_\(key)",
                "The \(name) has to be letters, digits, '-', '_', '.' or '~'.",
                hint: "Copy the \(name) alone, without spaces or quotes.")
        }
        return text
    }
}
