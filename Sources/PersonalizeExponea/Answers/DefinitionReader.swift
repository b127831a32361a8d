import PersonalizeCore
import PersonalizeJSON

/// Reads the bundle of block definitions.
enum DefinitionReader {
    static let what = "definition"

    static func read(_ body: [UInt8]) throws(AnswerFault) -> Reading<CampaignRecord> {
        try Answer.read(body, list: .definitions, what: what, record: record)
    }

    private static func record(
        _ fields: JSONFields, _ diagnostics: inout [JSONDiagnostic]
    ) throws(FieldError) -> CampaignRecord {
        let format = try self.format(fields)
        let campaign = Campaign(
            id: try fields.required("id", as: .nonEmptyString),
            name: try fields.required("name", as: .string),
            placements: try fields.required("placeholders", as: .array(of: .string)),
            schedule: try schedule(fields),
            frequency: try frequency(fields, &diagnostics),
            priority: try fields.optional("load_priority", as: .integer) ?? 0,
            format: format,
            // A block that names its content type brings its content along.
            isPersonalized: format == nil,
            attributes: try Attributes.consentCategory(fields))
        return CampaignRecord(campaign, body: try BlockContent.read(fields)?.html)
    }

    private static func format(_ fields: JSONFields) throws(FieldError) -> Campaign.Format? {
        let key = "content_type"
        switch try fields.optional(key, as: .string) {
        case nil: return nil
        case "html"?: return .html
        case "native"?: return .native
        case let word?:
            throw fields.invalid(key, "unknown content type \"\(Shortened.text(word))\"")
        }
    }

    /// Nil without a filter or with one that is switched off, whose bounds are
    /// not looked at.
    private static func schedule(_ fields: JSONFields) throws(FieldError) -> Schedule? {
        guard let filter = try fields.optionalFields("date_filter"),
            try filter.optional("enabled", as: .bool) == true
        else { return nil }
        return Schedule(
            from: try filter.optional("from_date", as: .double).map(Seconds.milliseconds),
            to: try filter.optional("to_date", as: .double).map(Seconds.milliseconds))
    }

    /// A word that is not known passes, as with the vendor.
    private static func frequency(
        _ fields: JSONFields, _ diagnostics: inout [JSONDiagnostic]
    ) throws(FieldError) -> Frequency {
        let key = "frequency"
        guard let word = try fields.optional(key, as: .string) else { return .always }
        if let known = Frequency.allCases.first(where: {
            equalsIgnoringASCIICase(wireName($0), word)
        }) {
            return known
        }
        diagnostics.append(
            JSONDiagnostic(
                what: what,
                fields.invalid(
                    key, "unknown frequency \"\(Shortened.text(word))\", taken for always")))
        return .always
    }

    private static func wireName(_ frequency: Frequency) -> String {
        switch frequency {
        case .always: "always"
        case .onlyOnce: "only_once"
        case .oncePerVisit: "once_per_visit"
        case .untilInteraction: "until_visitor_interacts"
        }
    }
}
