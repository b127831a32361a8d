import PersonalizeCore
import PersonalizeJSON

/// The services of all vendors: they answer late, wrongly or not at all, and
/// mark what they decide for a customer with whom it is for.
struct Vendors {
    /// How many of a hundred answers go wrong.
    let faults: Int64
    private let seed: UInt64
    /// Answers on their way, by when they come.
    private(set) var waiting: [(due: Int64, request: Int64, exchange: Exchange)] = []
    private(set) var faultCount = 0
    /// Changes what the vendors could show.
    var revision: UInt64 = 0

    init(faults: Int64, seed: UInt64) {
        self.faults = faults
        self.seed = seed
    }

    mutating func reset() { waiting = [] }

    mutating func cancel(_ request: Int64) { waiting.removeAll { $0.request == request } }

    /// When the next answer comes, in monotonic milliseconds.
    var next: Int64? { waiting.map(\.due).min() }

    /// The next answer that has come.
    mutating func take(at now: Int64) -> Command? {
        let ready = waiting.indices.filter { waiting[$0].due <= now }
        guard
            let index = ready.min(by: {
                (waiting[$0].due, waiting[$0].request) < (waiting[$1].due, waiting[$1].request)
            })
        else { return nil }
        let answer = waiting.remove(at: index)
        return .exchanged(request: answer.request, answer.exchange)
    }

    mutating func take(_ request: Request, at now: Instant, _ chance: inout RandomSource) {
        var delay = chance.below(2) == 0 ? 0 : chance.below(3_000)
        var exchange = Exchange.response(
            Response(status: 200, body: answer(request, &chance)))
        if chance.below(100) < faults {
            faultCount += 1
            (exchange, delay) = fault(delay, &chance)
        }
        waiting.append((now.monotonic &+ delay, request.id, exchange))
    }

    private func fault(_ delay: Int64, _ chance: inout RandomSource) -> (Exchange, Int64) {
        switch chance.below(8) {
        case 0: return (.failure(TransportFailure(.unreachable, "no route")), delay)
        case 1: return (.failure(TransportFailure(.timedOut, "no answer")), 30_000)
        case 2: return (.response(Response(status: 500, body: [])), delay)
        case 3:
            let pause = Response.Header("retry-after", "\(chance.below(20))")
            return (.response(Response(status: 429, headers: [pause], body: [])), delay)
        case 4: return (.response(Response(status: 200, body: Array("<html>".utf8))), delay)
        case 5: return (.response(Response(status: 400, body: Array("{}".utf8))), delay)
        case 6: return (.response(Response(status: 401, body: [])), delay)
        default: return (.response(Response(status: 404, body: [])), delay)
        }
    }

    // MARK: Answers

    private func answer(_ request: Request, _ chance: inout RandomSource) -> [UInt8] {
        let body = request.body.flatMap { (try? JSONValue.parse($0))?.object } ?? [:]
        switch (request.vendor, request.purpose) {
        case ("inline", "definitions"): return Array(plan().encoded().utf8)
        case ("inline", "content"):
            return Array(#"{"content":{"layoutType":"custom"}}"#.utf8)
        case ("inline", _): return Array(#"{"response":{"status":"queued"}}"#.utf8)
        case ("house", "definitions"): return Array(document().encoded().utf8)
        case (_, "definitions"): return Array(list(request.vendor).encoded().utf8)
        case (_, "personalization"): return Array(decisions(body, &chance).encoded().utf8)
        case (_, "inbox"):
            let answer: JSONValue = ["success": true, "messages": [], "sync_token": "t"]
            return Array(answer.encoded().utf8)
        case (_, "resource"): return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        case ("club", "batch"): return Array(invitations(&chance).encoded().utf8)
        case ("club", _): return Array("{}".utf8)
        default: return Array(#"{"success":true,"errors":[]}"#.utf8)
        }
    }

    private static let frequencies = Frequency.allCases.map(\.rawValue)
    private static let links =
        #"<a href="shop://go">Go</a><button data-actiontype="close">x</button>"#

    /// A number that is the same for the same words in the same revision.
    private func number(_ words: String) -> Int {
        var source = RandomSource(seed: seed ^ Mark.number(words) ^ revision &* 0x51_7C)
        return Int(source.below(1 << 30))
    }

    private func list(_ vendor: String) -> JSONValue {
        var blocks: [JSONValue] = []
        for index in 0..<5 where number("\(vendor) there \(index)") % 4 > 0 {
            let own = number("\(vendor) \(index)")
            var block: JSONObject = [
                "id": .string("c\(index)"), "name": .string("C"),
                "date_filter": ["enabled": false],
                "frequency": .string(Self.frequencies[own % 4]),
                "load_priority": .integer(Int64(own / 4 % 4)),
                "consent_category_tracking": .null,
                "placeholders": .array(
                    Setting.placements.enumerated().filter { own >> (8 + $0.offset) & 1 == 0 }
                        .map { .string($0.element) }),
            ]
            if own % 3 > 0 {
                block["content_type"] = "html"
                block["content"] = ["html": .string(html(own / 16))]
            }
            blocks.append(.object(block))
        }
        return ["success": true, "in_app_content_blocks": .array(blocks)]
    }

    /// What some customers, or none, are to see.
    private func html(_ kind: Int) -> String {
        switch kind % 8 {
        case 0: ""
        case 1: #"<img src="relative.png">"#
        case 2: #"<img src="https://img.test/a.png">"# + Self.links
        default: "<p>for anybody</p>" + Self.links
        }
    }

    private func decisions(_ body: JSONObject, _ chance: inout RandomSource) -> JSONValue {
        let customer = body["customer_ids"]?.object ?? [:]
        var data: [JSONValue] = []
        for id in body["content_block_ids"]?.array ?? [] where chance.below(8) > 0 {
            let isFor = Mark.text(of: customer)
            let html = chance.below(10) == 0 ? "" : "<p>for-\(isFor)</p>" + Self.links
            data.append([
                "id": id, "status": .string(chance.below(5) > 0 ? "OK" : "filter_not_matched"),
                "ttl_seconds": .integer(chance.below(3) * 40),
                "has_tracking_consent": .bool(chance.below(6) > 0), "content_type": "html",
                "content": ["html": .string(html)],
            ])
        }
        return ["success": true, "data": .array(data)]
    }

    private func plan() -> JSONValue {
        let placements = Setting.placements.prefix(2)
        let text: JSONValue = [
            "layoutType": "text",
            "children": [
                [
                    "layoutType": "Text", "subLayoutType": "title",
                    "properties": ["text": "for anybody", "deepLink": "shop://go"],
                ]
            ],
        ]
        var campaigns: [JSONValue] = []
        for index in 0..<4 where number("inline \(index)") % 3 > 0 {
            let own = number("inline own \(index)")
            var variation: JSONObject = ["variationId": "v"]
            if own % 3 > 0 { variation["content"] = text }
            var campaign: JSONObject = [
                "campaignId": .string("w\(index)"),
                "targetViewId": .string(placements[index % placements.count]),
                "variations": [.object(variation)],
            ]
            if own / 3 % 3 == 0 { campaign["controlGroupPercent"] = 50 }
            if own / 9 % 4 == 0 { campaign["maxViewsPerUser"] = 2 }
            if own / 36 % 4 == 0 { campaign["trigger"] = ["on": "event", "event": "visit"] }
            campaigns.append(.object(campaign))
        }
        return [
            "schema": 1, "contentUrl": "https://inline.test/{campaignId}?c={customerId}",
            "properties": .array(
                placements.map {
                    ["propertyId": .string("p-\($0)"), "targetViewId": .string($0)]
                }), "campaigns": .array(campaigns),
        ]
    }

    /// What the club chooses to show: an invitation, now and then.
    private func invitations(_ chance: inout RandomSource) -> JSONValue {
        guard chance.below(3) == 0 else { return [:] }
        let id = 1_790_000_000 + chance.below(4)
        return [
            "inapp_notifs": [
                [
                    "type": "custom-code", "templateName": "poster", "ti": .integer(id),
                    "wzrk_id": .string("\(id)_20260101"),
                    "vars": ["title": "Come in", "go": ["actions": ["type": "close"]]],
                ]
            ], "imc": 10, "imp": 10,
        ]
    }

    private func document() -> JSONValue {
        var campaigns: [JSONValue] = []
        for index in 0..<3 where number("house \(index)") % 3 > 0 {
            let own = number("house own \(index)")
            var campaign: JSONObject = [
                "id": .string("h\(index)"),
                "placements": .array(Setting.placements.map(JSONValue.string)),
                "priority": .integer(Int64(own % 4)),
                "frequency": .string(Self.frequencies[own / 4 % 4]),
            ]
            if own % 5 == 0 {
                campaign["control"] = true
            } else {
                campaign["html"] = .string("<p>for anybody</p>" + Self.links)
            }
            campaigns.append(.object(campaign))
        }
        return [
            "version": 1, "campaigns": .array(campaigns),
            "messages": [["id": "m", "title": "Hello"]],
            "overlays": [
                [
                    "id": "o", "template": "poster", "on": [["event": "visit"]],
                    "values": ["go": ["type": "url", "url": "shop://go"]],
                ], ["id": "p", "template": "chime", "on": [["event": "shown"]]],
            ],
        ]
    }
}

/// Marks content with whom it is for.
enum Mark {
    static func number(_ words: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in words.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    /// The same for the same ids in any order.
    static func text(of ids: JSONObject) -> String {
        let sorted = ids.members.map { ($0.key, $0.value.encoded()) }.sorted { $0.0 < $1.0 }
        return String(number(sorted.map { "\($0)=\($1)" }.joined(separator: "&")), radix: 16)
    }

    private static let start = "for-"

    static func position(of text: String, in bytes: [UInt8]) -> Int? {
        let wanted = Array(text.utf8)
        return bytes.indices.first { bytes[$0...].starts(with: wanted) }
    }

    /// The mark in a text, if it has one.
    static func find(in text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let position = position(of: start, in: bytes) else { return nil }
        let digits = bytes[(position + start.utf8.count)...].prefix { byte in
            (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
