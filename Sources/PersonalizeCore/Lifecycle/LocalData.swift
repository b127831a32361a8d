/// What an installation has stored about its customers.
public enum LocalData {
    /// What the host decided and nobody has to forget: without it a customer
    /// who said no would be back at the configuration's default.
    static let keptDocument = "consent"

    /// The changes that remove everything but the consent given: what is left
    /// is a new installation.
    ///
    /// - Parameter headers: everything that is stored.
    public static func removal(of headers: [StoredHeader]) -> [StoreChange] {
        removal()
            + headers.filter { $0.key.space == .document && $0.key.key == keptDocument }
            .map { .put($0.key, header: $0.header, body: nil) }
    }

    static func removal() -> [StoreChange] {
        Space.allCases.map { .removeAll($0, vendor: nil) }
    }
}
