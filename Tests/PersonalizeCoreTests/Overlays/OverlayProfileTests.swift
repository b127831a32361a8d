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

    @Test func keysReadBack() {
        let key = OverlayKey("ada", .displays, "a\u{1F}b")
        #expect(OverlayKey(key.text) == key)
        #expect(OverlayKey("ada") == nil)
        #expect(OverlayKey("a\u{1F}z\u{1F}b") == nil)
    }
}
