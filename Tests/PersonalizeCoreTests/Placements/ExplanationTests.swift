import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct ExplanationTests {
    private func hint(_ explanation: JSONObject) -> String { explanation["hint"]?.string ?? "" }

    @Test func aMisspeltPlacementIsFound() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","at":"home_top","body":"a"}]"#)
        _ = harness.open("home_tpo")
        let explanation = harness.explain("home_tpo")
        #expect(explanation["reason"] == "no_candidates")
        #expect(hint(explanation).contains("Did you mean \"home_top\"?"))
        #expect(hint(harness.explain("cellar")).contains("\"home_top\""))
    }

    @Test func noCampaignAtAllIsToldApart() {
        var harness = EngineHarness()
        harness.start("[]")
        #expect(hint(harness.explain("hall")).contains("no campaign that names any"))
    }

    @Test func aLoadSaysWhatItWaitsFor() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","personal":true}]"#)
        _ = harness.open("hall")
        #expect(hint(harness.explain("hall")).contains("the vendor to decide"))
        harness.answer("personalization", #"[{"id":"a","ttl":9999,"body":"img:https://x/1"}]"#)
        let explanation = harness.explain("hall")
        #expect(explanation["loading"] == "fetching_resources")
        #expect(hint(explanation).contains("images"))
    }

    @Test func whyAnImageLooksOldIsTold() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"img:https://x/1"}]"#)
        _ = harness.open("hall")
        harness.answer("resource", .response(.init(status: 200, body: [0x89, 1])))
        let explanation = harness.explain("hall")
        #expect(explanation["candidates"]?.array?[0]["images"] == .array(["https://x/1"]))
        #expect(hint(explanation).contains("another URL"))
    }

    @Test func whatFailedIsStillToldAfterwards() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"bad"}]"#)
        let hall = harness.open("hall")
        let explanation = harness.explain("hall")
        #expect(explanation["reason"] == "all_rejected")
        #expect(explanation["candidates"]?.array?[0]["rule"] == "content")
        harness.perform(.placementClick(id: hall, url: "app://x"))
        let problem = harness.explain("hall")["placements"]?.array?[0]["problem"]
        #expect(problem?["reason"] == "invalid_action")
        #expect(problem?["hint"]?.string?.contains("load the placement first") == true)
    }

    @Test func aTypingErrorInAnActionIsExplained() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"go:app://x"}]"#)
        let hall = harness.open("hall")
        harness.perform(.placementClick(id: hall, url: "app://y", isManual: true))
        let problem = harness.explain("hall")["placements"]?.array?[0]["problem"]
        #expect(problem?["campaign"] == "a")
        #expect(problem?["hint"]?.string?.contains("no action of the content") == true)
    }

    @Test func aPageThatLoadsABlankOneIsNoError() {
        var harness = EngineHarness()
        harness.start("[]")
        let hall = harness.open("hall")
        _ = harness.takeUpdates()
        harness.perform(.placementClick(id: hall, url: "about:blank"))
        #expect(harness.updates.isEmpty)
    }

    @Test func aPlacementSaysWhatItIs() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","personal":true,"from":1000}]"#)
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        harness.answer("customer")
        harness.answer("definitions", #"[{"id":"a","personal":true,"from":1000}]"#)
        let hall = harness.open("hall")
        harness.answer("personalization", #"[{"id":"a","ttl":77,"body":"a"}]"#)
        let campaign = harness.state(hall)["campaign"]
        #expect(campaign?["from_ms"] == 1000)
        #expect(campaign?["to_ms"] == .null)
        #expect(campaign?["personalization"]?["lifetime_ms"] == 77)
        #expect(campaign?["personalization"]?["available"] == true)
        #expect(campaign?["customer"]?["ids"]?["registered"] == "ada")
    }
}
