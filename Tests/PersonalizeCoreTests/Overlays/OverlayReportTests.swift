import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct OverlayReportTests {
    private func engine() -> Engine {
        var postcard = PostcardAdapter()
        postcard.overlayPolicy = OverlayHarness.policy
        var engine = Engine(configuration: EngineConfiguration(), adapters: [postcard], seed: 1)
        _ = engine.handle(.start, at: Instant(wall: 0, monotonic: 0))
        var answer = OverlayAnswer()
        answer.serverSide = Reading(records: [
            OverlayCampaign(
                overlay: Overlay(campaign: "4", template: ""),
                triggers: [Trigger(event: "a")], isMetadata: true)
        ])
        engine.takeOverlays(answer, vendor: 0, profile: "")
        return engine
    }

    /// What came while a report was under way stays for the next one.
    @Test func exactlyWhatWasSentIsForgotten() {
        var engine = engine()
        engine.evaluateOverlays(TriggerOccurrence("a"), vendor: 0)
        let report = engine.overlayReport(vendor: 0, profile: "")
        engine.evaluateOverlays(TriggerOccurrence("a"), vendor: 0)
        #expect(report.matched == ["4"])
        #expect(engine.hasMatchedOverlays(0))
        engine.overlayReportSent(report, vendor: 0, profile: "")
        let next = engine.overlayReport(vendor: 0, profile: "")
        #expect(next.matched == ["4"])
        engine.overlayReportSent(report, vendor: 0, profile: "")
        #expect(engine.overlayReport(vendor: 0, profile: "").matched == ["4"])
        engine.overlayReportSent(next, vendor: 0, profile: "")
        #expect(!engine.hasMatchedOverlays(0))
    }

    @Test func countersAreThoseOfWhatWasShown() {
        var engine = engine()
        engine.now = Instant(wall: 0, monotonic: 0)
        engine.countImpression(of: Overlay(campaign: "b", template: "t"), vendor: 0)
        engine.countImpression(of: Overlay(campaign: "a", template: "t"), vendor: 0)
        engine.now.wall = 86_400_000
        engine.countImpression(of: Overlay(campaign: "b", template: "t"), vendor: 0)
        engine.countImpression(
            of: Overlay(campaign: "a", template: "t", isAction: true), vendor: 0)
        let report = engine.overlayReport(vendor: 0, profile: "")
        #expect(report.shownToday == 1)
        #expect(
            report.counters == [
                .init(campaign: "a", today: 0, lifetime: 1),
                .init(campaign: "b", today: 1, lifetime: 2),
            ])
    }

    @Test func theOldestNoticesGoFirst() {
        var notices = OverlayNotices()
        for number in 0..<1_005 { notices.match("\(number)") }
        #expect(notices.matched.count == 1_000)
        #expect(notices.matched.first?.value == "5")
        #expect(OverlayNotices(json: notices.json) == notices)
    }

    /// Several changes made in one go set one campaign off.
    @Test func aBatchOfOccurrencesChoosesOnce() {
        var engine = engine()
        var answer = OverlayAnswer()
        answer.clientSide = Reading(
            records: ["1", "2"].map { id in
                OverlayCampaign(
                    overlay: Overlay(campaign: id, template: "poster"),
                    triggers: [Trigger(attribute: id == "1" ? "age" : "name")])
            })
        engine.takeOverlays(answer, vendor: 0, profile: "")
        _ = engine.handle(
            .templates(vendor: nil, .payload), at: Instant(wall: 0, monotonic: 0))
        engine.effects = []
        engine.vendors[0].templates = TemplateRegistry()
        engine.evaluateOverlays(
            [.change(of: "name", from: 1, to: 2), .change(of: "age", from: 1, to: 2)], vendor: 0)
        #expect(engine.effects.isEmpty)
        if let registry = try? TemplateRegistry().adding([
            TemplateDefinition("poster", kind: .template)
        ]) {
            engine.vendors[0].templates = registry
        }
        engine.evaluateOverlays(
            [
                .change(of: "name", from: 1, to: 2), .change(of: "age", from: 1, to: 2),
                .change(of: "age", from: 2, to: 2),
            ], vendor: 0)
        let loads = engine.effects.filter { if case .load = $0 { true } else { false } }
        #expect(loads.count == 1)
        #expect(engine.vendors[0].overlays.current.tallies["1"]?.occasions == 1)
    }

    @Test func anUnchangedValueStillCountsForTheVendor() {
        var engine = engine()
        var answer = OverlayAnswer()
        answer.serverSide = Reading(records: [
            OverlayCampaign(
                overlay: Overlay(campaign: "4", template: ""),
                triggers: [Trigger(attribute: "age")], isMetadata: true)
        ])
        engine.takeOverlays(answer, vendor: 0, profile: "")
        engine.evaluateOverlays(.change(of: "age", from: 1, to: 1), vendor: 0)
        #expect(engine.overlayReport(vendor: 0, profile: "").matched == ["4"])
    }

    /// The first failure stands for the answer; an answer after it for
    /// nothing.
    @Test func theLaunchIsLookedAtOnce() {
        var engine = engine()
        var answer = OverlayAnswer()
        answer.clientSide = Reading(records: [
            OverlayCampaign(
                overlay: Overlay(campaign: "1", template: ""),
                triggers: [Trigger(event: "launch")], isMetadata: true)
        ])
        engine.takeOverlays(answer, vendor: 0, profile: "")
        var occasions: [Int64] = []
        for isDelivered in [false, false, true, true, false] {
            engine.launchAnswered(vendor: 0, isDelivered: isDelivered)
            occasions.append(
                engine.vendors[0].overlays.current.tallies["1"]?.occasions ?? 0)
        }
        #expect(occasions == [1, 1, 1, 2, 3])
    }
}
