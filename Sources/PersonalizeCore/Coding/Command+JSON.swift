public import PersonalizeJSON

extension Command {
    /// The form in a journal; `init?(json:)` reads it back without loss.
    public var json: JSONObject {
        switch self {
        case .restore(let headers):
            ["name": "restore", "headers": .array(headers.map { .object($0.json) })]
        case .loaded(let token, let records):
            [
                "name": "loaded", "token": .integer(token),
                "records": .array(records.map { $0.map { .object($0.json) } ?? .null }),
            ]
        case .filesAnswered(let token, let answer):
            ["name": "files_answered", "token": .integer(token), "answer": .object(answer.json)]
        case .exchanged(let request, let exchange):
            [
                "name": "exchanged", "request": .integer(request),
                "exchange": .object(exchange.json),
            ]
        case .tick: ["name": "tick"]
        case .answered(let token, let answer):
            [
                "name": "answered", "token": .integer(token),
                "answer": answer.map(JSONValue.object) ?? .null,
            ]
        case .hookSet(let hook, let isSet, let registration):
            [
                "name": "hook_set", "hook": .string(hook.rawValue), "is_set": .bool(isSet),
                "registration": .string(registration),
            ]
        case .incident(let reason, let message):
            ["name": "incident", "reason": .string(reason), "message": .string(message)]
        case .start: ["name": "start"]
        case .stop: ["name": "stop"]
        case .state: ["name": "state"]
        case .stats: ["name": "stats"]
        case .identify, .anonymize, .authorize, .consent, .sessionStart, .sessionEnd,
            .foreground:
            customerJSON
        case .track(let event, let properties, let vendors):
            [
                "name": "track", "event": .string(event), "properties": .object(properties),
                "vendors": vendors.map { .array($0.map(JSONValue.string)) } ?? .null,
            ]
        case .flush: ["name": "flush"]
        case .reporting(let command):
            ["name": "reporting", "command": .object(command.json)]
        case .offline(let isOffline): ["name": "offline", "is_offline": .bool(isOffline)]
        case .refresh(let vendor, let key):
            ["name": "refresh", "vendor": .optional(vendor), "key": .optional(key)]
        case .ingest(let vendor, let kind, let payload):
            Self.ingestJSON(vendor: vendor, kind: kind, payload: payload)
        case .prefetch(let placements, let key):
            [
                "name": "prefetch", "placements": .array(placements.map(JSONValue.string)),
                "key": .optional(key),
            ]
        case .segments(let vendor, let category, let force, let key):
            [
                "name": "segments", "vendor": .optional(vendor), "category": .string(category),
                "force": .bool(force), "key": .optional(key),
            ]
        case .placementOpen, .placementReload, .placementClick, .placementDismiss,
            .placementReport, .placementClose:
            placementJSON
        case .placementConfigure, .placementState, .placementTrack, .placementSelect,
            .cellPrepare, .carousel:
            placementUseJSON
        case .screen, .screenData, .campaignTrack: screenJSON
        case .inbox(let vendor, let command):
            [
                "name": "inbox", "vendor": .optional(vendor), "command": .object(command.json),
            ]
        case .templates(let vendor, let command):
            [
                "name": "templates", "vendor": .optional(vendor),
                "command": .object(command.json),
            ]
        case .display(let command): ["name": "display", "command": .object(command.json)]
        case .presentation(let id, let command):
            [
                "name": "presentation", "id": .integer(id), "command": .object(command.json),
            ]
        case .explain(let placement, let vendor):
            ["name": "explain", "placement": .string(placement), "vendor": .optional(vendor)]
        case .explainOverlays(let question): question.json
        }
    }

    private var customerJSON: JSONObject {
        switch self {
        case .identify(let ids, let properties, let key, let tokens):
            [
                "name": "identify", "ids": .object(ids), "properties": .object(properties),
                "key": .optional(key), "tokens": .array(tokens.map { .object($0.json) }),
            ]
        case .anonymize: ["name": "anonymize"]
        case .authorize(let vendor, let token):
            [
                "name": "authorize", "vendor": .string(vendor),
                "token": token.map { .object($0.json) } ?? .null,
            ]
        case .consent(let vendor, let purpose, let consent):
            [
                "name": "consent", "vendor": .optional(vendor),
                "purpose": .optional(purpose?.rawValue), "consent": .string(consent.rawValue),
            ]
        case .sessionStart: ["name": "session_start"]
        case .sessionEnd: ["name": "session_end"]
        case .foreground(let isForeground):
            ["name": "foreground", "is_foreground": .bool(isForeground)]
        default: [:]
        }
    }

    private var placementJSON: JSONObject {
        switch self {
        case .placementOpen(let specification):
            ["name": "placement_open", "specification": .object(specification.json)]
        case .placementReload(let id, let force, let key):
            [
                "name": "placement_reload", "id": .integer(id), "force": .bool(force),
                "key": .optional(key),
            ]
        case .placementClick(let id, let url, let isManual):
            [
                "name": "placement_click", "id": .integer(id), "url": .string(url),
                "is_manual": .bool(isManual),
            ]
        case .placementDismiss(let id): ["name": "placement_dismiss", "id": .integer(id)]
        case .placementReport(let id, let report):
            ["name": "placement_report", "id": .integer(id), "report": .object(report.json)]
        case .placementClose(let id): ["name": "placement_close", "id": .integer(id)]
        default: [:]
        }
    }

    private static func ingestJSON(vendor: String, kind: String, payload: [UInt8]) -> JSONObject {
        var object: JSONObject = [
            "name": "ingest", "vendor": .string(vendor), "kind": .string(kind),
        ]
        object.set(bytes: payload, as: "payload")
        return object
    }
}

extension JSONValue {
    /// A string, or `null` for nil.
    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
