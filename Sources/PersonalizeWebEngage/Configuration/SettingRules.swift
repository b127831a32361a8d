import PersonalizeCore
import PersonalizeJSON

/// The settings whose values have a form of their own.
enum SettingRules {
    /// The REST interface's hosts, by the data center that the dashboard shows.
    private static let dataCenters: [(name: String, host: String)] = [
        ("us", "api.webengage.com"), ("in", "api.in.webengage.com"),
        ("ksa", "api.ksa.webengage.com"),
    ]

    /// The address of a data center, or one of the host's own.
    static func baseURL(_ settings: Settings) throws(PersonalizeError) -> String {
        let names = dataCenters.map(\.name)
        let center = try settings.optional("data_center", as: .string(of: names)) ?? "us"
        guard let own = try address(settings, "base_url") else {
            let host = dataCenters.first { $0.name == center }?.host ?? ""
            return "https://\(host)"
        }
        guard !own.contains("?"), !own.contains("#") else {
            throw invalidURL(settings, "base_url", "The address must have no query.")
        }
        return own.hasSuffix("/") ? String(own.dropLast()) : own
    }

    /// An `http` or `https` address, which may have placeholders in braces.
    static func address(
        _ settings: Settings, _ key: String
    ) throws(PersonalizeError) -> String? {
        guard let text = try settings.optional(key, as: .string) else { return nil }
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
            throw invalidURL(settings, key, "The address has to begin with https:// or http://.")
        }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.isEmpty, !authority.contains("@") else {
            throw invalidURL(settings, key, "The address has no host, or a user name.")
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else {
            throw invalidURL(settings, key, "The address has characters a URL cannot have.")
        }
        return text
    }

    private static func invalidURL(
        _ settings: Settings, _ key: String, _ message: String
    ) -> PersonalizeError {
        settings.invalid(
            key, reason: "invalid_url", message,
            hint: "Give an address such as \"https://api.webengage.com\".")
    }

    /// It is a part of the address of every request.
    static func licenseCode(_ settings: Settings) throws(PersonalizeError) -> String {
        let key = "license_code"
        let text = try settings.required(
            key, as: .string, hint: "It is in the dashboard, beside the API key.")
        guard !text.isEmpty, text.utf8.count <= 100,
            text.utf8.allSatisfy({ isWord($0) || $0 == UInt8(ascii: "~") })
        else {
            throw settings.invalid(
                key, reason: "invalid_license_code",
                "The license code is empty or has characters it cannot have.",
                hint: "Copy it from the dashboard, such as \"~47b66161\".")
        }
        return text
    }

    /// The key of the REST interface; nil when the host adds it by itself.
    static func apiKey(_ settings: Settings) throws(PersonalizeError) -> String? {
        let key = "api_key"
        guard let text = try settings.optional(key, as: .string) else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw settings.invalid(
                key, reason: "invalid_api_key", "The API key is empty or has spaces.",
                hint: "Give the key alone; \"Bearer\" is added.")
        }
        return text
    }

    /// A header's name, or null for none.
    static func eventIDHeader(_ settings: Settings) throws(PersonalizeError) -> String? {
        let key = "event_id_header"
        if settings.isNull(key) { return nil }
        guard let name = try settings.optional(key, as: .string) else { return "x-event-id" }
        guard !name.isEmpty, name.utf8.allSatisfy(isWord) else {
            throw settings.invalid(
                key, reason: "invalid_header", "The name is none that a header can have.",
                hint: "Use letters, digits and dashes, or null for no header.")
        }
        return name
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
