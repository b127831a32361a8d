/// Screens and events, in the vendor's words.
public struct WEAnalytics: Sendable {
    let engine: PersonalizeEngine
    let vendor: String?

    /// Says that the host came to a screen. Register callbacks after it, or in
    /// the same turn before it.
    public func navigatingToScreen(
        withName name: String, data: JSONObject = [:]
    ) throws(PersonalizeError) {
        try engine.screen(name, data: data)
    }

    /// Replaces the data of the present screen.
    public func updateCurrentScreenData(_ data: JSONObject) throws(PersonalizeError) {
        try engine.setScreenData(data)
    }

    /// Tracks an event, which may bring campaigns to the present screen.
    public func trackEvent(
        withName name: String, andValue value: JSONObject = [:]
    ) throws(PersonalizeError) {
        try engine.track(name, properties: value, vendors: vendor.map { [$0] })
    }
}

/// Who the customer is, in the vendor's words.
public struct WEUser: Sendable {
    let engine: PersonalizeEngine
    /// The name the customer's id has among the host's.
    let name: String

    public func login(_ id: String) throws(PersonalizeError) {
        try engine.identify(ids: JSONObject([(name, .string(id))]))
    }

    public func logout() throws(PersonalizeError) { try engine.anonymize() }
}
