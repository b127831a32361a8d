import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct CarouselFreshnessTests {
    private let cards = #"[{"id":"a","personal":true,"priority":2},{"id":"b","body":"b"}]"#

    @Test func whatHasExpiredIsAskedForAnewWhenItsTurnComes() {
        var harness = EngineHarness()
        harness.start(cards)
        _ = harness.open(.carousel)
        harness.answer("personalization", #"[{"id":"a","ttl":100,"body":"old"}]"#)
        harness.advance(3_000)
        #expect(harness.turns == ["a", "b"])
        harness.advance(3_000)
        #expect(harness.turns == ["a", "b"])
        harness.answer("personalization", #"[{"id":"a","ttl":100,"body":"new"}]"#)
        #expect(harness.turns == ["a", "b", "a"])
        #expect(harness.contents.values.contains { $0.contains("new") })
    }

    @Test func whatCannotBeRenewedGoes() {
        var harness = EngineHarness()
        harness.start(cards)
        let hall = harness.open(.carousel)
        harness.answer("personalization", #"[{"id":"a","ttl":100,"body":"old"}]"#)
        harness.advance(3_000)
        harness.advance(3_000)
        harness.answer("personalization", "", status: 500)
        #expect(harness.shown(hall) == "b")
        #expect(harness.update("carousel.changed")?["count"] == 1)
        #expect(harness.state(hall)["index"] == 0)
        #expect(harness.deadline == nil || harness.state(hall)["timer"]?["running"] == false)
    }

    @Test func anAnswerWithoutLifetimeHoldsUntilTheNextLoad() {
        var harness = EngineHarness()
        harness.start(cards)
        _ = harness.open(.carousel)
        harness.answer("personalization", #"[{"id":"a","body":"x"}]"#)
        for _ in 0..<4 { harness.advance(3_000) }
        #expect(harness.turns == ["a", "b", "a", "b", "a"])
        #expect(harness.sent.filter { $0.purpose == "personalization" }.count == 1)
    }

    @Test func whatTheVendorWithdrewOrWhatHasEndedLosesItsTurn() {
        var harness = EngineHarness()
        harness.start(
            """
            [{"id":"a","priority":3,"body":"a"},{"id":"b","priority":2,"body":"b"},
             {"id":"c","priority":1,"body":"c","to":1001000}]
            """)
        _ = harness.open(.carousel)
        harness.perform(.refresh(vendor: nil, key: nil))
        harness.answer(
            "definitions",
            #"[{"id":"a","priority":3,"body":"a"},{"id":"c","body":"c","to":1001000}]"#)
        harness.advance(3_000)
        #expect(harness.turns == ["a"])
        #expect(harness.update("carousel.changed")?["count"] == 1)
        #expect(harness.explain("hall")["candidates"]?.array?.last?["reason"] == "ended")
    }
}
