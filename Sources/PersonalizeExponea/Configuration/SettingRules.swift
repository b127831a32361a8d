import PersonalizeCore
import PersonalizeJSON

/// The settings whose values have a form of their own.
enum SettingRules {
    /// An `http` or `https` address to which paths can be appended. One slash
    /// at its end is taken off.
    static func baseURL(_ settings: Settings) throws(PersonalizeError) -> String {
        let key = "base_url"
        guard let text = try settings.optional(key, as: .string) else {
            return "https://api.exponea.com"
        }
        func refuse(_ message: String, _ hint: String) -> PersonalizeError {
            settings.invalid(key, reason: "invalid_url", message, hint: hint)
        }
        let example = "Give an address such as \"https://api.exponea.com\"."
        let bytes = Array(text.utf8)
        guard let scheme = ["https://", "http://"].first(where: { Self.begins(bytes, with: $0) })
        else { throw refuse("The address has to begin with https:// or http://.", example) }
        guard bytes.allSatisfy({ Characters.isVisible($0) && !Characters.isUnsafeInURL($0) })
        else { throw refuse("The address has characters that a URL cannot have.", example) }
        guard !bytes.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
        else {
            throw refuse(
                "The address must have no query and no fragment.",
                "Leave out everything from the ? or # on; paths are appended to it.")
        }
        let rest = bytes.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        guard !authority.contains(UInt8(ascii: "@")) else {
            throw refuse(
                "The address must have no user name.",
                "Put the API key into \"authorization\", which is kept out of logs.")
        }
        guard Characters.isHostAndPort(authority) else {
            throw refuse("The address has no usable host or port.", example)
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// The API key of `Token <key>` or of a bare `<key>`; nil for an explicit
    /// null. That has to be said: a forgotten key would only show as answers
    /// 401, and the vendor's SDKs refuse to track without one.
    static func authorization(_ settings: Settings) throws(PersonalizeError) -> String? {
        let key = "authorization"
        if settings.isNull(key) { return nil }
        let text = try settings.required(
            key, as: .string,
            hint: "Give \"Token <API key>\", or null when a gateway adds the header.")
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        let scheme = parts.first ?? ""
        if equalsIgnoringASCIICase(String(scheme), "Basic") {
            throw settings.invalid(
                key, reason: "basic_authorization", "Basic authorization is not accepted.",
                hint: "Use the public API key of the project: \"Token <API key>\".")
        }
        if equalsIgnoringASCIICase(String(scheme), "Bearer") {
            throw settings.invalid(
                key, reason: "bearer_authorization", "A customer's token does not belong here.",
                hint: "Give the public API key of the project, \"Token <API key>\"; with "
                    + "\"customer_token\": true the engine asks for the customer's.")
        }
        let apiKey =
            switch parts.count {
            case 1 where scheme != "Token": scheme
            case 2 where scheme == "Token": parts[1]
            default: Substring()
            }
        guard !apiKey.isEmpty, apiKey.utf8.allSatisfy(Characters.isVisible) else {
            throw settings.invalid(
                key, reason: "invalid_authorization",
                "The authorization is neither \"Token <API key>\" nor an API key.",
                hint: "Write Token, one space and the key, without line breaks.")
        }
        return String(apiKey)
    }

    /// Lower-case words joined by single dashes or dots, 50 characters at most.
    static func applicationID(_ settings: Settings) throws(PersonalizeError) -> String {
        let key = "application_id"
        guard let text = try settings.optional(key, as: .string) else {
            return "default-application"
        }
        let words = text.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        let isGood = words.allSatisfy { word in
            !word.isEmpty && word.allSatisfy(Characters.isLowerCaseOrDigit)
        }
        guard isGood, text.utf8.count <= 50 else {
            throw settings.invalid(
                key, reason: "invalid_application_id",
                "The application id has to be lower-case words of letters and digits, joined by "
                    + "single '-' or '.', with 50 characters at most.",
                hint: "Use something like \"com.example.kiosk\".")
        }
        return text
    }

    /// `ios`, `android`, or the name of a file. There is no bundle for Linux;
    /// the documentation of content blocks is that of iOS.
    static func bundle(_ settings: Settings) throws(PersonalizeError) -> String {
        let key = "bundle"
        switch try settings.optional(key, as: .string) {
        case nil, "ios"?: return "bundle-ios.json"
        case "android"?: return "bundle-android.json"
        case let name?:
            guard isPathPart(name), name.utf8.contains(UInt8(ascii: ".")) else {
                throw settings.invalid(
                    key, reason: "invalid_bundle",
                    "The bundle has to be \"ios\", \"android\" or the name of a file.",
                    hint: "Use \"ios\" for bundle-ios.json.")
            }
            return name
        }
    }

    /// A header's name, or null for none.
    static func eventIDHeader(_ settings: Settings) throws(PersonalizeError) -> String? {
        let key = "event_id_header"
        if settings.isNull(key) { return nil }
        guard let name = try settings.optional(key, as: .string) else { return "x-event-id" }
        guard !name.isEmpty, name.utf8.allSatisfy(Characters.isHeaderName) else {
            throw settings.invalid(
                key, reason: "invalid_header", "This is not the name of a header.",
                hint: "Use something like \"x-event-id\", or null for no such header.")
        }
        let taken = [
            "accept", "authorization", "connection", "content-length", "content-type", "host",
            "transfer-encoding",
        ]
        guard !taken.contains(where: { equalsIgnoringASCIICase($0, name) }) else {
            throw settings.invalid(
                key, reason: "invalid_header", "This header has a purpose already.",
                hint: "Use a name of your own, such as \"x-event-id\".")
        }
        return name
    }

    private static func begins(_ bytes: [UInt8], with scheme: String) -> Bool {
        equalsIgnoringASCIICase(
            String(decoding: bytes.prefix(scheme.utf8.count), as: UTF8.self), scheme)
    }

    static func isPathPart(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".."
            && text.utf8.allSatisfy(Characters.isUnreserved)
    }
}
