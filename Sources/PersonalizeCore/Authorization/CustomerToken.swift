public import PersonalizeJSON

/// What the engine knows of a token by which a vendor trusts the customer.
///
/// The token itself is not here: the runtime keeps it under the reference and
/// puts it in when a request is sent. So states, journals and logs hold none.
public struct CustomerToken: Sendable, Equatable {
    /// The vendor instance it is for.
    public var vendor: String
    /// The name the runtime keeps it under; never used twice.
    public var reference: String
    /// When it expires, in wall milliseconds; nil when that is not known.
    public var expiry: Int64?

    public init(vendor: String, reference: String, expiry: Int64? = nil) {
        self.vendor = vendor
        self.reference = reference
        self.expiry = expiry
    }

    /// Takes a token apart: the value to send, and when it expires.
    ///
    /// Only the member `exp` of the payload is looked at, in seconds as an
    /// integer or not. A text that has not exactly three parts joined by dots,
    /// or has a space in it, or a payload that cannot be read, is a token all
    /// the same, whose expiry is not known. The scheme, where a host gave it
    /// along, is taken off.
    public static func read(_ text: String) -> (value: String, expiry: Int64?) {
        let value = text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : text
        return (value, expiry(of: value))
    }

    /// What stands before the token in the header.
    static let scheme = "Bearer "

    private static func expiry(of value: String) -> Int64? {
        let bytes = Array(value.utf8)
        guard !bytes.contains(0x20) else { return nil }
        let parts = bytes.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = decode(parts[1]),
            let exp = (try? JSONValue.parse(payload))?["exp"]
        else { return nil }
        if let seconds = exp.integer {
            let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
            return overflow ? nil : milliseconds
        }
        guard let seconds = exp.double else { return nil }
        return Int64(exactly: (seconds * 1000).rounded())
    }

    /// The alphabet for URLs, with or without padding.
    private static func decode(_ part: ArraySlice<UInt8>) -> [UInt8]? {
        var digits = part.map { digit -> UInt8 in
            switch digit {
            case 0x2D: 0x2B
            case 0x5F: 0x2F
            default: digit
            }
        }
        while digits.last == 0x3D { digits.removeLast() }
        while digits.count % 4 != 0 { digits.append(0x3D) }
        return Base64.decode(String(decoding: digits, as: UTF8.self))
    }
}

extension CustomerToken {
    /// The form in a journal, and in the answer to the hook.
    public var json: JSONObject {
        [
            "vendor": .string(vendor), "reference": .string(reference),
            "expiry": expiry.map(JSONValue.integer) ?? .null,
        ]
    }

    /// The token that `json` wrote; nil when the object is none.
    public init?(json: JSONObject) {
        guard let vendor = json["vendor"]?.string, let reference = json["reference"]?.string
        else { return nil }
        self.init(vendor: vendor, reference: reference, expiry: json["expiry"]?.integer)
    }
}
