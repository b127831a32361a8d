public import PersonalizeJSON

/// Makes the adapter of one kind from its part of the configuration.
public protocol AdapterFactory: Sendable {
    /// The kind, as configurations name it.
    var kind: String { get }

    /// Makes an instance. `settings` is the vendor's object of the
    /// configuration without `id` and `kind`, and `path` where it stands. A
    /// key that is unknown is an error, except under `extra`.
    func make(
        instance: String, settings: JSONObject, device: Device, path: String
    ) throws(PersonalizeError) -> ConfiguredAdapter
}

/// An adapter with what has to be kept apart from it.
public struct ConfiguredAdapter: Sendable {
    public var adapter: any Adapter
    /// Secrets by the references that the adapter's requests use. A reference
    /// begins with the instance's id.
    public var secrets: [Secret]
    /// The settings with every secret blotted out. Making an adapter of them
    /// gives one that makes the same requests, which is what a replay needs.
    public var redacted: JSONObject
    /// The paths that its requests may read as `file:` URLs. Whatever else
    /// such a request names, it gets nothing.
    public var files: [String]

    public init(
        adapter: any Adapter, secrets: [Secret], redacted: JSONObject, files: [String] = []
    ) {
        self.adapter = adapter
        self.secrets = secrets
        self.redacted = redacted
        self.files = files
    }
}

/// Something that must appear in no journal, state or log.
public struct Secret: Sendable, Equatable {
    public var reference: String
    public var value: String

    public init(reference: String, value: String) {
        self.reference = reference
        self.value = value
    }
}

/// What the host runs on, as events describe it.
public struct Device: Sendable, Equatable {
    public var osName: String
    public var osVersion: String
    public var platform: String
    public var model: String
    public var type: String
    public var appVersion: String
    public var sdk: String
    public var sdkVersion: String

    public init(
        osName: String = "Linux", osVersion: String = "", platform: String = "linux",
        model: String = "generic", type: String = "desktop", appVersion: String = "",
        sdk: String = "libpersonalize", sdkVersion: String = ""
    ) {
        self.osName = osName
        self.osVersion = osVersion
        self.platform = platform
        self.model = model
        self.type = type
        self.appVersion = appVersion
        self.sdk = sdk
        self.sdkVersion = sdkVersion
    }
}
