import PersonalizeJSON

/// The vendor's cookie: what it sends is sent back with every later request.
enum AdditionalParameters {
    private static let discardedKey = "d_e"

    /// A member is set as it came; the number -1 takes it away. Numbers keep
    /// their fractions, unlike on Android.
    static func merge(_ received: JSONObject, into stored: JSONObject) -> JSONObject {
        var merged = stored
        for (key, value) in received.members where key != discardedKey {
            // As one expression, nil would be the null of JSON.
            if value.double == -1 { merged[key] = nil } else { merged[key] = value }
        }
        return merged
    }

    /// The events the vendor wants no more of; nil when it does not say.
    static func discarded(_ received: JSONObject) -> [String]? {
        received[discardedKey]?.array.map { $0.compactMap(\.string) }
    }
}
