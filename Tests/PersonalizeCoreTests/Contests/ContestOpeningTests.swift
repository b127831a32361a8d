import PersonalizeCore
import PersonalizeJSON
import Testing

/// How a placement of several vendors is opened, addressed and explained.
@Suite struct ContestOpeningTests {
    private static let card = #"[{"id": "a", "body": "hello go:x"}]"#

    private func refusal(_ specification: PlacementSpecification) -> PersonalizeError? {
        var harness = EngineHarness.pair()
        guard case .refused(let error) = harness.perform(.placementOpen(specification)) else {
            return nil
        }
        return error
    }

    @Test func refusesWhatMakesNoSense() {
        #expect(
            refusal(.init(placement: "x", vendor: "left", vendors: ["right"]))?.reason
                == "vendor_and_vendors")
        #expect(refusal(.init(placement: "x", vendors: []))?.reason == "no_vendors")
        let unknown = refusal(.init(placement: "x", vendors: ["left", "up"]))
        #expect(unknown?.reason == "unknown_vendor")
        #expect(unknown?.path == "$.vendors[1]")
        #expect(
            refusal(.init(placement: "x", vendors: ["left", "left"]))?.reason
                == "duplicate_vendor")
        #expect(refusal(.init(placement: "hall", kind: .carousel))?.reason == "several_vendors")
        #expect(
            refusal(.init(placement: "hall", kind: .cell, slot: "1"))?.reason
                == "several_vendors")
        #expect(refusal(.init(placement: "hall", kind: .carousel, vendor: "left")) == nil)
    }

    @Test func oneVendorIsAPlacementLikeAnyOther() {
        var harness = EngineHarness.pair()
        harness.perform(.start)
        harness.answer("definitions", of: "right", Self.card)
        harness.perform(.placementOpen(.init(placement: "hall", vendors: ["right"])))
        #expect(harness.update("placement.shown")?["contest"] == nil)
        #expect(harness.update("placement.shown")?["vendor"] == "right")
    }

    @Test func membersAreNoPlacementsToTheHost() {
        var harness = EngineHarness.pair()
        let hall = harness.open("hall")
        for id in [hall + 1, hall + 2] {
            #expect(!harness.engine.isOpen(id))
            for command: Command in [
                .placementClose(id: id), .placementState(id: id), .placementDismiss(id: id),
                .placementReload(id: id, force: false, key: nil), .placementConfigure(id: id, []),
                .placementReport(id: id, .attached(false)),
            ] {
                guard case .refused(let error) = harness.perform(command) else {
                    Issue.record("\(command) was carried out")
                    continue
                }
                #expect(error.reason == "unknown_placement")
            }
        }
        #expect(harness.engine.isOpen(hall))
        harness.perform(.placementClose(id: hall))
        #expect(!harness.engine.isOpen(hall))
    }

    @Test func callsGoToWhatIsOnShow() {
        var harness = EngineHarness.pair()
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "left", "[]")
        harness.answer("definitions", of: "right", Self.card)
        #expect(harness.takeEvents() == ["right:seen"])
        harness.perform(.placementClick(id: hall, url: "x"))
        #expect(harness.update("placement.clicked")?["placement_id"] == .integer(hall))
        #expect(harness.takeEvents() == ["right:followed", "right:seen"])
        guard case .done(let state) = harness.perform(.placementState(id: hall)) else {
            Issue.record("no state")
            return
        }
        #expect(state["vendor"] == "right")
        #expect(state["placement_id"] == .integer(hall))
        #expect(state["contest"]?["winner"] == "right")
    }

    @Test func aDetachedPlacementDecidesNothing() {
        var harness = EngineHarness.pair(timeout: 100)
        harness.perform(.start)
        harness.perform(.placementOpen(.init(placement: "hall", isAttached: false)))
        harness.answer("definitions", of: "left", Self.card)
        harness.answer("definitions", of: "right", Self.card)
        harness.advance(1_000)
        #expect(!harness.takeUpdates().contains { $0.hasPrefix("placement.") })
        harness.perform(.placementReport(id: 1 << 20, .attached(true)))
        #expect(harness.update("placement.shown")?["vendor"] == "left")
    }

    @Test func explainsEveryVendor() {
        var harness = EngineHarness.pair()
        harness.perform(.start)
        _ = harness.open("hall")
        harness.answer("definitions", of: "left", #"[{"id": "old", "to": 5, "body": "x"}]"#)
        harness.answer("definitions", of: "right", Self.card)
        let explanation = harness.explain("hall")
        #expect(explanation["vendor"] == "right")
        let contest = explanation["contest"]
        #expect(contest?["winner"] == "right")
        #expect(contest?["reason"] == "first_in_order")
        let vendors = explanation["vendors"]?.array ?? []
        #expect(vendors.map { $0["vendor"] } == ["left", "right"])
        #expect(vendors.first?["candidates"]?.array?.first?["rule"] == "schedule")
        #expect(vendors.last?["candidates"]?.array?.first?["verdict"] == "shown")
        #expect(contest?["vendors"]?.array?.map { $0["standing"] } == ["nothing", "shown"])
    }

    @Test func stoppingTakesItAway() {
        var harness = EngineHarness.pair()
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "left", Self.card)
        harness.perform(.stop)
        #expect(harness.contents[hall] == nil)
        #expect(harness.takeUpdates().filter { $0 == "placement.collapsed" }.count == 1)
    }

    @Test func theSpecificationIsJournalled() {
        let specification = PlacementSpecification(
            placement: "hall", vendors: ["left", "right"], policy: .firstReady, timeout: 5)
        let command = Command.placementOpen(specification)
        #expect(Command(json: command.json) == command)
    }
}
