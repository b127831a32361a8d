/// The key of a stored record about overlays: whose it is, what it is, and of
/// which campaign or event.
struct OverlayKey: Sendable, Equatable {
    enum Kind: String, Sendable {
        case clientSide = "c"
        case serverSide = "s"
        case occasions = "o"
        case displays = "d"
        case events = "e"
    }

    var profile: String
    var kind: Kind
    var name: String

    /// No profile's id has a control character in it.
    private static let separator = "\u{1F}"

    init(_ profile: String, _ kind: Kind, _ name: String) {
        self.profile = profile
        self.kind = kind
        self.name = name
    }

    var text: String { profile + Self.separator + kind.rawValue + Self.separator + name }

    /// Nil when it is not the form of a key.
    init?(_ text: String) {
        let parts = text.split(
            separator: "\u{1F}", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let kind = Kind(rawValue: String(parts[1])) else { return nil }
        self.init(String(parts[0]), kind, String(parts[2]))
    }
}
