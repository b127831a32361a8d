import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct CustomerTests {
    private let personal = #"[{"id":"a","personal":true,"often":"only_once"}]"#

    @Test func contentWaitsUntilTheVendorKnowsTheCustomer() {
        var harness = EngineHarness()
        harness.start(personal)
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: "k"))
        _ = harness.open("hall")
        #expect(!harness.open.contains { $0.purpose == "personalization" })
        harness.answer("customer")
        harness.answer("definitions", personal)
        #expect(
            harness.open.first { $0.purpose == "personalization" }?.body?.contains("ada") == true)
        #expect(harness.update("customer.changed")?["key"] == "k")
    }

    @Test func whatWasFetchedForOneIsNotShownToAnother() {
        var harness = EngineHarness()
        harness.start(personal)
        let hall = harness.open("hall")
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        let isAwaited = harness.answer(
            "personalization", #"[{"id":"a","ttl":9999,"body":"old"}]"#)
        #expect(!isAwaited)
        harness.answer("customer")
        harness.answer("definitions", personal)
        harness.answer("personalization", #"[{"id":"a","ttl":9999,"body":"new"}]"#)
        #expect(harness.contents[hall]?.contains("new") == true)
    }

    @Test func whatIsOnShowKeepsTheIdentityItWasShownUnder() {
        var harness = EngineHarness()
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        harness.start(#"[{"id":"a","body":"go:app://x","often":"until_visitor_interacts"}]"#)
        let hall = harness.open("hall")
        harness.perform(.identify(ids: ["registered": "bob"], properties: [:], key: nil))
        #expect(harness.shown(hall) == "a")
        harness.perform(.placementClick(id: hall, url: "app://x"))
        let last = harness.records.keys.filter { $0.space == .event }.map(\.key).sorted()
        let bodies = last.compactMap { key in
            harness.records[RecordKey(.event, vendor: "post", key: key)]?.body
        }.map { String(decoding: $0, as: UTF8.self) }
        let click = bodies.first { $0.contains("followed") }
        #expect(click?.contains("ada") == true)
        #expect(harness.shown(hall) == "a", "the click was the other customer's")
    }

    @Test func anotherCustomerHasSeenNothing() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","often":"only_once","body":"x"}]"#)
        let hall = harness.open("hall")
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shown(hall) == nil)
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shown(hall) == "a")
    }

    @Test func anonymizeBeginsAnewAndFetchesAgain() {
        var harness = EngineHarness()
        harness.start(personal)
        let before = harness.records[RecordKey(.document, vendor: "post", key: "identity")]
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        harness.perform(.anonymize)
        #expect(harness.records[RecordKey(.document, vendor: "post", key: "identity")] != before)
        #expect(harness.open.contains { $0.purpose == "definitions" })
        #expect(
            harness.records[RecordKey(.document, vendor: "", key: "customer")]?.header
                .contains("ada") == false)
    }

    @Test func anIdThatIsNoTextIsRefusedAndChangesNothing() {
        var harness = EngineHarness()
        let before = harness.records
        let outcome = harness.perform(
            .identify(ids: ["registered": 7], properties: [:], key: nil))
        guard case .refused(let error) = outcome else {
            Issue.record("a number was taken for an id")
            return
        }
        #expect(error.code == .argument)
        #expect(error.path == "$.registered")
        #expect(harness.records == before)
    }

    @Test func contentDoesNotWaitForAnUploadThatFails() {
        var harness = EngineHarness()
        harness.start(
            #"[{"id":"a","personal":true,"priority":9},{"id":"b","body":"plain"}]"#)
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        let hall = harness.open("hall")
        #expect(harness.shown(hall) == nil)
        harness.answer("customer", .failure(.init(.unreachable, "no route")))
        #expect(harness.shown(hall) == "b")
        let explanation = harness.explain("hall")
        #expect(explanation["reason"] == "shown")
    }

    @Test func withoutConsentTheVendorIsNotAskedAboutTheCustomer() {
        var harness = EngineHarness()
        harness.start(personal)
        let hall = harness.open("hall")
        harness.perform(.consent(vendor: nil, purpose: .personalization, .denied))
        #expect(!harness.open.contains { $0.purpose == "personalization" })
        #expect(harness.update("placement.empty") != nil)
        let explanation = harness.explain("hall")
        #expect(explanation["candidates"]?.array?.first?["rule"] == "consent")
        harness.perform(.consent(vendor: "post", purpose: .personalization, .granted))
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        harness.answer("personalization", #"[{"id":"a","body":"x"}]"#)
        #expect(harness.shown(hall) == "a")
    }
}
