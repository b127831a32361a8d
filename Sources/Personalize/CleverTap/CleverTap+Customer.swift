/// The customer and what they do, in the words of the vendor's SDK.
extension CleverTap {
    /// Says who the customer is, with fields of the profile. The identifying
    /// fields among them decide whose profile it is; without any the present one
    /// is changed.
    ///
    /// Errors: `argument` for an identifying field that is no text and no number.
    public func onUserLogin(_ properties: JSONObject) throws(PersonalizeError) {
        var ids = JSONObject()
        var fields = JSONObject()
        for (key, value) in properties.members {
            if config.identityKeys.contains(key) {
                ids[key] = value.integer.map { .string("\($0)") } ?? value
            } else {
                fields[key] = value
            }
        }
        guard !ids.isEmpty else { return try profilePush(properties) }
        try engine.identify(ids: ids, properties: fields)
    }

    /// Sets fields of the profile.
    public func profilePush(_ properties: JSONObject) throws(PersonalizeError) {
        try change("set", .object(properties))
    }

    /// Removes a field.
    public func profileRemoveValue(forKey key: String) throws(PersonalizeError) {
        try change("unset", [.string(key)])
    }

    /// Sets a field that has several values.
    public func profileSetMultiValues(
        _ values: [String], forKey key: String
    ) throws(PersonalizeError) {
        try change("set_list", key, values)
    }

    /// Adds to a field that has several values.
    public func profileAddMultiValues(
        _ values: [String], forKey key: String
    ) throws(PersonalizeError) {
        try change("add", key, values)
    }

    /// Removes from a field that has several values.
    public func profileRemoveMultiValues(
        _ values: [String], forKey key: String
    ) throws(PersonalizeError) {
        try change("remove", key, values)
    }

    /// Counts a field up.
    public func profileIncrementValue(
        by value: Double, forKey key: String
    ) throws(PersonalizeError) {
        try change("increment", .object(JSONObject([(key, number(value))])))
    }

    /// Counts a field down.
    public func profileDecrementValue(
        by value: Double, forKey key: String
    ) throws(PersonalizeError) {
        try change("decrement", .object(JSONObject([(key, number(value))])))
    }

    /// Tracks an event.
    public func recordEvent(
        _ event: String, withProps properties: JSONObject = [:]
    ) throws(PersonalizeError) {
        try engine.track(event, properties: properties, vendors: [config.id])
    }

    /// Tracks a purchase.
    public func recordChargedEvent(
        withDetails details: JSONObject, andItems items: [JSONObject]
    ) throws(PersonalizeError) {
        try engine.charge(details, items: items, vendors: [config.id])
    }

    /// Whether the customer wants nothing to be told; with `allowSystemEvents`
    /// what the library itself tells still goes. Said alone, it goes when the
    /// customer has not opted out.
    public func setOptOut(
        _ enabled: Bool, allowSystemEvents: Bool? = nil
    ) throws(PersonalizeError) {
        try engine.setOptOut(
            enabled, allowSystem: allowSystemEvents ?? !enabled, vendor: config.id)
    }

    /// Sends nothing until it is said again with false. For the whole engine.
    public func setOffline(_ enabled: Bool) throws(PersonalizeError) {
        try engine.setOffline(enabled)
    }

    /// Says where the customer is, in degrees. For the whole engine.
    public func setLocation(latitude: Double, longitude: Double) throws(PersonalizeError) {
        try engine.locate(Location(latitude: latitude, longitude: longitude))
    }

    /// Sends what waits.
    public func flush() throws(PersonalizeError) { try engine.flush() }

    private func change(
        _ operation: String, _ key: String, _ values: [String]
    ) throws(PersonalizeError) {
        let list = JSONValue.array(values.map(JSONValue.string))
        try change(operation, .object(JSONObject([(key, list)])))
    }

    private func change(_ operation: String, _ value: JSONValue) throws(PersonalizeError) {
        try engine.changeProfile(JSONObject([(operation, value)]), vendors: [config.id])
    }

    /// A whole number goes out as one.
    private func number(_ value: Double) -> JSONValue {
        Int64(exactly: value).map(JSONValue.integer) ?? .number(value)
    }
}
