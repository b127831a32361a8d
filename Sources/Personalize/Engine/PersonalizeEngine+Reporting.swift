/// Telling vendors that keep a profile of the customer. Each call throws
/// `state` when there is no such vendor, and `notFound` for an unknown one.
extension PersonalizeEngine {
    /// Tells of a purchase.
    public func charge(
        _ details: JSONObject = [:], items: [JSONObject], vendors: [String]? = nil
    ) throws(PersonalizeError) {
        try perform(.reporting(.charge(details: details, items: items, vendors: vendors)))
    }

    /// Changes the profile: `{"set": {"Plan": "gold"}, "unset": ["Old"],
    /// "increment": {"Visits": 1}}` (docs/profiles.md).
    ///
    /// Errors: `argument` for an operation unknown.
    public func changeProfile(
        _ operations: JSONObject, vendors: [String]? = nil
    ) throws(PersonalizeError) {
        let operations = try ProfileOperation.read(operations)
        try perform(.reporting(.change(operations, vendors: vendors)))
    }

    /// Says where the customer is, in degrees; nil for no longer known. Kept in
    /// the memory only.
    ///
    /// Errors: `argument` for what is no place. No vendor needs to keep a
    /// profile.
    public func locate(_ location: Location?) throws(PersonalizeError) {
        try perform(.reporting(.locate(location)))
    }

    /// Whether the customer wants to be told of to a vendor, or all. With
    /// `allowSystem` what the library itself tells still goes.
    public func setOptOut(
        _ optedOut: Bool, allowSystem: Bool = false, vendor: String? = nil
    ) throws(PersonalizeError) {
        try perform(
            .reporting(
                .optOut(vendor: vendor, OptOut(optedOut, allowsSystem: allowSystem))))
    }

    /// Ends a silence that a vendor asked for.
    public func unmute(vendor: String? = nil) throws(PersonalizeError) {
        try perform(.reporting(.unmute(vendor: vendor)))
    }

    /// Drops the events that wait for a vendor, of any kind, or for all.
    ///
    /// Errors: `notFound` alone.
    public func clearQueue(vendor: String? = nil) throws(PersonalizeError) {
        try perform(.reporting(.clearQueue(vendor: vendor)))
    }

    /// Asks for overlays now. Answered by the updates `overlays.fetched` and
    /// `overlays.failed`.
    ///
    /// Errors: `state` before the start as well.
    public func fetchOverlays(
        vendor: String? = nil, key: String? = nil
    ) throws(PersonalizeError) {
        try perform(.reporting(.fetchOverlays(vendor: vendor, key: key)))
    }

    /// Sends the definitions of templates to the vendor's dashboard, which the
    /// configuration has to allow. Answered by the updates `templates.synced`
    /// and `templates.failed`.
    ///
    /// Errors: `state` before the start as well.
    public func syncTemplates(
        vendor: String? = nil, key: String? = nil
    ) throws(PersonalizeError) {
        try perform(.reporting(.syncTemplates(vendor: vendor, key: key)))
    }
}
