public import PersonalizeCore
public import PersonalizeJSON

extension CleverTapAdapter: BatchingAdapter {
    public var batchPolicy: BatchPolicy {
        BatchPolicy(
            delay: configuration.batching.delay,
            maximumDelay: configuration.batching.maximumDelay,
            lifetime: configuration.batching.lifetime,
            sessionTimeout: configuration.batching.sessionTimeout,
            raisesLaunch: configuration.raisesLaunch, isPaused: configuration.batching.isPaused,
            isOptedOut: configuration.isOptedOut)
    }

    // MARK: - Profiles

    public func profileID(random: String) -> String {
        configuration.platform.devicePrefix + random
    }

    /// Marked as the host's own, as the vendor's SDKs do.
    public var configuredProfile: String? {
        configuration.deviceID.map { configuration.platform.devicePrefix + "h" + $0 }
    }

    public var identityFields: [String] { configuration.identityKeys }

    /// The ids come first, since the first of them that is known decides.
    public func profileFields(ids: JSONObject, properties: JSONObject) -> JSONObject {
        var fields = JSONObject()
        for (name, id) in ids.members { fields[fieldName(ofID: name)] = id }
        for (name, value) in properties.members where fields[name] == nil {
            fields[name] = value
        }
        return fields
    }

    private func fieldName(ofID name: String) -> String {
        SettingRules.canonicalKey(name) ?? configuration.identityNames[name]?.string ?? name
    }

    public func identity(of field: String, value: JSONValue, keys: [String]) -> String? {
        guard let key = keys.first(where: { equalsIgnoringASCIICase($0, field) }) else {
            return nil
        }
        let text: String? =
            switch value {
            case .string(let text): text
            case .integer, .real, .bool: value.encoded()
            default: nil
            }
        return text.flatMap { $0.isEmpty ? nil : "\(key)_\($0)" }
    }

    public func isRemovable(identity field: String) -> Bool {
        !equalsIgnoringASCIICase(field, "Identity")
    }

    /// The vendor fills these in by itself.
    public var silentFields: [String] { ["cc", "tz", "Carrier"] }

    public func optOutFields(_ optOut: OptOut) -> JSONObject {
        [
            "ct_optout": .bool(optOut.isOptedOut),
            "ct_allow_sys_events_and_communication": .bool(optOut.allowsSystem),
        ]
    }

    // MARK: - Events

    public var launchEvent: String { EventName.launch }

    public func read(_ event: ReportedEvent) -> EventReading { EventCheck.read(event) }

    public func read(_ operation: ProfileOperation) -> OperationReading {
        ProfileCheck(hasCountry: !configuration.application.country.isEmpty).read(operation)
    }

    public func isDiscarded(_ event: String, by names: [String]) -> Bool {
        let name = EventName.normalized(event)
        return names.contains { EventName.normalized($0) == name }
    }

    public func applicationFields(location: Location?) -> JSONObject {
        configuration.application.fields(
            platform: configuration.platform, revision: configuration.revision,
            location: location)
    }

    /// The vendor wants to hear of the last click until the session is over.
    public func sessionMemory(_ memory: JSONObject, after event: ReportedEvent) -> JSONObject {
        guard event.isOwn, event.name == EventName.clicked else { return memory }
        let fields = event.properties.members.filter { $0.key.hasPrefix("wzrk_") }
        guard !fields.isEmpty else { return memory }
        var memory = memory
        memory[Memory.reference] = .object(JSONObject(fields.map { ($0.key, $0.value) }))
        return memory
    }
}
