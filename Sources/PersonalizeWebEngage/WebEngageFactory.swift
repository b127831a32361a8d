public import PersonalizeCore
public import PersonalizeJSON

/// Makes the WebEngage instances of a configuration.
///
///     {"id": "inline", "kind": "webengage", "license_code": "...", "api_key": "..."}
public struct WebEngageFactory: AdapterFactory {
    public init() {}

    public var kind: String { WebEngageAdapter.kind }

    /// Throws `configuration` errors only; the reasons are those of `Settings`
    /// and `invalid_url`, `invalid_license_code`, `invalid_api_key` and
    /// `invalid_header`.
    public func make(
        instance: String, settings: JSONObject, device: Device, path: String
    ) throws(PersonalizeError) -> ConfiguredAdapter {
        let reference = "\(instance)/api_key"
        let reader = Settings(settings, path: path, vendor: instance)
        let (configuration, key) = try WebEngageConfiguration.read(reader, reference: reference)
        var redacted = settings
        if key != nil { redacted["api_key"] = "***" }
        return ConfiguredAdapter(
            adapter: WebEngageAdapter(instance: instance, configuration: configuration),
            secrets: key.map { [Secret(reference: reference, value: $0)] } ?? [],
            redacted: redacted)
    }
}
