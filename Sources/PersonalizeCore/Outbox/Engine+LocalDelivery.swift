import PersonalizeJSON

extension Engine {
    /// Accepts an event that is told to nobody outside: it is where it belongs.
    mutating func trackLocally(
        _ event: EventDraft, vendor: Int, refusal: String?, key: String?
    ) {
        touchSession(vendor)
        vendors[vendor].account.accepted &+= 1
        var fields: JSONObject = [
            "event": .string(event.type), "properties": .object(event.properties),
        ]
        let refusal = vendors[vendor].consent.tracking == .denied ? "consent_denied" : refusal
        if let refusal {
            vendors[vendor].account.drop(refusal)
            storeAccount(vendor)
            fields["reason"] = .string(refusal)
            return update("event.dropped", vendor: vendor, key: key, fields)
        }
        vendors[vendor].account.sent &+= 1
        storeAccount(vendor)
        let eventID = JSONValue.string(random.hexadecimal128())
        var tracked: JSONObject = ["event_id": eventID]
        tracked.merge(fields)
        update("event.tracked", vendor: vendor, key: key, tracked)
        update("event.sent", vendor: vendor, ["event_id": eventID])
        setOff(event, vendor: vendor)
    }
}
