import PersonalizeCore
import PersonalizeJSON

/// What the vendor lets a host tell of events.
enum EventCheck {
    private static let maximumItems = 50

    /// Without a name and with items it is a purchase.
    static func read(_ event: ReportedEvent) -> EventReading {
        var values = ValueCheck()
        var event = event
        if event.items != nil {
            event.name = EventName.charged
        } else {
            let (name, fault) = TextCheck.name(event.name)
            if let fault { values.note(fault) }
            event.name = name
        }
        guard !event.name.isEmpty else {
            return EventReading(
                event, refusal: ReportFault(510, "empty_name", "the event has no name"))
        }
        guard !EventName.isRestricted(event.name) else {
            return EventReading(
                event,
                refusal: ReportFault(
                    513, "restricted_name", "'\(event.name)' is a name of the vendor's own"))
        }
        event.properties = values.object(event.properties)
        if let items = event.items {
            event.properties["Items"] = nil
            if items.count > maximumItems {
                values.note(
                    522, "too_many_items", "a purchase has more than \(maximumItems) items")
            }
            event.items = items.map { values.object($0) }
        }
        return EventReading(event, faults: values.faults)
    }
}
