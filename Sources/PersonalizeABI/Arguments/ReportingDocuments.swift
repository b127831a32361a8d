import PersonalizeCore
import PersonalizeJSON

/// Reads the documents of calls that tell vendors of the customer.
enum ReportingDocuments {
    /// What was bought: an array of objects.
    static func items(
        _ text: UnsafePointer<CChar>?, _ length: Int
    ) throws(PersonalizeError) -> [JSONObject] {
        let value = try Arguments.json(text, length, "items")
        do throws(FieldError) { return try FieldType.array(of: .object).read(value) } catch {
            var error = Members.error(error)
            error.path = "$\(error.path ?? "")"
            throw error
        }
    }

    /// `{"vendors": ["a"]}`; nil for every vendor.
    static func vendors(
        _ text: UnsafePointer<CChar>?, _ length: Int
    ) throws(PersonalizeError) -> [String]? {
        try Members(
            Arguments.optionalObject(text, length, "options"), allowed: ["vendors"]
        ).optional("vendors", as: .array(of: .string))
    }
}
