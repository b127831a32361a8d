import PersonalizeCore
import PersonalizeJSON

/// What a configuration says of one house instance.
struct HouseConfiguration: Sendable, Equatable {
    /// The path of the document.
    var file: String?
    /// Its address, in place of a path.
    var url: String?
    var policy = VendorPolicy()

    private static let keys = [
        "file", "url", "session_timeout_ms", "consent", "display_memory_days",
    ]

    /// Where the document is asked for; nil when the host brings it.
    var source: String? { url ?? file.map { "file:" + $0 } }

    static func read(_ settings: Settings) throws(PersonalizeError) -> HouseConfiguration {
        try settings.refuseUnknown(allowed: Self.keys)
        var configuration = HouseConfiguration()
        configuration.file = try settings.optional("file", as: .nonEmptyString)
        configuration.url = try settings.optional("url", as: .nonEmptyString)
        guard configuration.file == nil || configuration.url == nil else {
            throw settings.invalid(
                "url", reason: "two_sources", "The document has a path or an address, not both.",
                hint: "Leave \"file\" out, or \"url\".")
        }
        if let url = configuration.url, !isWebAddress(url) {
            throw settings.invalid(
                "url", reason: "invalid_url", "must be an http or https URL",
                hint: "Give the path of a local document as \"file\".")
        }
        var policy = VendorPolicy(eventIDHeader: nil)
        policy.sessionTimeout =
            try settings.optional("session_timeout_ms", as: .integer(in: 1...86_400_000))
            ?? policy.sessionTimeout
        policy.consent = try settings.consents()
        policy.displayMemory = try settings.optional(
            "display_memory_days", as: .integer(in: 1...36_500)
        ).map { $0 * 86_400_000 }
        configuration.policy = policy
        return configuration
    }

    private static func isWebAddress(_ url: String) -> Bool {
        ["http://", "https://"].contains { scheme in
            url.utf8.count > scheme.utf8.count
                && equalsIgnoringASCIICase(String(url.prefix(scheme.count)), scheme)
        } && url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}
