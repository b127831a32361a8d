import PersonalizeCore
import PersonalizeJSON

/// A small vendor that is told in parcels: a body is `[profile, report, …]`,
/// and an answer's status says what became of it.
struct ParcelAdapter: BatchingAdapter {
    var kind: String { "parcel" }
    var instance = "post"
    var policy = VendorPolicy(eventIDHeader: nil)
    var batchPolicy = BatchPolicy(maximumEvents: 4, raisesLaunch: false)
    var configuredProfile: String?
    var identityFields = ["name"]
    var silentFields: [String] { ["zone"] }
    var launchEvent: String { "arrived" }
    /// Whether the vendor has to be asked where it is.
    var isLost = false

    func ingest(
        kind: String, payload: [UInt8], at now: Instant
    ) throws(PersonalizeError) -> Ingested {
        throw PersonalizeError(.argument, "unknown_payload", "No.")
    }

    func profileID(random: String) -> String { "p" + random.prefix(4) }
    func profileFields(ids: JSONObject, properties: JSONObject) -> JSONObject {
        var fields = ids
        fields.merge(properties)
        return fields
    }
    func identity(of field: String, value: JSONValue, keys: [String]) -> String? {
        keys.contains(field) ? value.string.map { "\(field)=\($0)" } : nil
    }
    func isRemovable(identity field: String) -> Bool { true }
    func optOutFields(_ optOut: OptOut) -> JSONObject { ["quiet": .bool(optOut.isOptedOut)] }

    func read(_ event: ReportedEvent) -> EventReading {
        guard event.name != "secret" else {
            return EventReading(event, refusal: ReportFault(1, "secret", "not for hosts"))
        }
        let isLong = event.name.utf8.count > 10
        return EventReading(
            event, faults: isLong ? [ReportFault(2, "long", "a long name")] : [])
    }
    func read(_ operation: ProfileOperation) -> OperationReading { OperationReading(operation) }
    func encode(_ report: Report, in context: ReportContext) -> String {
        var object: JSONObject
        switch report {
        case .event(let event):
            object = ["event": .string(event.name), "properties": .object(event.properties)]
        case .profile(let operations):
            object = ["fields": .array(operations.map { .string($0.name) })]
        case .launch: object = ["event": .string(launchEvent)]
        case .fetch(let target): object = ["fetch": target.map(JSONValue.string) ?? .null]
        case .followUp(let item): object = item
        }
        object["visit"] = .integer(context.visit.id)
        if let fault = context.fault { object["fault"] = .integer(fault.code) }
        return JSONValue.object(object).encoded()
    }
    func isDiscarded(_ event: String, by names: [String]) -> Bool { names.contains(event) }
    func applicationFields(location: Location?) -> JSONObject { ["os": "test"] }
    func sessionMemory(_ memory: JSONObject, after event: ReportedEvent) -> JSONObject { memory }

    func handshakeRequest(_ context: BatchContext) -> RequestDraft? {
        guard isLost, context.account["place"] == nil, !context.usesMainAddress else { return nil }
        return RequestDraft(method: "GET", url: "https://post.test/where")
    }
    func readHandshake(_ response: Response, _ context: BatchContext) -> BatchAnswer {
        readBatch(response, context, isFollowUp: false)
    }
    func batchRequest(_ events: [String], _ context: BatchContext) -> RequestDraft {
        let head: JSONObject = [
            "profile": .string(context.profile), "memory": .object(context.memory),
            "first": .bool(context.isFirstOfSession), "launch": .bool(context.isFirstOfLaunch),
        ]
        let parts = [JSONValue.object(head).encoded()] + events
        return RequestDraft(
            method: "POST",
            url: "https://\(context.account["place"]?.string ?? "post.test")/parcels",
            body: "[" + parts.joined(separator: ",") + "]")
    }
    func followUpRequest(_ items: [String], _ context: BatchContext) -> RequestDraft {
        RequestDraft(
            method: "POST", url: "https://post.test/more",
            body: "[" + items.joined(separator: ",") + "]")
    }
    func readBatch(
        _ response: Response, _ context: BatchContext, isFollowUp: Bool
    ) -> BatchAnswer {
        let body = (try? JSONValue.parse(response.body))?.object ?? [:]
        var answer: BatchAnswer
        switch response.status {
        case 200: answer = BatchAnswer(.delivered, context)
        case 307: answer = BatchAnswer(.moved, context)
        case 410: answer = BatchAnswer(.muted(until: body["until"]?.integer ?? 0), context)
        case 400: answer = BatchAnswer(.refused(reason: "refused"), context)
        case 401: answer = BatchAnswer(.unauthorized(reason: "not_authorized"), context)
        default: answer = BatchAnswer(.failed(reason: "server_error"), context)
        }
        if let place = body["place"] { answer.account["place"] = place }
        if let memory = body["memory"]?.object { answer.memory.merge(memory) }
        answer.profile = body["profile"]?.string
        answer.discarded = body["discarded"]?.array.map { $0.compactMap(\.string) }
        answer.followUps = (body["more"]?.array ?? []).compactMap(\.object)
        return answer
    }
    func account(_ memory: JSONObject, afterFailures count: Int64) -> JSONObject {
        count > 5 ? [:] : memory
    }
    func templatesRequest(
        _ payload: JSONObject, _ context: BatchContext
    ) -> Result<RequestDraft, VendorFailure> {
        .failure(VendorFailure("no_templates", "It has none."))
    }
    func templatesFailure(_ response: Response) -> VendorFailure? { nil }
}

extension EngineHarness {
    /// The bodies of the batches sent since the last call, without their heads.
    mutating func takeBatches() -> [[JSONValue]] {
        defer { sent = [] }
        return sent.filter { $0.purpose == "batch" }.map {
            Array(((try? JSONValue.parse($0.body ?? ""))?.array ?? []).dropFirst())
        }
    }

    /// The names of the events of those batches.
    mutating func takeNames() -> [[String]] {
        takeBatches().map { $0.map { $0["event"]?.string ?? "-" } }
    }

    mutating func track(_ names: String...) {
        for name in names {
            perform(.track(event: name, properties: [:], vendors: nil))
        }
    }
}
