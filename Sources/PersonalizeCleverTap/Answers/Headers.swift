import PersonalizeCore

/// What the headers of an answer say.
enum Headers {
    private static let day: Int64 = 86_400_000

    /// The domain that the vendor names; nil for none or nonsense.
    static func domain(_ response: Response) -> String? {
        guard let value = response.header("x-wzrk-rd") else { return nil }
        let name = HostName.normalized(value)
        return HostName.isHostAndPort(name) ? name : nil
    }

    /// Until when the vendor wants to hear nothing, in wall milliseconds; nil
    /// when it does not say so. The header called a duration holds the end.
    static func mute(_ response: Response, at now: Instant) -> Int64? {
        guard let value = response.header("x-wzrk-mute"),
            ["true", "1", "yes"].contains(HostName.normalized(value))
        else { return nil }
        let end = response.header("x-wzrk-mute-duration").map(HostName.normalized)
        return end.flatMap { Int64($0) } ?? now.wall &+ day
    }

    static func isEncrypted(_ response: Response) -> Bool {
        response.header("x-clevertap-encryption-enabled").map(HostName.normalized) == "true"
    }
}
