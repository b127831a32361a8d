import PersonalizeCore
import PersonalizeJSON
import Testing

/// Who is shown, and who is told.
@Suite struct ContestShowingTests {
    private static let card = #"[{"id": "a", "body": "hello go:x bye:y"}]"#

    @Test func theFirstInOrderIsWaitedFor() {
        var harness = EngineHarness.pair()
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "right", Self.card)
        #expect(harness.shownBy(hall) == [])
        harness.answer("definitions", of: "left", Self.card)
        #expect(harness.shownBy(hall) == ["left", "a"])
        #expect(harness.update("placement.shown")?["contest"]?["reason"] == "first_in_order")
        #expect(harness.takeEvents() == ["left:seen"])
        #expect(harness.displays("left") == ["a"])
        #expect(harness.displays("right") == [])
    }

    @Test func firstReadyWins() {
        var harness = EngineHarness.pair(.firstReady)
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "right", Self.card)
        #expect(harness.shownBy(hall) == ["right", "a"])
        harness.answer("definitions", of: "left", Self.card)
        #expect(harness.shownBy(hall) == ["right", "a"])
        #expect(harness.takeEvents() == ["right:seen"])
        #expect(harness.displays("left") == [])
    }

    @Test func theHighestPriorityWins() {
        var harness = EngineHarness.pair(.priority)
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "left", Self.card)
        harness.answer(
            "definitions", of: "right", #"[{"id": "b", "priority": 3, "body": "hello"}]"#)
        #expect(harness.shownBy(hall) == ["right", "b"])
        #expect(harness.takeEvents() == ["right:seen"])
    }

    @Test func nobodyIsWaitedForForEver() {
        var harness = EngineHarness.pair(timeout: 400)
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "right", Self.card)
        harness.advance(399)
        #expect(harness.shownBy(hall) == [])
        harness.advance(1)
        #expect(harness.shownBy(hall) == ["right", "a"])
        #expect(harness.update("placement.shown")?["contest"]?["reason"] == "timed_out")
    }

    @Test func lateContentIsShownAfterTheHostHeardOfNothing() {
        var harness = EngineHarness.pair(timeout: 400)
        harness.perform(.start)
        let hall = harness.open("hall", key: "k")
        harness.advance(400)
        let empty = harness.update("placement.empty")
        #expect(empty?["reason"] == "timed_out")
        #expect(empty?["key"] == "k")
        #expect(empty?["vendor"] == nil)
        harness.advance(400)
        #expect(harness.takeUpdates().filter { $0 == "placement.empty" }.count == 1)
        harness.answer("definitions", of: "right", Self.card)
        #expect(harness.shownBy(hall) == ["right", "a"])
    }

    @Test func anOutageIsNoReasonToWait() {
        var harness = EngineHarness.pair()
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "right", Self.card)
        harness.answer("definitions", of: "left", "no", status: 500)
        #expect(harness.shownBy(hall) == ["right", "a"])
    }

    @Test func nothingAtAllIsToldOnce() {
        var harness = EngineHarness.pair()
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "right", "[]")
        harness.answer("definitions", of: "left", "[]")
        #expect(harness.shownBy(hall) == [])
        let told = harness.updates.filter { $0["update"] == "placement.empty" }
        #expect(told.map { $0["reason"] } == ["no_eligible_campaign"])
        #expect(harness.takeEvents() == [])
    }

    @Test func theOtherTakesOverAfterAClose() {
        var harness = EngineHarness.pair()
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "right", Self.card)
        harness.answer(
            "definitions", of: "left",
            #"[{"id": "z", "often": "until_visitor_interacts", "body": "hello bye:y"}]"#)
        #expect(harness.shownBy(hall) == ["left", "z"])
        let before = harness.sent.count { $0.purpose != "event" }
        harness.perform(.placementClick(id: hall, url: "y"))
        #expect(harness.shownBy(hall) == ["right", "a"])
        #expect(harness.sent.count { $0.purpose != "event" } == before)
        #expect(harness.takeEvents() == ["left:seen", "left:closed", "right:seen"])
    }

    @Test func theOtherTakesOverWhenItCannotBeDrawn() {
        var harness = EngineHarness.pair()
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "right", Self.card)
        harness.answer("definitions", of: "left", Self.card)
        harness.perform(.placementReport(id: hall, .failed(message: "no renderer")))
        #expect(harness.shownBy(hall) == ["right", "a"])
        #expect(harness.takeEvents() == ["left:seen", "left:broken", "right:seen"])
    }

    @Test func aReloadAsksEverybodyAndDropsAWinnerWithoutContent() {
        var harness = EngineHarness.pair()
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "left", Self.card)
        harness.answer("definitions", of: "right", Self.card)
        #expect(harness.shownBy(hall) == ["left", "a"])
        harness.perform(.ingest(vendor: "left", kind: "cards", payload: Array("[]".utf8)))
        #expect(harness.shownBy(hall) == ["left", "a"])
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shownBy(hall) == ["right", "a"])
        harness.perform(.ingest(vendor: "right", kind: "cards", payload: Array("[]".utf8)))
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shownBy(hall) == [])
        #expect(harness.update("placement.empty")?["reason"] == "no_eligible_campaign")
    }

    @Test func aControlVariantWinsAndOnlyItIsCredited() {
        var harness = EngineHarness.pair()
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", of: "left", #"[{"id": "c", "body": ""}]"#)
        harness.answer("definitions", of: "right", Self.card)
        #expect(harness.shownBy(hall) == ["left", "c"])
        #expect(harness.update("placement.shown")?["has_content"] == false)
        #expect(harness.takeEvents() == ["left:seen"])
    }

    @Test func nothingPreparedForOneCustomerIsShownToTheNext() {
        var harness = EngineHarness.pair()
        harness.perform(.start)
        let hall = harness.open("hall")
        let personal = #"[{"id": "p", "personal": true}]"#
        harness.answer("definitions", of: "right", personal)
        harness.answer("personalization", of: "right", #"[{"id": "p", "body": "for nobody"}]"#)
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        harness.answer("definitions", of: "left", "[]")
        #expect(harness.shownBy(hall) == [])
        harness.answer("customer", of: "left", "{}")
        harness.answer("customer", of: "right", "{}")
        harness.answer("definitions", of: "left", "[]")
        harness.answer("definitions", of: "right", personal)
        harness.answer("personalization", of: "right", #"[{"id": "p", "body": "for ada"}]"#)
        #expect(harness.contents[hall]?.contains("for ada") == true)
        let drawn = harness.transcript.compactMap { effect in
            if case .content(_, let text) = effect { text } else { nil }
        }
        #expect(!drawn.contains { $0.contains("for nobody") })
    }
}
