import PersonalizeCore
import PersonalizeJSON

/// Where the vendor is reached, as far as the settings say.
struct Route: Sendable, Equatable {
    static let primary = "clevertap-prod.com"

    /// Such as `eu1`; empty when it is to be found out.
    var region = ""
    var proxy = ""
    /// Who is asked for the domain; empty for the vendor's own.
    var handshake = ""
    /// Scheme, host and port for tests; empty for the real thing.
    var base = ""

    /// Whether the settings alone say where events go. Then nobody is asked,
    /// and no answer can change it.
    var isFixed: Bool { !base.isEmpty || !region.isEmpty || !proxy.isEmpty }

    /// What paths are appended to; nil when it has to be found out first.
    func address(domain: String?) -> String? {
        if !base.isEmpty { return base }
        if !region.isEmpty { return "https://\(region).\(Self.primary)" }
        if !proxy.isEmpty { return "https://\(proxy)" }
        return domain.map { "https://\($0)" }
    }

    static func read(_ settings: Settings) throws(PersonalizeError) -> Route {
        Route(
            region: try host(settings, "region"), proxy: try host(settings, "proxy_domain"),
            handshake: try host(settings, "handshake_domain"), base: try base(settings))
    }

    /// A host or the first part of one: Android forgets to trim it.
    private static func host(
        _ settings: Settings, _ key: String
    ) throws(PersonalizeError) -> String {
        guard let text = try settings.optional(key, as: .string) else { return "" }
        let name = HostName.normalized(text)
        guard name.isEmpty || HostName.isHost(name) else {
            throw settings.invalid(
                key, reason: "invalid_host", "This is not the name of a host.",
                hint: key == "region"
                    ? "Give the region alone, such as \"eu1\"."
                    : "Give a name such as \"events.example.com\", without a scheme.")
        }
        return name
    }

    private static func base(_ settings: Settings) throws(PersonalizeError) -> String {
        guard let text = try settings.optional("base_url", as: .string) else { return "" }
        var rest = text
        for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
            rest = String(text.dropFirst(scheme.count))
            if rest.hasSuffix("/") { rest.removeLast() }
            guard HostName.isHostAndPort(rest) else { break }
            return scheme + rest
        }
        throw settings.invalid(
            "base_url", reason: "invalid_url",
            "The address has to be http:// or https:// with a host and perhaps a port.",
            hint: "Give an address such as \"http://127.0.0.1:8080\"; paths are appended to it.")
    }
}
