import PersonalizeJSON

/// The texts of an inbox's views.
public struct InboxLabels: Sendable, Equatable {
    /// What a text is for. The raw values are the names the hosts' files of
    /// texts use, behind the vendor's prefix.
    public enum Name: String, Sendable, CaseIterable {
        case button
        case title
        case defaultTitle
        case emptyTitle
        case emptyMessage
        case errorTitle
        case errorMessage
        case mainActionTitle

        /// The English text, as the vendors' guides have it.
        var standard: String {
            switch self {
            case .button: "Inbox"
            case .title: "AppInbox"
            case .defaultTitle: "Message"
            case .emptyTitle: "Empty Inbox"
            case .emptyMessage: "You have no messages yet."
            case .errorTitle: "Something went wrong :("
            case .errorMessage: "We could not retrieve your messages."
            case .mainActionTitle: "See more"
            }
        }
    }

    let prefix: String
    /// In the order in which they win, the last first.
    let layers: [JSONObject]

    subscript(name: Name) -> String {
        let key = prefix + name.rawValue
        return layers.reversed().lazy.compactMap { $0[key]?.string }.first ?? name.standard
    }

    /// All texts by their whole names.
    var json: JSONObject {
        JSONObject(Name.allCases.map { (prefix + $0.rawValue, .string(self[$0])) })
    }

    /// The whole names there are.
    public static func keys(prefix: String) -> [String] {
        Name.allCases.map { prefix + $0.rawValue }
    }
}
