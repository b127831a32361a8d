public import PersonalizeCore
public import PersonalizeJSON

/// Makes the Exponea instances of a configuration.
///
///     {"id": "shop", "kind": "exponea", "project_token": "...", "authorization": "Token ..."}
///     {"id": "hub", "kind": "exponea", "stream_id": "..."}
public struct ExponeaFactory: AdapterFactory {
    public init() {}

    public var kind: String { ExponeaAdapter.kind }

    /// Throws `configuration` errors only; the reasons are those of `Settings`
    /// and `invalid_url`, `invalid_project_token`, `invalid_stream_id`,
    /// `two_integrations`, `not_for_streams`, `invalid_authorization`,
    /// `basic_authorization`, `bearer_authorization`, `invalid_application_id`,
    /// `invalid_bundle`, `invalid_header` and `duplicate_category`.
    public func make(
        instance: String, settings: JSONObject, device: Device, path: String
    ) throws(PersonalizeError) -> ConfiguredAdapter {
        let reference = "\(instance)/authorization"
        let reader = Settings(settings, path: path, vendor: instance)
        let (configuration, key) = try ExponeaConfiguration.read(reader, reference: reference)
        var redacted = settings
        if key != nil { redacted["authorization"] = "Token ***" }
        return ConfiguredAdapter(
            adapter: ExponeaAdapter(
                instance: instance, configuration: configuration, device: device),
            secrets: key.map { [Secret(reference: reference, value: $0)] } ?? [],
            redacted: redacted)
    }
}
