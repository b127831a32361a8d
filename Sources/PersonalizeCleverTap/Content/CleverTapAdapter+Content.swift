public import PersonalizeCore
public import PersonalizeJSON

// In-apps: when they are shown, and what the vendor hears of those that are
// not.
extension CleverTapAdapter {
    /// Names compare without space and case, since 7.0.3. The name of an
    /// attribute's change differs between the vendor's SDKs; both are taken.
    public var triggerRules: ConditionRules {
        ConditionRules(
            dialect: .lenient, normalizesNames: true, aliases: Self.aliases,
            changeSuffixes: ["_change", "_CTUserAttributeChange"],
            ignoredAttributes: silentFields)
    }

    /// What a condition may call by one name and an event by another.
    private static let aliases: [PropertyAlias] = [
        PropertyAlias("Campaign id", "wzrk_id"), PropertyAlias("wzrk_id", "Campaign id"),
        PropertyAlias("Variant", "wzrk_pivot"), PropertyAlias("wzrk_pivot", "Variant"),
        PropertyAlias("CT App Version", "Version"), PropertyAlias("ct_app_version", "Version"),
        PropertyAlias("CT Latitude", "Latitude"), PropertyAlias("ct_latitude", "Latitude"),
        PropertyAlias("CT Longitude", "Longitude"), PropertyAlias("ct_longitude", "Longitude"),
        PropertyAlias("CT OS Version", "OS Version"),
        PropertyAlias("ct_os_version", "OS Version"),
        PropertyAlias("CT SDK Version", "SDK Version"),
        PropertyAlias("ct_sdk_version", "SDK Version"),
        PropertyAlias("CT Network Carrier", "Carrier"),
        PropertyAlias("ct_network_carrier", "Carrier"),
        PropertyAlias("CT Network Type", "Radio"), PropertyAlias("ct_network_type", "Radio"),
        PropertyAlias("CT Connected To WiFi", "wifi"),
        PropertyAlias("ct_connected_to_wifi", "wifi"),
        PropertyAlias("CT Bluetooth Version", "BluetoothVersion"),
        PropertyAlias("ct_bluetooth_version", "BluetoothVersion"),
        PropertyAlias("CT Bluetooth Enabled", "BluetoothEnabled"),
        PropertyAlias("ct_bluetooth_enabled", "BluetoothEnabled"),
        PropertyAlias("CT App Name", "appnId"),
    ]

    /// The events of in-apps take part in triggers like any other; only the
    /// in-app that one is about is not set off by it, which would never end.
    public func subject(of occurrence: TriggerOccurrence) -> String? {
        guard ["Notification Viewed", "Notification Clicked"].contains(occurrence.event),
            let delivery = occurrence.properties["wzrk_id"]?.string,
            let end = delivery.lastIndex(of: "_")
        else { return nil }
        return String(delivery[..<end])
    }

    public func suppression(
        of campaign: String, details: JSONObject, on date: String
    ) -> JSONObject {
        var record: JSONObject = ["wzrk_id": .string("\(campaign)_\(date)")]
        record.merge(details)
        return record
    }

    public func renewed(_ overlay: Overlay, expires: Int64?) -> Overlay {
        var overlay = overlay
        overlay.properties["wzrk_ttl"] = expires.map { .integer($0 / 1_000) }
        return overlay
    }

    /// Takes the body of an answer of the vendor's, as `overlays`.
    public func ingest(
        kind: String, payload: [UInt8], at now: Instant
    ) throws(PersonalizeError) -> Ingested {
        guard kind == "overlays" else {
            throw PersonalizeError(
                .argument, "unknown_kind", "This vendor has no payload of that kind.",
                path: "$.kind", hint: "Kinds: overlays.", vendor: instance)
        }
        let reader: AnswerReader
        do throws(JSONError) {
            reader = try AnswerReader(payload, isFollowUp: false)
        } catch {
            throw PersonalizeError(
                .json, error.reason, error.description, path: error.path ?? "$",
                hint: "Give the vendor's answer as it came, whole.", vendor: instance)
        }
        var answer = reader.overlays ?? OverlayAnswer()
        // Nobody fetches what it announces.
        answer.awaitsFollowUp = false
        return .overlays(answer)
    }
}
