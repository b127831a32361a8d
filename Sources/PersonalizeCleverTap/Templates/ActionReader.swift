import PersonalizeCore
import PersonalizeJSON

/// Reads the value of an action argument: `{"actions": {"type": "url", ...}}`.
struct ActionReader {
    /// The names under which links are looked for, the first one that is not
    /// empty winning.
    var linkOrder: [String]

    /// Nil when it is no action: what has no `actions` is none, but for a
    /// function that stands there directly, as the SDKs read it when they look
    /// for files.
    func read(_ value: JSONValue) -> TemplateAction? {
        guard let object = value.object else { return nil }
        if let actions = object["actions"] { return actions.object.map(action) }
        guard kind(of: object) == .function else { return nil }
        return action(object)
    }

    private func action(_ object: JSONObject) -> TemplateAction {
        let kind = kind(of: object)
        let isFunction = kind == .function
        return TemplateAction(
            kind, word: object["type"]?.string ?? "", url: link(in: object),
            keyValues: kind == .keyValues ? keyValues(in: object) : [:],
            template: isFunction ? object["templateName"]?.string ?? "" : "",
            values: isFunction ? object["vars"]?.object ?? [:] : [:], payload: object)
    }

    private func kind(of object: JSONObject) -> TemplateAction.Kind {
        let words: [(String, TemplateAction.Kind)] = [
            ("close", .close), ("url", .openURL), ("kv", .keyValues), ("custom-code", .function),
            ("rfp", .promptPermission),
        ]
        let word = object["type"]?.string ?? ""
        return words.first { equalsIgnoringASCIICase($0.0, word) }?.1 ?? .unknown
    }

    /// Line breaks are no part of an address, wherever a template's author has
    /// put them.
    private func link(in object: JSONObject) -> String {
        for name in linkOrder {
            let link = (object[name]?.string ?? "").utf8.filter {
                $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n")
            }
            if !link.isEmpty { return String(decoding: link, as: UTF8.self) }
        }
        return ""
    }

    /// Empty texts are left out, as on Android; what is no text stays as it is.
    private func keyValues(in object: JSONObject) -> JSONObject {
        JSONObject(
            (object["kv"]?.object ?? [:]).members.filter { $0.value != "" && !$0.value.isNull }
                .map { ($0.key, $0.value) })
    }
}
