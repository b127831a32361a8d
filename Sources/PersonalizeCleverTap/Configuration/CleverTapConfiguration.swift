import PersonalizeCore
import PersonalizeJSON

/// An instance's settings, checked.
struct CleverTapConfiguration: Sendable, Equatable {
    var account: String
    /// Where the token is kept.
    var tokenReference: String
    var route: Route
    /// In the vendor's spelling.
    var identityKeys: [String]
    /// The host's names for the identity keys, beside their own.
    var identityNames: JSONObject
    /// The host's own device id, without the prefix; nil for a generated one.
    var deviceID: String?
    var platform: Platform
    var revision: Int64
    var application: Application
    var raisesLaunch: Bool
    var isOptedOut: Bool
    var isPersonalized: Bool
    /// Whether requests are to show up in the vendor's integration debugger.
    var isDebugged: Bool
    var allowsSync: Bool
    /// Whether it tracks and shows nothing.
    var isAnalyticsOnly: Bool
    /// The first day of a week: 0 for Sunday to 6 for Saturday.
    var weekStart: Int64
    var batching: BatchSettings
    var policy: VendorPolicy

    /// How long things take, in milliseconds.
    struct BatchSettings: Sendable, Equatable {
        var sessionTimeout: Int64 = 1_200_000
        var delay: Int64 = 1_000
        var maximumDelay: Int64 = 5_000
        var lifetime: Int64 = 5 * 86_400_000
        /// Whether it begins without sending, until the host says otherwise.
        var isPaused = false
    }

    static let keys = [
        "account_id", "token", "region", "proxy_domain", "handshake_domain", "base_url",
        "identity_keys", "identity_names", "custom_device_id", "platform", "sdk_revision",
        "disable_app_launched", "offline", "opt_out", "device_network_info", "personalization",
        "encryption_in_transit", "log_level", "allow_sync", "analytics_only", "week_start",
        "session_timeout_s",
        "flush_delay_ms", "flush_maximum_ms", "event_lifetime_days", "app", "bundle_id", "device",
        "os_version", "locale", "width_in", "height_in", "carrier", "cc", "time_zone", "consent",
    ]

    /// Reads the settings; the second result is the token.
    static func read(
        _ settings: Settings, device: Device, reference: String
    ) throws(PersonalizeError) -> (CleverTapConfiguration, token: String) {
        try settings.refuseUnknown(allowed: keys)
        try SettingRules.refuseEncryption(settings)
        let platform = try SettingRules.platform(settings)
        let application = try Application.read(settings, device: device, platform: platform)
        let configuration = CleverTapConfiguration(
            account: try SettingRules.credential(settings, "account_id", "account id"),
            tokenReference: reference,
            route: try Route.read(settings),
            identityKeys: try SettingRules.identityKeys(settings),
            identityNames: try SettingRules.identityNames(settings),
            deviceID: try SettingRules.deviceID(settings), platform: platform,
            revision: try settings.optional(
                "sdk_revision", as: .integer(in: 1...99_999_999)) ?? platform.revision,
            application: application,
            raisesLaunch: try !flag(settings, "disable_app_launched"),
            isOptedOut: try flag(settings, "opt_out"),
            isPersonalized: try flag(settings, "personalization", or: true),
            isDebugged: try SettingRules.isDebugged(settings),
            allowsSync: try flag(settings, "allow_sync"),
            isAnalyticsOnly: try flag(settings, "analytics_only"),
            weekStart: try settings.optional("week_start", as: .integer(in: 0...6))
                ?? WeekStart.of(locale: application.locale),
            batching: try timing(settings), policy: try policy(settings))
        return (configuration, try SettingRules.credential(settings, "token", "token"))
    }

    private static func flag(
        _ settings: Settings, _ key: String, or standard: Bool = false
    ) throws(PersonalizeError) -> Bool {
        try settings.optional(key, as: .bool) ?? standard
    }

    private static func timing(_ settings: Settings) throws(PersonalizeError) -> BatchSettings {
        let day: Int64 = 86_400
        var timing = BatchSettings()
        if let seconds = try settings.optional("session_timeout_s", as: .integer(in: 0...day)) {
            timing.sessionTimeout = seconds &* 1000
        }
        let delays = FieldType<Int64>.integer(in: 0...(day * 1000))
        timing.delay = try settings.optional("flush_delay_ms", as: delays) ?? timing.delay
        timing.maximumDelay =
            try settings.optional("flush_maximum_ms", as: delays)
            ?? max(timing.maximumDelay, timing.delay)
        if let days = try settings.optional("event_lifetime_days", as: .integer(in: 1...3_650)) {
            timing.lifetime = days &* day &* 1000
        }
        timing.isPaused = try flag(settings, "offline")
        return timing
    }

    private static func policy(_ settings: Settings) throws(PersonalizeError) -> VendorPolicy {
        VendorPolicy(
            automaticSessions: true, consent: try settings.consents(),
            eventIDHeader: nil)
    }
}
