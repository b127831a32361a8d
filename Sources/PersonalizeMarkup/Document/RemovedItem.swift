/// Something the clean-up took out of a document, and why.
public struct RemovedItem: Sendable, Equatable {
    /// What sort of thing it was.
    public enum Kind: String, Sendable {
        case element, attribute, url, style, action
    }

    /// What sort of thing it was.
    public var kind: Kind
    /// `script`, `onclick`, `img@src`; for an action its URL, shortened.
    public var name: String
    /// A stable identifier such as `forbidden` or `unsafe_url`.
    public var reason: String
    /// How often the same thing was removed for the same reason.
    public var count: Int

    /// An item as it is reported, for comparing in tests.
    public init(kind: Kind, name: String, reason: String, count: Int = 1) {
        self.kind = kind
        self.name = name
        self.reason = reason
        self.count = count
    }
}

/// Collects what was removed without growing with a hostile document.
struct RemovalLog {
    static let distinctLimit = 64
    static let nameLimit = 80

    private(set) var items: [RemovedItem] = []
    private(set) var overflow = 0

    mutating func note(_ kind: RemovedItem.Kind, _ name: String, _ reason: String) {
        let name = name.utf8.count > Self.nameLimit ? String(name.prefix(Self.nameLimit)) : name
        for index in items.indices
        where items[index].kind == kind && items[index].name == name
            && items[index].reason == reason
        {
            items[index].count &+= 1
            return
        }
        if items.count < Self.distinctLimit {
            items.append(RemovedItem(kind: kind, name: name, reason: reason))
        } else {
            overflow &+= 1
        }
    }
}
