public import PersonalizeCore
public import PersonalizeJSON

/// Makes the CleverTap instances of a configuration.
///
///     {"id": "ct", "kind": "clevertap", "account_id": "...", "token": "...", "region": "eu1"}
public struct CleverTapFactory: AdapterFactory {
    public init() {}

    public var kind: String { CleverTapAdapter.kind }

    /// Throws `configuration` errors only; the reasons are those of `Settings`
    /// and `invalid_account_id`, `invalid_token`, `invalid_host`, `invalid_url`,
    /// `invalid_identity_keys`, `invalid_device_id` and `not_supported`.
    public func make(
        instance: String, settings: JSONObject, device: Device, path: String
    ) throws(PersonalizeError) -> ConfiguredAdapter {
        let reference = "\(instance)/token"
        let reader = Settings(settings, path: path, vendor: instance)
        let (configuration, token) = try CleverTapConfiguration.read(
            reader, device: device, reference: reference)
        // What was found out about this machine is written out, since a replay
        // may run on another.
        var redacted = settings
        redacted["token"] = "***"
        redacted["device"] = .object(configuration.application.deviceSettings)
        redacted["locale"] = .string(configuration.application.locale)
        return ConfiguredAdapter(
            adapter: CleverTapAdapter(instance: instance, configuration: configuration),
            secrets: [Secret(reference: reference, value: token)], redacted: redacted)
    }
}
