public import PersonalizeCore
public import PersonalizeJSON

/// Makes the house instances of a configuration.
///
///     {"id": "house", "kind": "house", "file": "/usr/share/kiosk/house.json"}
///     {"id": "house", "kind": "house", "url": "https://kiosk.example/house.json"}
public struct HouseFactory: AdapterFactory {
    public init() {}

    public var kind: String { HouseAdapter.kind }

    /// Throws `configuration` errors only; the reasons are those of `Settings`
    /// and `two_sources` and `invalid_url`.
    public func make(
        instance: String, settings: JSONObject, device: Device, path: String
    ) throws(PersonalizeError) -> ConfiguredAdapter {
        let reader = Settings(settings, path: path, vendor: instance)
        let configuration = try HouseConfiguration.read(reader)
        return ConfiguredAdapter(
            adapter: HouseAdapter(instance: instance, configuration: configuration),
            secrets: [], redacted: settings, files: configuration.file.map { [$0] } ?? [])
    }
}
