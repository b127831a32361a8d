/// The values behind the names that requests carry instead of secrets.
///
/// Printing one shows how many there are and nothing else.
public struct Secrets: Sendable {
    private var values: [String: String]

    /// Secrets by name.
    public init(_ values: [String: String] = [:]) { self.values = values }

    /// The secret of a name; nil when there is none.
    public subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }
}

extension Secrets: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many secrets there are.
    public var description: String { "Secrets(\(values.count))" }
    /// How many secrets there are.
    public var debugDescription: String { description }
    /// Nothing, so that a dump shows no secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
