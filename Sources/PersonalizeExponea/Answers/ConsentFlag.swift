import PersonalizeCore
import PersonalizeJSON

/// The flag `has_tracking_consent`, which comes in several spellings.
enum ConsentFlag {
    /// True, 1, "true" and "1" in any case allow, and so does a flag that is
    /// missing or null. Anything else does not: when in doubt, no tracking.
    static func allowsTracking(_ value: JSONValue?) -> Bool {
        switch value {
        case nil, .null?: true
        case .bool(let isAllowed)?: isAllowed
        case .string(let text)?: text == "1" || equalsIgnoringASCIICase(text, "true")
        case let value?: value.integer == 1
        }
    }
}
