import PersonalizeRuntime

extension PersonalizeEngine {
    /// Gives a vendor instance a token by which it trusts the present customer;
    /// nil takes it back. It is kept in memory only. See docs/authorization.md.
    ///
    /// Errors: `notFound`, `state` for a vendor that takes no tokens, `argument`
    /// and `limit` for one that no header can hold.
    public func setAuthorization(_ token: String?, vendor: String) throws(PersonalizeError) {
        defer { runtime.deliver() }
        try runtime.authorize(vendor: vendor, token: token)
    }

    /// Says who the customer is, with their tokens by vendor instance. A vendor
    /// without one here has none from then on.
    ///
    /// Errors: those of `identify(_:properties:key:)` and
    /// `setAuthorization(_:vendor:)`.
    public func identify(
        _ ids: KeyValuePairs<String, String>, properties: JSONObject = [:], key: String? = nil,
        tokens: KeyValuePairs<String, String>
    ) throws(PersonalizeError) {
        try identify(
            ids: JSONObject(ids.map { ($0.key, .string($0.value)) }), properties: properties,
            key: key, tokens: JSONObject(tokens.map { ($0.key, .string($0.value)) }))
    }

    /// The same for ids and tokens that are not known when the program is
    /// written.
    ///
    /// Errors: those of the other, `json` for a token that is not a string.
    public func identify(
        ids: JSONObject, properties: JSONObject = [:], key: String? = nil, tokens: JSONObject
    ) throws(PersonalizeError) {
        defer { runtime.deliver() }
        try runtime.identify(ids: ids, properties: properties, key: key, tokens: tokens)
    }

    /// What is known of the customer's segments of a category. Unless that is
    /// fresh, it is fetched, which is answered by the update `segments.fetched`
    /// or `segments.failed`. See docs/segments.md.
    ///
    /// Errors: `notFound`, `state` when no vendor has segments.
    public func segments(
        _ category: String, vendor: String? = nil, force: Bool = false, key: String? = nil
    ) throws(PersonalizeError) -> JSONObject {
        try perform(.segments(vendor: vendor, category: category, force: force, key: key))
    }

    /// Ends the integration: everything stored about the customer is removed,
    /// what is on show goes, and nothing is fetched or sent any more. Close the
    /// engine afterwards.
    ///
    /// Errors: `state` before the start.
    public func stop() throws(PersonalizeError) { try perform(.stop) }

    /// Removes what an engine of this configuration has stored, while none has it
    /// open.
    ///
    /// Errors: `configuration`, `storage`, `storageBusy`.
    public static func clearLocalData(
        configuration: JSONObject
    ) throws(PersonalizeError) {
        try Runtime.clearLocalData(
            configuration: JSONValue.object(configuration).encoded(), factories: factories)
    }
}
