import PersonalizeCore
import PersonalizeJSON

/// What the host is and runs on, as the vendor is told.
struct Application: Sendable, Equatable {
    var version: String
    var build: String
    /// Empty when there is none.
    var bundle: String
    var make: String
    var model: String
    var osVersion: String
    /// Such as `en_GB`; empty when it is not known.
    var locale: String
    /// In inches; nil when they are not known.
    var width: Double?
    var height: Double?
    var carrier: String
    /// An ISO country code in lower case; empty when it is not known.
    var country: String
    /// An IANA name; empty when it is not known.
    var timeZone: String
    var reportsNetwork: Bool
    var proxyDomain: String
    /// Major times 10000 plus minor times 100 plus patch of this library.
    var libraryRevision: Int64

    /// The settings that say the same of the device on another machine.
    var deviceSettings: JSONObject { ["make": .string(make), "model": .string(model)] }

    static func read(
        _ settings: Settings, device: Device, platform: Platform
    ) throws(PersonalizeError) -> Application {
        let app = try section(settings, "app", allowed: ["version", "build"])
        let machine = try section(settings, "device", allowed: ["make", "model"])
        let make = platform == .ios ? "Apple" : Machine.maker ?? "Generic"
        let model = device.model == Device().model ? Machine.product ?? "Linux" : device.model
        let size = FieldType<Double>.double.map(orRefuse: "must be from 0 to 1000") {
            (0...1000).contains($0) ? $0 : nil
        }
        return Application(
            version: try app?.optional("version", as: .string) ?? device.appVersion,
            build: try app?.optional("build", as: .string) ?? "1",
            bundle: try settings.optional("bundle_id", as: .string) ?? "",
            make: try machine?.optional("make", as: .nonEmptyString) ?? make,
            model: try machine?.optional("model", as: .nonEmptyString) ?? model,
            osVersion: try settings.optional("os_version", as: .string) ?? device.osVersion,
            locale: try settings.optional("locale", as: .string) ?? Machine.locale ?? "",
            width: try settings.optional("width_in", as: size),
            height: try settings.optional("height_in", as: size),
            carrier: try settings.optional("carrier", as: .string) ?? "",
            country: HostName.normalized(try settings.optional("cc", as: .string) ?? ""),
            timeZone: try settings.optional("time_zone", as: .string) ?? "",
            reportsNetwork: try settings.optional("device_network_info", as: .bool) ?? false,
            proxyDomain: HostName.normalized(
                try settings.optional("proxy_domain", as: .string) ?? ""),
            libraryRevision: revision(of: device.sdkVersion))
    }

    private static func section(
        _ settings: Settings, _ key: String, allowed: [String]
    ) throws(PersonalizeError) -> Settings? {
        guard let object = try settings.optional(key, as: .object) else { return nil }
        let own = Settings(
            object, path: settings.fields.path(of: key), vendor: settings.vendor)
        try own.refuseUnknown(allowed: allowed)
        return own
    }

    /// `1.2.3` as 10203; what is missing or no number counts as nothing.
    static func revision(of version: String) -> Int64 {
        let numbers = version.split(separator: ".").prefix(3).map { min(Int64($0) ?? 0, 99) }
        return zip(numbers, [10_000, 100, 1]).reduce(0) { $0 &+ max($1.0, 0) &* $1.1 }
    }
}
