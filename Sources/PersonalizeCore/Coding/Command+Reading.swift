public import PersonalizeJSON

extension Command {
    /// The command that `json` wrote; nil when the object is none.
    public init?(json: JSONObject) {
        guard let name = json["name"]?.string,
            let command = Self.ofRuntime(name, json) ?? Self.ofCustomer(name, json)
                ?? Self.ofApplication(name, json) ?? Self(screen: name, json)
                ?? Self.ofPlacement(name, json)
        else { return nil }
        self = command
    }

    private static func ofRuntime(_ name: String, _ json: JSONObject) -> Command? {
        switch name {
        case "restore":
            return json["headers"]?.objects(StoredHeader.init(json:)).map(Command.restore)
        case "loaded":
            guard let token = json["token"]?.integer, let values = json["records"]?.array else {
                return nil
            }
            var records: [LoadedRecord?] = []
            for value in values {
                guard !value.isNull else {
                    records.append(nil)
                    continue
                }
                guard let record = value.object.flatMap(LoadedRecord.init(json:)) else {
                    return nil
                }
                records.append(record)
            }
            return .loaded(token: token, records: records)
        case "files_answered":
            guard let token = json["token"]?.integer,
                let answer = json["answer"]?.object.flatMap(FileAnswer.init(json:))
            else { return nil }
            return .filesAnswered(token: token, answer)
        case "exchanged":
            guard let request = json["request"]?.integer,
                let exchange = json["exchange"]?.object.flatMap(Exchange.init(json:))
            else { return nil }
            return .exchanged(request: request, exchange)
        case "tick": return .tick
        case "answered":
            guard let token = json["token"]?.integer else { return nil }
            return .answered(token: token, json["answer"]?.object)
        case "hook_set":
            guard let hook = json["hook"]?.string.flatMap(HookName.init(rawValue:)),
                let isSet = json["is_set"]?.bool
            else { return nil }
            return .hookSet(
                hook, isSet: isSet, registration: json["registration"]?.string ?? "")
        case "incident":
            guard let reason = json["reason"]?.string, let message = json["message"]?.string
            else { return nil }
            return .incident(reason: reason, message: message)
        case "start": return .start
        case "stop": return .stop
        case "state": return .state
        case "stats": return .stats
        default: return nil
        }
    }

    private static func ofCustomer(_ name: String, _ json: JSONObject) -> Command? {
        switch name {
        case "identify":
            guard let ids = json["ids"]?.object, let properties = json["properties"]?.object,
                let tokens = json["tokens"]?.objects(CustomerToken.init(json:))
            else { return nil }
            return .identify(
                ids: ids, properties: properties, key: json["key"]?.string, tokens: tokens)
        case "anonymize": return .anonymize
        case "authorize":
            guard let vendor = json["vendor"]?.string else { return nil }
            return .authorize(
                vendor: vendor, json["token"]?.object.flatMap(CustomerToken.init(json:)))
        case "consent":
            guard let consent = json["consent"]?.string.flatMap(Consent.init(rawValue:)) else {
                return nil
            }
            return .consent(
                vendor: json["vendor"]?.string,
                purpose: json["purpose"]?.string.flatMap(Purpose.init(rawValue:)), consent)
        case "session_start": return .sessionStart
        case "session_end": return .sessionEnd
        case "foreground": return json["is_foreground"]?.bool.map(Command.foreground)
        default: return nil
        }
    }

    private static func ofApplication(_ name: String, _ json: JSONObject) -> Command? {
        switch name {
        case "track":
            guard let event = json["event"]?.string, let properties = json["properties"]?.object
            else { return nil }
            return .track(
                event: event, properties: properties, vendors: json["vendors"]?.strings)
        case "flush": return .flush
        case "reporting":
            return json["command"]?.object.flatMap(ReportingCommand.init(json:))
                .map(Command.reporting)
        case "offline": return json["is_offline"]?.bool.map(Command.offline)
        case "refresh":
            return .refresh(vendor: json["vendor"]?.string, key: json["key"]?.string)
        case "ingest":
            guard let vendor = json["vendor"]?.string, let kind = json["kind"]?.string,
                let payload = json.bytes(as: "payload")
            else { return nil }
            return .ingest(vendor: vendor, kind: kind, payload: payload)
        case "prefetch":
            guard let placements = json["placements"]?.strings else { return nil }
            return .prefetch(placements: placements, key: json["key"]?.string)
        case "inbox":
            guard let command = json["command"]?.object.flatMap(InboxCommand.init(json:)) else {
                return nil
            }
            return .inbox(vendor: json["vendor"]?.string, command)
        case "templates":
            guard let command = json["command"]?.object.flatMap(TemplateCommand.init(json:))
            else { return nil }
            return .templates(vendor: json["vendor"]?.string, command)
        case "segments":
            guard let category = json["category"]?.string, let force = json["force"]?.bool
            else { return nil }
            return .segments(
                vendor: json["vendor"]?.string, category: category, force: force,
                key: json["key"]?.string)
        case "display":
            return json["command"]?.object.flatMap(DisplayCommand.init(json:))
                .map(Command.display)
        case "presentation":
            guard let id = json["id"]?.integer else { return nil }
            return json["command"]?.object.flatMap(PresentationCommand.init(json:))
                .map { .presentation(id: id, $0) }
        case "explain":
            guard let placement = json["placement"]?.string else { return nil }
            return .explain(placement: placement, vendor: json["vendor"]?.string)
        case "explain_overlay":
            return OverlayQuestion(json: json).map(Command.explainOverlays)
        default: return nil
        }
    }

    private static func ofPlacement(_ name: String, _ json: JSONObject) -> Command? {
        guard name != "placement_open" else {
            return json["specification"]?.object.flatMap(PlacementSpecification.init(json:))
                .map(Command.placementOpen)
        }
        guard let id = json["id"]?.integer else { return nil }
        switch name {
        case "placement_reload":
            guard let force = json["force"]?.bool else { return nil }
            return .placementReload(id: id, force: force, key: json["key"]?.string)
        case "placement_click":
            guard let url = json["url"]?.string, let isManual = json["is_manual"]?.bool else {
                return nil
            }
            return .placementClick(id: id, url: url, isManual: isManual)
        case "placement_dismiss": return .placementDismiss(id: id)
        case "placement_report":
            return json["report"]?.object.flatMap(PlacementReport.init(json:))
                .map { .placementReport(id: id, $0) }
        case "placement_close": return .placementClose(id: id)
        default: return Command(placementUse: name, id: id, json)
        }
    }
}

extension JSONValue {
    /// The elements of an array of strings; nil for anything else.
    var strings: [String]? {
        guard let values = array else { return nil }
        let texts = values.compactMap(\.string)
        return texts.count == values.count ? texts : nil
    }

    /// What `read` makes of the elements of an array of objects; nil for
    /// anything else, and when it refuses one.
    func objects<Element>(_ read: (JSONObject) -> Element?) -> [Element]? {
        guard let values = array else { return nil }
        let elements = values.compactMap { $0.object.flatMap(read) }
        return elements.count == values.count ? elements : nil
    }
}
