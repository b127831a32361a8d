import PersonalizeCore
import PersonalizeJSON

/// The settings whose values have a form of their own.
enum SettingRules {
    /// Goes into a header and, as it stands, into JSON and queries.
    static func credential(
        _ settings: Settings, _ key: String, _ name: String
    ) throws(PersonalizeError) -> String {
        let text = trimmed(
            try settings.required(
                key, as: .string, hint: "Copy the \(name) from the dashboard's settings."))
        let isGood = text.utf8.allSatisfy { byte in
            byte == 0x2D || byte == 0x2E || byte == 0x2A || byte == 0x5F
                || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte)
        }
        guard !text.isEmpty, isGood else {
            throw settings.invalid(
                key, reason: "invalid_\(key)",
                "The \(name) has to be letters, digits, '-', '_' and '.'.",
                hint: "Copy the \(name) alone, without quotes.")
        }
        return text
    }

    static func platform(_ settings: Settings) throws(PersonalizeError) -> Platform {
        let words = Platform.allCases.map(\.rawValue)
        return try settings.optional("platform", as: .string(of: words))
            .flatMap(Platform.init(rawValue:)) ?? .linux
    }

    /// Which members of a customer's profile say who it is, spelled as the
    /// vendor spells them.
    static func identityKeys(_ settings: Settings) throws(PersonalizeError) -> [String] {
        let key = "identity_keys"
        guard let names = try settings.optional(key, as: .array(of: .string)) else {
            return ["Identity", "Email"]
        }
        var keys: [String] = []
        for name in names {
            guard let canonical = canonicalKey(name) else {
                throw settings.invalid(
                    key, reason: "invalid_identity_keys",
                    "\"\(name)\" cannot identify a customer.",
                    hint: "The vendor allows \(allowedKeys.joined(separator: ", ")).")
            }
            if !keys.contains(canonical) { keys.append(canonical) }
        }
        guard !keys.isEmpty else {
            throw settings.invalid(
                key, reason: "invalid_identity_keys", "There has to be one identity key.",
                hint: "Leave it out for Identity and Email.")
        }
        return keys
    }

    static let allowedKeys = ["Identity", "Email", "Phone"]

    static func canonicalKey(_ name: String) -> String? {
        allowedKeys.first { equalsIgnoringASCIICase($0, name) }
    }

    /// The host's own names of ids, such as `registered`, with the identity
    /// keys they stand for.
    static func identityNames(_ settings: Settings) throws(PersonalizeError) -> JSONObject {
        let key = "identity_names"
        guard let names = try settings.optional(key, as: .object) else {
            return ["registered": "Identity"]
        }
        var result = JSONObject()
        for (name, value) in names.members {
            guard let canonical = value.string.flatMap(canonicalKey) else {
                throw settings.invalid(
                    key, reason: "invalid_identity_keys",
                    "The name \"\(name)\" stands for no identity key.",
                    hint: "Give one of \(allowedKeys.joined(separator: ", ")).")
            }
            result[name] = .string(canonical)
        }
        return result
    }

    /// A device id of the host's own: 1 to 64 characters of those the vendor
    /// allows. Whether a bad one was meant is not for us to guess, so it is an
    /// error here and not a warning as with the vendor.
    static func deviceID(_ settings: Settings) throws(PersonalizeError) -> String? {
        let key = "custom_device_id"
        guard let id = try settings.optional(key, as: .string) else { return nil }
        guard isDeviceID(id) else {
            throw settings.invalid(
                key, reason: "invalid_device_id", "This cannot be a device id.",
                hint: "Use 1 to 64 letters, digits and characters of =|<>;+.()!:$@_-")
        }
        return id
    }

    static func isDeviceID(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || "=|<>;+.()!:$@_-".utf8.contains(byte)
            }
    }

    /// An id that the vendor gives to a profile.
    static func isProfileID(_ id: String) -> Bool {
        (1...128).contains(id.utf8.count)
            && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"\\*".utf8.contains($0) }
    }

    /// From `debug` on, the vendor's SDKs ask to be shown in its debugger.
    static func isDebugged(_ settings: Settings) throws(PersonalizeError) -> Bool {
        let words = ["off", "info", "debug", "verbose"]
        let word = try settings.optional("log_level", as: .string(of: words))
        return word == "debug" || word == "verbose"
    }

    /// The key of that encryption travels in the same request, so it adds
    /// little; asking for it and not getting it would be worse than an error.
    static func refuseEncryption(_ settings: Settings) throws(PersonalizeError) {
        let key = "encryption_in_transit"
        guard try settings.optional(key, as: .bool) == true else { return }
        throw settings.invalid(
            key, reason: "not_supported",
            "Bodies are not encrypted a second time; the connection is.",
            hint: "Leave it out or set it to false.")
    }

    static func trimmed(_ text: String) -> String {
        var view = Substring(text)
        while let first = view.first, first.isWhitespace { view.removeFirst() }
        while let last = view.last, last.isWhitespace { view.removeLast() }
        return String(view)
    }
}
