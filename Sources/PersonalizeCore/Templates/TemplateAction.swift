public import PersonalizeJSON

/// What an argument of the type `action` holds: something that is done when the
/// host triggers it.
public struct TemplateAction: Sendable, Equatable {
    /// The raw values are those of updates and of docs/templates.md.
    public enum Kind: String, Sendable, CaseIterable {
        /// Asks the presenter to close.
        case close
        case openURL = "url"
        /// Hands key-values to the host.
        case keyValues = "key_values"
        /// Carries out a function, or presents a template.
        case function
        case promptPermission = "permission"
        /// One that nobody here knows: it is tracked and does nothing.
        case unknown
    }

    public var kind: Kind
    /// The vendor's own word for the kind.
    public var word: String
    /// Empty for none.
    public var url: String
    public var keyValues: JSONObject
    /// The function it names; empty for none.
    public var template: String
    /// The values it gives to the function's arguments, by whole names.
    public var values: JSONObject
    /// All the vendor has sent, for its adapter.
    public var payload: JSONObject

    public init(
        _ kind: Kind, word: String, url: String = "", keyValues: JSONObject = [:],
        template: String = "", values: JSONObject = [:], payload: JSONObject = [:]
    ) {
        self.kind = kind
        self.word = word
        self.url = url
        self.keyValues = keyValues
        self.template = template
        self.values = values
        self.payload = payload
    }

    /// How it is called where a text stands for it: in maps and descriptions.
    public var label: String { template.isEmpty ? word : template }
}
