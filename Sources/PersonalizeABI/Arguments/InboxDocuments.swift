import PersonalizeCore
import PersonalizeJSON

extension InboxQuery {
    /// The members `offset`, `limit` and `content`.
    init(host members: Members) throws(PersonalizeError) {
        self.init(
            offset: try members.optional("offset", as: .integer(in: 0...Int64.max)) ?? 0,
            limit: try members.optional("limit", as: .integer(in: 0...1000)) ?? 50,
            hasContent: try members.optional("content", as: .bool) ?? false)
    }
}

extension MessageAction {
    /// The form `personalize_inbox_clicked` takes.
    init(host object: JSONObject) throws(PersonalizeError) {
        let members = try Members(object, allowed: ["url", "title", "type", "main"])
        let kind = try members.optional("type", as: .string(of: Kind.allCases.map(\.rawValue)))
        _ = try members.optional("main", as: .bool)
        self.init(
            title: try members.optional("title", as: .string),
            url: try members.optional("url", as: .string),
            kind: kind.flatMap(Kind.init(rawValue:)) ?? .none)
    }
}

extension InboxViewSpecification {
    /// The form `personalize_inbox_view` takes.
    init(host object: JSONObject) throws(PersonalizeError) {
        let common = ["view", "labels", "relative_time"]
        let kinds = ["button", "list", "detail"]
        let kind = object["view"]?.string ?? ""
        let own =
            switch kind {
            case "list": ["offset", "limit", "images", "fetch"]
            case "detail": ["message"]
            default: [String]()
            }
        let members = try Members(
            object,
            allowed: common
                + (kinds.contains(kind)
                    ? own : ["offset", "limit", "images", "fetch", "message"]))
        let view: View =
            switch try members.required("view", as: .string(of: kinds)) {
            case "list":
                .list(
                    try InboxQuery(host: members),
                    hasImages: try members.optional("images", as: .bool) ?? false,
                    fetches: try members.optional("fetch", as: .bool) ?? false)
            case "detail":
                .detail(message: try members.required("message", as: .nonEmptyString))
            default: .button
            }
        self.init(
            view, labels: try members.optional("labels", as: .object) ?? [:],
            relativeTime: try members.optional("relative_time", as: .object) ?? [:])
    }
}
