import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct OverlayProfileTests {
    private func answer(_ id: String) -> OverlayAnswer {
        var answer = OverlayAnswer()
        answer.serverSide = Reading(records: [
            OverlayCampaign(
                overlay: Overlay(campaign: id, template: ""),
                triggers: [Trigger(event: "a")], isMetadata: true)
        ])
        return answer
    }

    @Test func eachProfileKeepsItsOwn() {
        var contents = OverlayContents()
        contents.use("ada")
        contents.current.mode = .client
        contents.current.session.count("1")
        contents.current.timers = [OverlayTimer(campaign: "1", due: 1, purpose: .stored)]
        contents["bob"].mode = .server
        contents.use("bob")
        #expect(contents.current.mode == .server)
        contents.use("ada")
        #expect(contents.current.mode == .client)
        // What belongs to the session ended with the first switch.
        #expect(contents.current.session.total == 0)
        #expect(contents.current.timers.isEmpty)
        #expect(contents.profiles == ["", "ada", "bob"])
    }

    @Test func anAnswerForAnotherProfileIsKeptAndShowsNothing() {
        var engine = Engine(
            configuration: EngineConfiguration(), adapters: [PostcardAdapter()], seed: 1)
        var answer = answer("4")
        answer.immediate = Reading(records: [
            OverlayCampaign(overlay: Overlay(campaign: "5", template: "poster"))
        ])
        answer.sessionCap = 7
        engine.takeOverlays(answer, vendor: 0, profile: "former")
        #expect(engine.vendors[0].overlays["former"].serverSide.count == 1)
        #expect(engine.vendors[0].overlays["former"].sessionCap == 7)
        #expect(engine.vendors[0].overlays.current.serverSide.isEmpty)
        #expect(engine.display.queue.isEmpty)
    }

    @Test func everythingMovesWithANewID() {
        var engine = Engine(
            configuration: EngineConfiguration(), adapters: [PostcardAdapter()], seed: 1)
        var answer = answer("4")
        answer.clientSide = Reading(records: [
            OverlayCampaign(
                overlay: Overlay(campaign: "5", template: "poster"),
                triggers: [Trigger(event: "b")])
        ])
        answer.sessionCap = 7
        engine.takeOverlays(answer, vendor: 0, profile: "old")
        engine.vendors[0].overlays["old"].tallies["4"] = OverlayTally(occasions: 3)
        _ = engine.vendors[0].overlays["old"].counts.count("a", name: "A", at: 1)
        engine.effects = []
        engine.renameOverlays(vendor: 0, from: "old", to: "new")
        let moved = engine.vendors[0].overlays["new"]
        #expect(moved.serverSide.count == 1 && moved.sessionCap == 7)
        #expect(moved.tallies["4"]?.occasions == 3)
        #expect(moved.counts["a"]?.count == 1)
        #expect(engine.vendors[0].overlays["old"].serverSide.isEmpty)
        #expect(
            engine.effects.contains {
                if case .load(_, let keys) = $0 {
                    keys.map(\.key) == [OverlayKey("old", .clientSide, "5").text]
                } else {
                    false
                }
            })
    }

    /// The vendor may replace campaigns in the answer that names the new id.
    @Test func onlyContentThatIsStillOfUseMoves() {
        var engine = Engine(
            configuration: EngineConfiguration(), adapters: [PostcardAdapter()], seed: 1)
        func answer(_ titles: [(String, String)]) -> OverlayAnswer {
            var answer = OverlayAnswer()
            answer.clientSide = Reading(
                records: titles.map { id, title in
                    OverlayCampaign(
                        overlay: Overlay(
                            campaign: id, template: "poster", values: ["title": .string(title)]))
                })
            return answer
        }
        var records: [RecordKey: LoadedRecord] = [:]
        func apply(_ effects: [Effect]) {
            for case .store(let change) in effects {
                switch change {
                case .put(let key, let header, let body):
                    records[key] = LoadedRecord(header: header, body: body)
                case .putHeader(let key, let header): records[key]?.header = header
                case .remove(let key): records[key] = nil
                case .removeAll: break
                }
            }
        }
        engine.takeOverlays(
            answer([("1", "a"), ("2", "b"), ("3", "c")]), vendor: 0, profile: "old")
        apply(engine.effects)
        engine.effects = []
        engine.renameOverlays(vendor: 0, from: "old", to: "new")
        engine.takeOverlays(answer([("3", "c"), ("2", "new")]), vendor: 0, profile: "new")
        let effects = engine.effects
        engine.effects = []
        var loaded: [LoadedRecord?] = []
        for case .load(_, let keys) in effects { loaded = keys.map { records[$0] } }
        apply(effects)
        engine.tookMoved(
            loaded, OverlayMove(from: "old", to: "new", campaigns: ["1", "2", "3"]), vendor: 0)
        apply(engine.effects)
        func title(_ id: String) -> JSONValue? {
            let key = RecordKey(
                .overlayContent, vendor: "post", key: OverlayKey("new", .clientSide, id).text)
            let body = (records[key]?.body).flatMap { try? JSONValue.parse($0) }
            return body?["overlay"]?["values"]?["title"]
        }
        #expect(title("1") == nil && title("2") == "new" && title("3") == "c")
        #expect(records.keys.filter { $0.space == .overlayContent }.count == 2)
    }

    @Test func filesOfWhatMayBeChosenAreKept() {
        var postcard = PostcardAdapter()
        postcard.overlayPolicy = OverlayHarness.policy
        var harness = EngineHarness([postcard])
        harness.perform(
            .templates(
                vendor: nil,
                .define([
                    TemplateDefinition(
                        "poster", kind: .template, arguments: [TemplateArgument("image", .file)])
                ])))
        harness.start("[]")
        let answer: JSONValue = [
            "client": [
                ["id": "1", "on": ["a"], "values": ["image": "https://files.test/a.png"]],
                ["id": "2", "on": ["a"]],
            ]
        ]
        harness.perform(
            .ingest(vendor: "post", kind: "posters", payload: Array(answer.encoded().utf8)))
        #expect(harness.engine.overlayFiles(0) == ["https://files.test/a.png"])
        #expect(harness.sent.contains { $0.url == "https://files.test/a.png" })
    }

    @Test func keysReadBack() {
        let key = OverlayKey("ada", .displays, "a\u{1F}b")
        #expect(OverlayKey(key.text) == key)
        #expect(OverlayKey("ada") == nil)
        #expect(OverlayKey("a\u{1F}z\u{1F}b") == nil)
    }
}
