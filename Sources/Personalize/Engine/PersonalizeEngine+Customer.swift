extension PersonalizeEngine {
    /// Says who the customer is. The ids are merged into those known; what was
    /// decided for the customer before is dropped when they changed. Stored when
    /// the call returns, sent afterwards.
    ///
    /// Errors: `argument` for an empty id.
    public func identify(
        _ ids: KeyValuePairs<String, String>, properties: JSONObject = [:], key: String? = nil
    ) throws(PersonalizeError) {
        let ids = JSONObject(ids.map { ($0.key, .string($0.value)) })
        try identify(ids: ids, properties: properties, key: key)
    }

    /// The same for ids that are not known when the program is written.
    ///
    /// Errors: `argument` for an id that is not a string, or empty.
    public func identify(
        ids: JSONObject, properties: JSONObject = [:], key: String? = nil
    ) throws(PersonalizeError) {
        try perform(.identify(ids: ids, properties: properties, key: key))
    }

    /// Forgets the customer: a new anonymous one begins. Events already
    /// accepted are still sent, with the ids they were tracked under.
    public func anonymize() throws(PersonalizeError) { try perform(.anonymize) }

    /// Sets whether something may be done for a vendor; nil means every vendor,
    /// and every purpose.
    ///
    /// Errors: `notFound`.
    public func setConsent(
        _ consent: Consent, for purpose: Purpose? = nil, vendor: String? = nil
    ) throws(PersonalizeError) {
        try perform(.consent(vendor: vendor, purpose: purpose, consent))
    }

    /// Begins a session by hand, ending the one that runs.
    ///
    /// Errors: `state` before the start.
    public func startSession() throws(PersonalizeError) { try perform(.sessionStart) }

    /// Ends the session by hand, if one runs.
    ///
    /// Errors: `state` before the start.
    public func endSession() throws(PersonalizeError) { try perform(.sessionEnd) }

    /// Says that the host came to the foreground or left it. A session that was
    /// left for longer than its timeout is over.
    public func setForeground(_ isForeground: Bool) throws(PersonalizeError) {
        try perform(.foreground(isForeground))
    }

    /// Tracks an event of the host's own; `vendors` nil means all. Stored when
    /// the call returns.
    ///
    /// Errors: `argument`, `notFound`.
    public func track(
        _ event: String, properties: JSONObject = [:], vendors: [String]? = nil
    ) throws(PersonalizeError) {
        try perform(.track(event: event, properties: properties, vendors: vendors))
    }

    /// Sends what waits without regard to back-off; a pause that a server asked
    /// for is kept.
    public func flush() throws(PersonalizeError) { try perform(.flush) }

    /// Says that there is no network, or that there is one again.
    public func setOffline(_ isOffline: Bool) throws(PersonalizeError) {
        try perform(.offline(isOffline))
    }
}
