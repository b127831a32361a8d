import PersonalizeCore
import PersonalizeJSON

/// A small vendor of the tests' own. That it joins the engine without a change
/// anywhere else is itself a test: of the adapter protocol's neutrality.
///
/// Wire format: definitions are an array of objects with the members of
/// `campaign(_:)` below, personalisations an array of `{id, ok, ttl, body}`.
struct PostcardAdapter: PlacementAdapter, DeliveryAdapter {
    var kind: String { "postcard" }
    var instance = "post"
    var policy = VendorPolicy(automaticSessions: false)
    /// A vendor that has not said anything lets one be shown; most tests want more.
    var overlayPolicy = OverlayPolicy(sessionCap: 100, dayCap: 100)
    var inboxScope = "post"
    var inboxStyle = InboxStyle(maximumActions: 2)
    /// Whether it is allowed to ask for letters.
    var mayAsk = true
    /// What the payload kind `letters` holds.
    var ingested: MessageRecord?
    /// What all requests go with.
    var credential = Credential.own
    var segmentation: (any Segmentation)?

    func definitionsRequest() -> RequestDraft? {
        RequestDraft(method: "GET", url: "https://post.test/cards", credential: credential)
    }

    func readDefinitions(
        _ response: Response, at now: Instant
    ) -> Result<Reading<CampaignRecord>, VendorFailure> {
        guard response.status == 200,
            let list = (try? JSONValue.parse(response.body))?.array
        else { return .failure(VendorFailure("status", "no cards", status: response.status)) }
        var reading = Reading<CampaignRecord>()
        for (index, value) in list.enumerated() {
            guard let record = campaign(value) else {
                reading.diagnostics.append(
                    JSONDiagnostic(
                        what: "card", path: "$[\(index)]", reason: "missing_field",
                        message: "no id"))
                continue
            }
            reading.records.append(record)
        }
        return .success(reading)
    }

    private func campaign(_ value: JSONValue) -> CampaignRecord? {
        guard let id = value["id"]?.string else { return nil }
        let from = value["from"]?.integer
        let to = value["to"]?.integer
        let campaign = Campaign(
            id: id, name: value["name"]?.string ?? "card \(id)",
            placements: [value["at"]?.string ?? "hall"],
            schedule: from == nil && to == nil ? nil : Schedule(from: from, to: to),
            frequency: value["often"]?.string.flatMap(Frequency.init(rawValue:)) ?? .always,
            priority: value["priority"]?.integer ?? 0, format: .html,
            isPersonalized: value["personal"]?.bool ?? false)
        return CampaignRecord(campaign, body: value["body"]?.string.map { Array($0.utf8) })
    }

    func personalizationRequest(ids: [String], identity: Identity) -> RequestDraft {
        let body: JSONValue = [
            "who": .object(identity.ids), "anonymous": .string(identity.anonymousID),
            "ids": .array(ids.map(JSONValue.string)),
        ]
        return RequestDraft(
            method: "POST", url: "https://post.test/for-me", body: body.encoded(),
            credential: credential)
    }

    func readPersonalization(
        _ response: Response, at now: Instant
    ) -> Result<Reading<PersonalizationRecord>, VendorFailure> {
        guard response.status == 200,
            let list = (try? JSONValue.parse(response.body))?.array
        else { return .failure(VendorFailure("status", "no answer", status: response.status)) }
        return .success(
            Reading(
                records: list.compactMap { value in
                    guard let id = value["id"]?.string else { return nil }
                    let body = value["body"]?.string
                    return PersonalizationRecord(
                        campaign: id,
                        Personalization(
                            unavailable: value["ok"]?.bool == false ? "no" : nil,
                            received: now.wall, lifetime: value["ttl"]?.integer ?? 0,
                            allowsTracking: value["track"]?.bool ?? true, hasContent: body != nil),
                        body: body.map { Array($0.utf8) })
                }))
    }

    func ingest(
        kind: String, payload: [UInt8], at now: Instant
    ) throws(PersonalizeError) -> Ingested {
        if kind == "letters", let ingested {
            return .inbox(InboxAnswer(messages: Reading(records: [ingested]), token: nil))
        }
        if kind == "posters" { return .overlays(PosterReader.read(payload)) }
        guard kind == "cards" else {
            throw PersonalizeError(.argument, "unknown_kind", "No such kind.", path: "$.kind")
        }
        switch readDefinitions(Response(status: 200, body: payload), at: now) {
        case .success(let reading): return .definitions(reading)
        case .failure(let failure): throw PersonalizeError(.json, failure.reason, failure.message)
        }
    }

    func event(for happening: Happening, of presentation: Presentation) -> EventDraft? {
        let (type, forced): (String, Bool) =
            switch happening {
            case .shown: ("seen", false)
            case .clicked(let action): ("followed", action.url.hasSuffix("!"))
            case .closed: ("closed", false)
            case .failed: ("broken", false)
            }
        return EventDraft(
            type: type, properties: ["card": .string(presentation.campaign.id)], isForced: forced)
    }

    func sessionEvent(started: Bool, duration: Int64?) -> EventDraft? {
        EventDraft(
            type: started ? "arrived" : "left",
            properties: duration.map { ["ms": .integer($0)] } ?? [:])
    }

    func encode(
        _ event: EventDraft, identity: Identity, deviceID: String, at now: Instant
    ) -> Delivery {
        Delivery(
            purpose: "event",
            body: JSONValue.object([
                "who": .object(identity.ids), "type": .string(event.type),
                "at": .integer(now.wall), "properties": .object(event.properties),
            ]).encoded())
    }

    func encode(customer properties: JSONObject, identity: Identity, at now: Instant) -> Delivery {
        Delivery(
            purpose: "customer", body: JSONValue.object(["who": .object(identity.ids)]).encoded())
    }

    func deliveryRequest(purpose: String, body: String) -> RequestDraft {
        RequestDraft(
            method: "POST", url: "https://post.test/\(purpose)", body: body,
            credential: credential)
    }

    func judge(_ exchange: Exchange, purpose: String) -> Verdict {
        switch exchange {
        case .failure: .retry(counted: false, reason: "unreachable")
        case .response(let response):
            switch response.status {
            case 200: .delivered
            case 400: .rejected(reason: "refused")
            case 500...: .retry(counted: false, reason: "server_error")
            default: .retry(counted: true, reason: "attempts_exhausted")
            }
        }
    }

    /// Content is a list of words: `img:URL` is a picture, `deco:URL` one
    /// it can do without, `font:URL` a font, `note:` a remark, `unique` an id, `go:URL` a link,
    /// `bye:URL` a close button, `bad` cannot be drawn.
    func prepare(
        _ body: [UInt8]?, of campaign: Campaign, makeID: () -> String
    ) throws(ContentFailure) -> any PreparedContent {
        let text = String(decoding: body ?? [], as: UTF8.self)
        if text.contains("bad") { throw ContentFailure("bad_card", "The card is torn.") }
        return Card(
            words: text.split(separator: " ").map {
                $0 == "unique" ? "made:" + makeID() : String($0)
            })
    }

    struct Card: PreparedContent {
        let words: [String]

        var isEmpty: Bool { words.isEmpty }
        var resources: [ContentResource] {
            after("img:").map { ContentResource(url: $0) }
                + after("deco:").map { ContentResource(url: $0, isRequired: false) }
                + after("font:").map { ContentResource(url: $0, kind: .font, isRequired: false) }
        }
        var notes: [ContentNote] {
            after("note:").map {
                ContentNote(
                    reason: "said",
                    line: LogLine($0.hasPrefix("quiet") ? .verbose : .warning, $0))
            }
        }
        var actions: [Action] {
            after("go:").map { Action(name: nil, url: $0, kind: .deepLink) }
                + after("bye:").map { Action(name: nil, url: $0, kind: .close) }
        }

        func rendered(resources: [String: String]) -> JSONObject {
            [
                "text": .string(words.joined(separator: " ")),
                "pictures": .array(
                    self.resources.compactMap { resources[$0.url].map(JSONValue.string) }),
            ]
        }

        func action(matching url: String) -> Action? { actions.first { $0.url == url } }
        func isIncidental(_ url: String) -> Bool { url == "blank" }

        private func after(_ prefix: String) -> [String] {
            words.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        }
    }

    func mediaType(of file: [UInt8]) -> String? {
        switch file.first {
        case 0x89: "image/png"
        case 0x77: "font/woff2"
        default: nil
        }
    }

    func messages(for event: LogEvent) -> [LogLine] { [] }
}
