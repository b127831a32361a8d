import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

/// Runs an engine with this adapter against answers by purpose, with a store
/// in memory.
private struct Walk {
    var engine: Engine
    /// Bodies of answers by the request's purpose.
    var answers: [String: String]
    var records: [RecordKey: LoadedRecord] = [:]
    var requests: [Request] = []
    var updates: [JSONObject] = []
    var logs: [LogLine] = []
    var content: String?

    init(answers: [String: String]) throws {
        engine = Engine(
            configuration: EngineConfiguration(), adapters: [try adapter()], seed: 3)
        self.answers = answers
        perform(.restore([]))
        perform(.start)
    }

    mutating func perform(_ command: Command) {
        var queue = [command]
        while !queue.isEmpty {
            for effect in engine.handle(queue.removeFirst(), at: now) {
                switch effect {
                case .update(let update): updates.append(update)
                case .log(let line, _): logs.append(line)
                case .content(_, let text): content = text
                case .store(.put(let key, let header, let body)):
                    records[key] = LoadedRecord(header: header, body: body)
                case .load(let token, let keys):
                    queue.append(.loaded(token: token, records: keys.map { records[$0] }))
                case .send(let request):
                    requests.append(request)
                    let body = answers[request.purpose] ?? #"{"success":true}"#
                    queue.append(.exchanged(request: request.id, .response(answer(body))))
                default: break
                }
            }
        }
    }

    /// Updates about placements, by name.
    var names: [String] {
        updates.compactMap { $0["update"]?.string }.filter { $0.hasPrefix("placement.") }
    }

    /// The `action` of each banner event sent.
    var banners: [String] {
        requests.compactMap { $0.body }.compactMap { try? JSONValue.parse($0) }.compactMap {
            $0["event_type"]?.string == "banner" ? $0["properties"]?["action"]?.string : nil
        }
    }
}

@Suite struct EngineTests {
    static let fixed = """
        {"success":true,"in_app_content_blocks":[{"id":"s","name":"S","placeholders":["home"],
        "content_type":"html","content":{"html":"<a href='shop://x'>go</a>"}}]}
        """
    static let open = """
        {"success":true,"in_app_content_blocks":[{"id":"p","name":"P","placeholders":["home"]}]}
        """

    @Test func showsAStaticBlockWithoutAskingAboutIt() throws {
        var walk = try Walk(answers: ["definitions": Self.fixed])
        walk.perform(.placementOpen(PlacementSpecification(placement: "home")))
        #expect(walk.names.contains("placement.shown"))
        #expect(walk.content?.contains("shop://x") == true)
        #expect(!walk.requests.contains { $0.purpose == "personalization" })
        #expect(walk.banners == ["show"])
        #expect(
            walk.logs.contains(LogLine(.verbose, "InAppCB: Block s date-filter passed: true")))
    }

    /// 3.7.
    @Test(arguments: [#""content":{"html":""}"#, #""content":{}"#, #""variant_id":2"#])
    func showsAControlVariantAsNothing(members: String) throws {
        var walk = try Walk(answers: [
            "definitions": Self.open,
            "personalization":
                #"{"success":true,"data":[{"id":"p","status":"OK","content_type":"html",\#(members)}]}"#,
        ])
        walk.perform(.placementOpen(PlacementSpecification(placement: "home")))
        let shown = try #require(walk.updates.first { $0["update"] == "placement.shown" })
        #expect(shown["has_content"] == false)
        #expect(walk.banners == ["show"])
        #expect(walk.logs.contains(LogLine(.info, "InApp Content Block has no content for p")))
    }

    @Test func saysWhyABlockIsNotShown() throws {
        var walk = try Walk(answers: [
            "definitions": Self.open,
            "personalization":
                #"{"success":true,"data":[{"id":"p","status":"filter_not_matched"}]}"#,
        ])
        walk.perform(.placementOpen(PlacementSpecification(placement: "home")))
        #expect(walk.names.contains("placement.empty"))
        #expect(walk.banners.isEmpty)
        #expect(
            walk.logs.contains(
                LogLine(
                    .verbose, "InAppCB: Block p filtered out because of status filter_not_matched"
                )))
    }

    /// 1.9.
    @Test func warnsOfAnOwnCookie() throws {
        var walk = try Walk(answers: [:])
        walk.perform(
            .identify(ids: ["cookie": "forged", "registered": "r"], properties: [:], key: nil))
        #expect(walk.logs.contains(LogLine(.warning, "Changing cookie is not allowed")))
        let customer = try #require(walk.requests.first { $0.purpose == "customer" })
        #expect(customer.body?.contains("forged") == false)
        #expect(customer.body?.contains(#""registered":"r""#) == true)
    }
}
