import PersonalizeCore
import PersonalizeJSON

/// An instance's settings, checked.
struct ExponeaConfiguration: Sendable, Equatable {
    /// Without a slash at its end.
    var baseURL: String
    var integration: Integration
    /// Where the API key is kept; nil when no authorization is sent.
    var authorizationReference: String?
    var applicationID: String
    /// The file name of the bundle of definitions.
    var bundle: String
    var defaultProperties: JSONObject
    var allowsDefaultCustomerProperties: Bool
    /// The categories of segments the host wants to hear of.
    var observedSegments: [ObservedCategory]
    var policy: VendorPolicy
    var inboxStyle: InboxStyle

    private static let keys = [
        "base_url", "project_token", "stream_id", "authorization", "customer_token",
        "application_id", "bundle", "segments",
        "default_properties", "allow_default_customer_properties",
        "automatic_session_tracking", "session_timeout_ms", "consent", "prefetch_placements",
        "event_id_header", "display_memory_days", "inbox",
    ]
    private static let millisecondsOfDay: Int64 = 86_400_000

    /// Reads the settings; the second result is the API key, nil for none.
    static func read(
        _ settings: Settings, reference: String
    ) throws(PersonalizeError) -> (ExponeaConfiguration, key: String?) {
        try settings.refuseUnknown(allowed: keys)
        let (integration, key) = try SettingRules.integration(settings)
        let configuration = ExponeaConfiguration(
            baseURL: try SettingRules.baseURL(settings),
            integration: integration,
            authorizationReference: key == nil ? nil : reference,
            applicationID: try SettingRules.applicationID(settings),
            bundle: try SettingRules.bundle(settings),
            defaultProperties: try settings.optional("default_properties", as: .object) ?? [:],
            allowsDefaultCustomerProperties: try settings.optional(
                "allow_default_customer_properties", as: .bool) ?? true,
            observedSegments: try SettingRules.observedSegments(settings),
            policy: try policy(settings, integration),
            inboxStyle: try InboxSettings.style(settings))
        return (configuration, key)
    }

    private static func policy(
        _ settings: Settings, _ integration: Integration
    ) throws(PersonalizeError) -> VendorPolicy {
        let memory: Int64? =
            if settings.isNull("display_memory_days") {
                nil
            } else {
                try settings.optional(
                    "display_memory_days", as: .integer(in: 1...36_500),
                    hint: "Give a number of days, or null to remember for ever.") ?? 30
            }
        return VendorPolicy(
            sessionTimeout: try settings.optional(
                "session_timeout_ms", as: .integer(in: 0...millisecondsOfDay)) ?? 60_000,
            automaticSessions: try settings.optional(
                "automatic_session_tracking", as: .bool) ?? true,
            consent: try settings.consents(),
            prefetch: try settings.optional(
                "prefetch_placements", as: .array(of: .nonEmptyString)) ?? [],
            eventIDHeader: try SettingRules.eventIDHeader(settings),
            maximumAttempts: 10,
            displayMemory: memory.map { $0 &* millisecondsOfDay },
            reservedIDs: [ExponeaAdapter.cookie], authorization: integration.policy)
    }
}
