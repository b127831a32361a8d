import PersonalizeCore
import PersonalizeJSON

extension PlacementReport {
    /// The form `personalize_placement_report` takes.
    init(host object: JSONObject) throws(PersonalizeError) {
        let members = try Members(
            object, allowed: ["attached", "visible", "width", "height", "failed"])
        let isSize = members.has("width") || members.has("height")
        let subjects =
            ["attached", "visible", "failed"].map { members.has($0) } + [isSize]
        guard subjects.filter(\.self).count == 1 else {
            throw PersonalizeError(
                .json, "wrong_form", "A report is about one thing.", path: "$",
                hint:
                    "Give \"attached\", or \"visible\", or \"width\" and \"height\", or \"failed\"."
            )
        }
        if let isAttached = try members.optional("attached", as: .bool) {
            self = .attached(isAttached)
        } else if let isVisible = try members.optional("visible", as: .bool) {
            self = .visible(isVisible)
        } else if let message = try members.optional("failed", as: .string) {
            self = .failed(message: message)
        } else {
            let size = FieldType.double.map(orRefuse: "must not be negative") { $0 < 0 ? nil : $0 }
            self = .size(
                width: try members.optional("width", as: size),
                height: try members.optional("height", as: size))
        }
    }
}

extension Purpose {
    init(host name: String) throws(PersonalizeError) {
        guard let purpose = Purpose(rawValue: name) else {
            let known = Purpose.allCases.map(\.rawValue)
            throw PersonalizeError(
                .notFound, "unknown_purpose", "There is no purpose \"\(name)\".",
                hint: "Known purposes: \(known.joined(separator: ", ")).")
        }
        self = purpose
    }
}

extension HookName {
    init(host name: String) throws(PersonalizeError) {
        guard let hook = HookName(rawValue: name) else {
            let known = HookName.allCases.map(\.rawValue)
            throw PersonalizeError(
                .notFound, "unknown_hook", "There is no hook \"\(name)\".",
                hint: SimilarNames.nearest(to: name, among: known).map { "Did you mean \"\($0)\"?" }
                    ?? "Known hooks: \(known.joined(separator: ", ")).")
        }
        self = hook
    }
}

/// What `personalize_hook_answer` takes: the members of all hooks, since the
/// token alone does not tell which was asked.
func hookAnswer(host object: JSONObject) throws(PersonalizeError) -> JSONObject {
    let flags = ["handled", "render", "track", "open", "show"]
    let members = try Members(
        object, allowed: flags + ["campaigns", "token", "view", "content", "custom_data"])
    var answer = JSONObject()
    for flag in flags {
        answer[flag] = try members.optional(flag, as: .bool).map(JSONValue.bool)
    }
    let campaigns = try members.optional("campaigns", as: .array(of: .string))
    answer["campaigns"] = campaigns.map { .array($0.map(JSONValue.string)) }
    answer["view"] = try members.optional("view", as: .object).map(JSONValue.object)
    answer["content"] = try members.optional("content", as: .value)
    answer["custom_data"] = try members.optional("custom_data", as: .value)
    answer["token"] = try members.optional("token", as: .string).map(JSONValue.string)
    return answer
}
