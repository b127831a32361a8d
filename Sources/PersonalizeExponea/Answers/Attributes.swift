import PersonalizeJSON

/// What the vendor wants to get back in its events, under its own names.
enum Attributes {
    static let variantID = "variant_id"
    static let variantName = "variant_name"
    static let consentCategory = "consent_category_tracking"

    static func consentCategory(_ fields: JSONFields) throws(FieldError) -> JSONObject {
        var attributes = JSONObject()
        attributes[consentCategory] = try fields.optional(consentCategory, as: .string)
            .map(JSONValue.string)
        return attributes
    }

    /// The id is passed on as it is spelled: nothing says how large it gets.
    static func variant(_ fields: JSONFields) throws(FieldError) -> JSONObject {
        var attributes = JSONObject()
        if try fields.optional(variantID, as: .double) != nil {
            attributes[variantID] = fields.object[variantID]
        }
        attributes[variantName] = try fields.optional(variantName, as: .string)
            .map(JSONValue.string)
        return attributes
    }
}
