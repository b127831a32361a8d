import Glibc
import PersonalizeCore
import PersonalizeJSON
import PersonalizeStorage

/// Reads a configuration, and refuses what it does not know: a key that was
/// misspelt must not pass for one that was left out.
struct ConfigurationReader {
    let factories: [any AdapterFactory]
    /// The version of the library, as events name it.
    let libraryVersion: String

    private static let keys = [
        "version", "storage", "durability", "transport", "http", "clock", "seed", "journal",
        "device", "outbox", "resources", "files", "vendors", "placements", "caps",
    ]

    /// Throws `json` or `limit` errors for a text that cannot be read, and
    /// `configuration` errors with the path of what is wrong.
    func read(_ text: String) throws(PersonalizeError) -> Configuration {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue.parse(text) } catch {
            throw PersonalizeError(error)
        }
        guard let object = value.object else {
            throw PersonalizeError(
                .configuration, "wrong_type", "expected an object, found \(value.kind)",
                path: "$", hint: "Give an object such as {\"version\": 1, \"vendors\": []}.")
        }
        return try read(object)
    }

    func read(_ object: JSONObject) throws(PersonalizeError) -> Configuration {
        let settings = Settings(object)
        try settings.refuseUnknown(allowed: Self.keys)
        try checkVersion(settings)
        let transport = try transport(settings)
        let clock = try clock(settings)
        if clock != .system, transport == .http {
            throw settings.invalid(
                "clock", reason: "manual_clock_needs_transport",
                "A manual clock cannot be used with a network that has a clock of its own.",
                hint: "Set \"transport\" to \"scripted\" or \"host\".")
        }
        let http = try http(settings)
        let device = try device(settings)
        let vendors = try VendorReader(factories: factories).read(settings, device: device)
        var engine = try engine(settings, http)
        let sources = SourceReader(vendors: vendors.map(\.adapter.instance))
        engine.placements = try sources.placements(settings)
        engine.caps = try sources.caps(settings)
        return Configuration(
            storage: try settings.optional(
                "storage", as: .nonEmptyString, hint: "Give a path, or \":memory:\" for none.")
                ?? ":memory:",
            durability: try durability(settings), filesPath: try filesPath(settings),
            transport: transport, http: http, clock: clock,
            seed: try settings.optional("seed", as: .integer).map { UInt64(bitPattern: $0) },
            journal: try settings.optional("journal", as: .nonEmptyString),
            engine: engine, vendors: vendors,
            redacted: Redaction.redact(
                object, vendors: vendors.map(\.redacted), device: device))
    }

    private func checkVersion(_ settings: Settings) throws(PersonalizeError) {
        let hint = "This library reads version 1: {\"version\": 1, …}."
        guard try settings.required("version", as: .integer, hint: hint) == 1 else {
            throw settings.invalid(
                "version", reason: "unsupported_version",
                "This version of the configuration is not known.", hint: hint)
        }
    }

    private func durability(_ settings: Settings) throws(PersonalizeError) -> Durability {
        try word(settings, "durability", among: ["process", "power"]) == "power"
            ? .power : .process
    }

    private func transport(
        _ settings: Settings
    ) throws(PersonalizeError) -> Configuration.TransportKind {
        let words = Configuration.TransportKind.allCases.map(\.rawValue)
        return try word(settings, "transport", among: words)
            .flatMap(Configuration.TransportKind.init(rawValue:)) ?? .http
    }

    /// One of a few words; nil when there is none.
    private func word(
        _ settings: Settings, _ key: String, among words: [String]
    ) throws(PersonalizeError) -> String? {
        guard let word = try settings.optional(key, as: .string) else { return nil }
        guard words.contains(word) else {
            throw settings.invalid(
                key, "must be one of \(words.joined(separator: ", "))",
                hint: SimilarNames.nearest(to: word, among: words)
                    .map { "Did you mean \"\($0)\"?" } ?? "Give one of these words.")
        }
        return word
    }

    private func clock(
        _ settings: Settings
    ) throws(PersonalizeError) -> Configuration.ClockSettings {
        guard let value = try settings.optional("clock", as: .value) else { return .system }
        if value.string == "system" { return .system }
        let hint = "Give \"system\" or {\"manual\": {\"wall_ms\": 1767225600000}}."
        guard let object = value.object else {
            throw settings.invalid(
                "clock", "must be \"system\" or an object with \"manual\"", hint: hint)
        }
        let outer = Settings(object, path: "$.clock")
        try outer.refuseUnknown(allowed: ["manual"])
        let manual = Settings(
            try outer.required("manual", as: .object, hint: hint), path: "$.clock.manual")
        try manual.refuseUnknown(allowed: ["wall_ms", "offset_seconds"])
        return .manual(
            wall: try manual.required(
                "wall_ms", as: .integer(in: -Clock.farthest...Clock.farthest)),
            offset: try manual.optional("offset_seconds", as: .integer(in: -93_600...93_600))
                ?? 0)
    }

    private func http(_ settings: Settings) throws(PersonalizeError) -> HTTPSettings {
        var http = HTTPSettings()
        guard let object = try settings.optional("http", as: .object) else { return http }
        let own = Settings(object, path: "$.http")
        try own.refuseUnknown(allowed: [
            "ca_file", "proxy", "no_proxy", "timeout_ms", "connect_timeout_ms",
            "maximum_redirects", "maximum_bytes",
        ])
        let hour: Int64 = 3_600_000
        http.certificateFile = try own.optional("ca_file", as: .nonEmptyString)
        http.proxy = try own.optional("proxy", as: .nonEmptyString)
        http.noProxy = try own.optional("no_proxy", as: .string)
        http.timeout = try own.optional("timeout_ms", as: .integer(in: 1...hour)) ?? http.timeout
        http.connectTimeout =
            try own.optional("connect_timeout_ms", as: .integer(in: 1...hour))
            ?? http.connectTimeout
        http.maximumRedirects =
            try own.optional("maximum_redirects", as: .integer(in: 0...50))
            ?? http.maximumRedirects
        http.maximumBytes =
            try own.optional("maximum_bytes", as: .integer(in: 1...Self.largest))
            ?? http.maximumBytes
        return http
    }

    /// No size may be larger: 1 GiB.
    private static let largest: Int64 = 1 << 30

    private func engine(
        _ settings: Settings, _ http: HTTPSettings
    ) throws(PersonalizeError) -> EngineConfiguration {
        var engine = EngineConfiguration()
        engine.requestTimeout = http.timeout
        engine.maximumResponseBytes = Int(http.maximumBytes)
        if let object = try settings.optional("outbox", as: .object) {
            let own = Settings(object, path: "$.outbox")
            try own.refuseUnknown(allowed: [
                "maximum_events", "back_off_base_ms", "back_off_ceiling_ms",
            ])
            let day: Int64 = 86_400_000
            engine.maximumEvents =
                try own.optional("maximum_events", as: .integer(in: 1...1_000_000))
                .map { Int($0) } ?? engine.maximumEvents
            engine.backOffBase =
                try own.optional("back_off_base_ms", as: .integer(in: 1...day))
                ?? engine.backOffBase
            engine.backOffCeiling =
                try own.optional("back_off_ceiling_ms", as: .integer(in: 1...day))
                ?? max(engine.backOffCeiling, engine.backOffBase)
            guard engine.backOffBase <= engine.backOffCeiling else {
                throw own.invalid(
                    "back_off_ceiling_ms", "must not be less than back_off_base_ms",
                    hint: "The first wait is the base; none is longer than the ceiling.")
            }
        }
        try readFiles(settings, into: &engine)
        if let object = try settings.optional("resources", as: .object) {
            let own = Settings(object, path: "$.resources")
            try own.refuseUnknown(allowed: ["maximum_bytes", "maximum_total_bytes"])
            engine.maximumResourceBytes =
                try own.optional("maximum_bytes", as: .integer(in: 1...Self.largest))
                .map { Int($0) } ?? engine.maximumResourceBytes
            engine.maximumCacheBytes =
                try own.optional("maximum_total_bytes", as: .integer(in: 1...(Self.largest << 4)))
                .map { Int($0) } ?? engine.maximumCacheBytes
        }
        return engine
    }

    private func device(_ settings: Settings) throws(PersonalizeError) -> Device {
        var device = Device(osVersion: Self.kernelRelease(), sdkVersion: libraryVersion)
        guard let object = try settings.optional("device", as: .object) else { return device }
        let own = Settings(object, path: "$.device")
        try own.refuseUnknown(allowed: [
            "os_name", "os_version", "platform", "model", "type", "app_version",
        ])
        device.osName = try own.optional("os_name", as: .string) ?? device.osName
        device.osVersion = try own.optional("os_version", as: .string) ?? device.osVersion
        device.platform = try own.optional("platform", as: .string) ?? device.platform
        device.model = try own.optional("model", as: .string) ?? device.model
        device.type = try own.optional("type", as: .string) ?? device.type
        device.appVersion = try own.optional("app_version", as: .string) ?? device.appVersion
        return device
    }

    private static func kernelRelease() -> String {
        var names = utsname()
        guard uname(&names) == 0 else { return "" }
        return withUnsafeBytes(of: &names.release) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
