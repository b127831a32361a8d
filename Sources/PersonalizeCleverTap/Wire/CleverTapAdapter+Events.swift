public import PersonalizeCore
import PersonalizeJSON

extension CleverTapAdapter {
    public func encode(_ report: Report, in context: ReportContext) -> String {
        var event: JSONObject
        var asksForProfile = false
        switch report {
        case .event(let reported):
            event = named(reported.name, data(of: reported))
        case .launch:
            event = named(EventName.launch, applicationFields(location: context.location))
            asksForProfile = true
        case .fetch(let target):
            event = named(EventName.fetch, Self.question(target))
        case .followUp(let item):
            event = named(EventName.followUp, item)
        case .profile(let operations):
            event = ["type": "profile", "profile": .object(fields(operations))]
            asksForProfile = true
        }
        event["ep"] = .integer(context.now.wall / 1000)
        event["s"] = .integer(context.visit.id)
        event["pg"] = 1
        event["lsl"] = .integer(context.visit.previousLength)
        event["f"] = .bool(context.visit.isFirst)
        let bundle = configuration.application.bundle
        if event["type"] == "event", !bundle.isEmpty { event["pai"] = .string(bundle) }
        if asksForProfile, configuration.isPersonalized { event["dsync"] = true }
        if let fault = context.fault {
            event["wzrk_error"] = ["c": .integer(fault.code), "d": .string(fault.message)]
        }
        return JSONValue.object(event).encoded()
    }

    private func named(_ name: String, _ data: JSONObject) -> JSONObject {
        ["type": "event", "evtName": .string(name), "evtData": .object(data)]
    }

    private func data(of event: ReportedEvent) -> JSONObject {
        var data = event.properties
        if let items = event.items { data["Items"] = .array(items.map(JSONValue.object)) }
        return data
    }

    /// 5 asks for everything, 6 for one whose wait is over.
    private static func question(_ target: String?) -> JSONObject {
        guard let target else { return ["t": 5] }
        return ["t": 6, "tgtId": Int64(target).map(JSONValue.integer) ?? .string(target)]
    }

    private func fields(_ operations: [ProfileOperation]) -> JSONObject {
        var fields = JSONObject()
        for operation in operations { fields[operation.name] = Self.value(of: operation) }
        let application = configuration.application
        for (name, text) in [
            ("tz", application.timeZone), ("cc", application.country),
            ("Carrier", application.carrier),
        ] where !text.isEmpty && fields[name] == nil {
            fields[name] = .string(text)
        }
        return fields
    }

    private static func value(of operation: ProfileOperation) -> JSONValue {
        switch operation.kind {
        case .set: operation.value
        case .unset: ["$delete": true]
        case .setList: ["$set": operation.value]
        case .add: ["$add": operation.value]
        case .remove: ["$remove": operation.value]
        case .increment: ["$incr": operation.value]
        case .decrement: ["$decr": operation.value]
        }
    }
}
