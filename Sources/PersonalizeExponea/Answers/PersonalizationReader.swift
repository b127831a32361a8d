import PersonalizeCore
import PersonalizeJSON

/// Reads what the vendor decided about blocks for one customer.
struct PersonalizationReader {
    static let what = "personalization"

    /// When the answer came, in wall milliseconds: the server does not say.
    let received: Int64

    func read(_ body: [UInt8]) throws(AnswerFault) -> Reading<PersonalizationRecord> {
        try Answer.read(body, list: .personalization, what: Self.what) {
            fields, _ throws(FieldError) in try record(fields)
        }
    }

    private func record(_ fields: JSONFields) throws(FieldError) -> PersonalizationRecord {
        let content = try BlockContent.read(fields)
        let lifetime = try fields.optional("ttl_seconds", as: .double) ?? 0
        let personalization = Personalization(
            unavailable: Self.unavailable(try fields.optional("status", as: .string)),
            received: received,
            lifetime: max(0, Seconds.milliseconds(lifetime)),
            format: Self.format(try fields.optional("content_type", as: .string)),
            allowsTracking: ConsentFlag.allowsTracking(fields.object["has_tracking_consent"]),
            hasContent: content != nil,
            attributes: try Attributes.variant(fields))
        return PersonalizationRecord(
            campaign: try fields.required("id", as: .nonEmptyString), personalization,
            body: content?.html)
    }

    /// Nil when the block is to be shown. Words are exact; a word that is not
    /// known, or none, does not show it.
    private static func unavailable(_ status: String?) -> String? {
        switch status {
        case nil: "unknown"
        case "OK"?: nil
        case "filter_not_matched"?, "does_not_exist"?: status
        case let word?: "unknown:\(Shortened.text(word))"
        }
    }

    /// A word that is not known makes a block that cannot be drawn, not a
    /// record that cannot be read: it says why nothing is shown.
    private static func format(_ word: String?) -> Campaign.Format? {
        switch word {
        case nil: nil
        case "html"?: .html
        case "native"?: .native
        case let word?: .unknown(Shortened.text(word))
        }
    }
}
