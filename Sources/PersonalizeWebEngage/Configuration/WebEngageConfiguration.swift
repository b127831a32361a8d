import PersonalizeCore
import PersonalizeJSON

/// An instance's settings, checked.
struct WebEngageConfiguration: Sendable, Equatable {
    /// The address of the REST interface, without a slash at its end.
    var baseURL: String
    var licenseCode: String
    /// Where the API key is kept; nil when none is sent.
    var keyReference: String?
    /// Where the campaigns are fetched; nil when the host brings them.
    var campaignsURL: String?
    /// Where content is fetched that campaigns do not carry, in place of what
    /// they say; nil for what they say.
    var contentURL: String?
    /// The name of the customer's id among those of the host.
    var customerID: String
    var policy: VendorPolicy
    var screenPolicy: ScreenPolicy

    private static let keys = [
        "license_code", "api_key", "data_center", "base_url", "campaigns_url", "content_url",
        "customer_id", "auto_track_impressions", "unregister_on_navigate",
        "automatic_session_tracking", "session_timeout_ms", "consent", "event_id_header",
    ]
    private static let millisecondsOfDay: Int64 = 86_400_000

    /// Reads the settings; the second result is the API key, nil for none.
    static func read(
        _ settings: Settings, reference: String
    ) throws(PersonalizeError) -> (WebEngageConfiguration, key: String?) {
        try settings.refuseUnknown(allowed: keys)
        let key = try SettingRules.apiKey(settings)
        let configuration = WebEngageConfiguration(
            baseURL: try SettingRules.baseURL(settings),
            licenseCode: try SettingRules.licenseCode(settings),
            keyReference: key == nil ? nil : reference,
            campaignsURL: try SettingRules.address(settings, "campaigns_url"),
            contentURL: try SettingRules.address(settings, "content_url"),
            customerID: try settings.optional("customer_id", as: .nonEmptyString) ?? "registered",
            policy: VendorPolicy(
                sessionTimeout: try settings.optional(
                    "session_timeout_ms", as: .integer(in: 0...millisecondsOfDay)) ?? 1_800_000,
                automaticSessions: try settings.optional(
                    "automatic_session_tracking", as: .bool) ?? true,
                consent: try settings.consents(),
                eventIDHeader: try SettingRules.eventIDHeader(settings)),
            screenPolicy: ScreenPolicy(
                tracksViews: try settings.optional("auto_track_impressions", as: .bool) ?? true,
                unregistersOnScreen: try settings.optional(
                    "unregister_on_navigate", as: .bool) ?? false))
        return (configuration, key)
    }
}
