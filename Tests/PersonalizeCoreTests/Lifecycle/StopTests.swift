import PersonalizeCore
import PersonalizeJSON
import Testing

/// Vendor spec, 5.6, 7.8 and 13.
@Suite struct StopTests {
    static let cards = #"[{"id":"a","body":"hello"},{"id":"b","at":"door","personal":true}]"#

    func refusal(_ harness: inout EngineHarness, _ command: Command) -> String? {
        guard case .refused(let error) = harness.perform(command) else { return nil }
        return error.reason
    }

    @Test func stoppingBeforeTheStartIsDenied() {
        var harness = EngineHarness()
        #expect(refusal(&harness, .stop) == "not_started")
    }

    @Test func removesEverythingButConsent() {
        var harness = EngineHarness()
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        harness.perform(.consent(vendor: nil, purpose: .personalization, .denied))
        harness.start(Self.cards)
        _ = harness.open("hall")
        harness.perform(.track(event: "visit", properties: [:], vendors: nil))
        #expect(harness.records.count > 5)
        harness.perform(.stop)
        #expect(
            harness.records.map(\.key)
                == [RecordKey(.document, vendor: "post", key: "consent")])
        #expect(harness.open.isEmpty)
        #expect(harness.deadline == nil)
    }

    @Test func accountsForWhatWasNeverSent() {
        var harness = EngineHarness()
        harness.start(Self.cards)
        harness.perform(.track(event: "visit", properties: [:], vendors: nil))
        harness.perform(.stop)
        let stats = harness.stats()
        #expect(stats["accepted"] == 1)
        #expect(stats["pending"] == 0)
        #expect(stats["dropped"] == ["stopped": 1])
    }

    @Test func takesAwayWhatIsOnShow() {
        var harness = EngineHarness()
        harness.start(Self.cards)
        let hall = harness.open("hall", key: "k")
        #expect(harness.shown(hall) == "a")
        harness.updates = []
        harness.perform(.stop)
        #expect(harness.contents[hall] == nil)
        #expect(harness.update("placement.collapsed")?["placement_id"] == .integer(hall))
        #expect(harness.update("placement.collapsed")?["key"] == "k")
        let names = harness.takeUpdates()
        #expect(names.last == "engine.stopped")
        #expect(!names.contains("placement.empty"))
        #expect(refusal(&harness, .placementClose(id: hall)) == nil)
    }

    /// 7.8: no campaigns, and nothing found.
    @Test func aCarouselSaysThatItIsEmpty() {
        var harness = EngineHarness()
        harness.start(Self.cards)
        let outcome = harness.perform(
            .placementOpen(PlacementSpecification(placement: "hall", kind: .carousel)))
        guard case .done(let reply) = outcome, let id = reply["placement"]?.integer else { return }
        harness.perform(.placementReload(id: id, force: false, key: nil))
        #expect(harness.shown(id) == "a")
        harness.updates = []
        harness.perform(.stop)
        #expect(
            harness.updates.compactMap { $0["update"]?.string } == [
                "event.dropped", "session.ended", "placement.collapsed", "carousel.changed",
                "placement.empty", "engine.stopped",
            ])
        #expect(harness.update("carousel.changed")?["count"] == 0)
        #expect(harness.update("placement.empty")?["reason"] == "stopped")
        #expect(harness.deadline == nil)
    }

    @Test func whoeverWaitsHearsOfIt() {
        var harness = EngineHarness()
        harness.perform(.start)
        harness.perform(.refresh(vendor: nil, key: "r"))
        harness.perform(.prefetch(placements: ["hall"], key: "p"))
        harness.updates = []
        harness.perform(.stop)
        let failed = harness.updates.filter { $0["update"] == "content.failed" }
        #expect(failed.map { $0["key"] } == ["r", "p"])
        #expect(failed.map { $0["reason"] } == ["stopped", "stopped"])
    }

    @Test func refusesEverythingAfterwards() {
        var harness = EngineHarness()
        harness.start(Self.cards)
        let hall = harness.open("hall")
        harness.perform(.stop)
        for command: Command in [
            .start, .stop, .identify(ids: [:], properties: [:], key: nil), .anonymize,
            .authorize(vendor: "post", nil), .consent(vendor: nil, purpose: nil, .granted),
            .sessionStart, .sessionEnd, .foreground(true),
            .track(event: "visit", properties: [:], vendors: nil), .flush, .offline(false),
            .refresh(vendor: nil, key: nil), .ingest(vendor: "post", kind: "cards", payload: []),
            .prefetch(placements: [], key: nil),
            .segments(vendor: nil, category: "towns", force: false, key: nil),
            .placementOpen(PlacementSpecification(placement: "hall")),
            .placementReload(id: hall, force: false, key: nil),
            .placementClick(id: hall, url: "x"), .placementDismiss(id: hall),
            .placementReport(id: hall, .attached(true)), .explain(placement: "hall", vendor: nil),
        ] {
            #expect(refusal(&harness, command) == "stopped", "\(command)")
        }
        #expect(refusal(&harness, .state) == nil)
        #expect(refusal(&harness, .stats) == nil)
        #expect(refusal(&harness, .hookSet(.clickOverride, isSet: false)) == nil)
        harness.advance(600_000)
        #expect(harness.open.isEmpty)
    }

    @Test func whatComesLateIsIgnored() {
        var harness = EngineHarness()
        harness.perform(.start)
        let request = harness.open[0].id
        harness.perform(.stop)
        harness.updates = []
        harness.perform(
            .exchanged(
                request: request,
                .response(Response(status: 200, body: Array(Self.cards.utf8)))))
        #expect(harness.updates.isEmpty)
        #expect(!harness.records.contains { $0.key.space == .campaign })
    }

    @Test func theNextEngineIsANewInstallation() {
        var harness = EngineHarness()
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        harness.start(Self.cards)
        func identity(_ harness: inout EngineHarness) -> (JSONValue?, JSONValue?) {
            guard case .done(let state) = harness.perform(.state) else { return (nil, nil) }
            return (
                state["customer"]?["device_id"], state["vendors"]?.array?.first?["anonymous_id"]
            )
        }
        let before = identity(&harness)
        harness.perform(.stop)
        var next = EngineHarness(seed: 2, records: harness.records)
        let after = identity(&next)
        #expect(before.0 != after.0)
        #expect(before.1 != after.1)
        next.start(Self.cards)
        let hall = next.open("hall")
        #expect(next.shown(hall) == "a")
    }

    @Test func aStopThatCannotBeStoredDidNotHappen() {
        var harness = EngineHarness()
        harness.start(Self.cards)
        let hall = harness.open("hall")
        let stored = harness.headers()
        let records = harness.records
        harness.perform(.stop)
        harness.records = records
        harness.perform(.restore(stored))
        #expect(refusal(&harness, .flush) == nil)
        #expect(harness.shown(hall) == "a")
    }

    @Test func tokensAreForgotten() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 600_000)
        harness.perform(.start)
        harness.perform(.stop)
        #expect(harness.forgotten == ["customer/1"])
    }

    /// Clearing leaves what stopping leaves.
    @Test func clearingKeepsConsentAlone() {
        var harness = EngineHarness()
        harness.perform(.consent(vendor: nil, purpose: nil, .denied))
        harness.start(Self.cards)
        let changes = LocalData.removal(of: harness.headers())
        let puts = changes.compactMap { change in
            if case .put(let key, _, _) = change { key } else { nil }
        }
        #expect(puts == [RecordKey(.document, vendor: "post", key: "consent")])
        for space in Space.allCases { #expect(changes.contains(.removeAll(space, vendor: nil))) }
    }
}
