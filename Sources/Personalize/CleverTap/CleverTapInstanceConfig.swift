/// One account of the vendor, as the engine is configured with it.
public struct CleverTapInstanceConfig: Sendable, Equatable {
    public var accountId: String
    public var accountToken: String
    /// Such as `eu1`; nil has the vendor asked.
    public var accountRegion: String?
    /// The instance's id in the engine; two accounts need two.
    public var id: String
    /// Further keys of the kind `clevertap` (docs/configuration.md).
    public var settings: JSONObject

    public init(
        accountId: String, accountToken: String, accountRegion: String? = nil,
        id: String = "clevertap", settings: JSONObject = [:]
    ) {
        self.accountId = accountId
        self.accountToken = accountToken
        self.accountRegion = accountRegion
        self.id = id
        self.settings = settings
    }

    /// The element of `vendors` in the engine's configuration.
    public var vendor: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "kind": "clevertap", "account_id": .string(accountId),
            "token": .string(accountToken),
        ]
        object["region"] = accountRegion.map(JSONValue.string)
        object.merge(settings)
        return .object(object)
    }

    /// The fields of a profile that tell customers apart.
    var identityKeys: [String] {
        settings["identity_keys"]?.array?.compactMap(\.string) ?? ["Identity", "Email"]
    }
}
