public import PersonalizeJSON

/// Who the content is for, as one vendor knows them.
public struct Identity: Sendable, Equatable {
    /// Stands for a customer nobody has named; new at each anonymize.
    public var anonymousID: String
    /// The names the host gave, by kind (`registered`, `email`, …), in the
    /// order given.
    public var ids: JSONObject

    public init(anonymousID: String, ids: JSONObject = [:]) {
        self.anonymousID = anonymousID
        self.ids = ids
    }

    /// Whether the host has named the customer.
    public var isNamed: Bool { !ids.isEmpty }
}
