import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct CarouselTurningTests {
    private let three = """
        [{"id":"a","priority":3,"body":"a"},{"id":"b","priority":2,"body":"b"},
         {"id":"c","priority":1,"body":"c"}]
        """

    @Test func loadsNothingUntilToldTo() {
        var harness = EngineHarness()
        harness.start(three)
        let hall = harness.open(.carousel, isLoaded: false)
        #expect(harness.shown(hall) == nil)
        #expect(harness.state(hall)["index"] == -1)
        #expect(harness.state(hall)["count"] == 0)
        #expect(harness.explain("hall")["reason"] == "not_loaded")
        harness.perform(.placementReload(id: hall, force: false, key: "mine"))
        #expect(harness.shown(hall) == "a")
        #expect(harness.update("carousel.shown")?["key"] == "mine")
        #expect(harness.update("placement.ready")?["ready"] == true)
    }

    @Test func goesRoundByTheClock() {
        var harness = EngineHarness()
        harness.start(three)
        let hall = harness.open(.carousel)
        #expect(harness.deadline == harness.now.monotonic + 3_000)
        for _ in 0..<4 { harness.advance(3_000) }
        #expect(harness.turns == ["a", "b", "c", "a", "b"])
        #expect(harness.state(hall)["index"] == 1)
        #expect(harness.state(hall)["campaign"]?["id"] == "b")
    }

    @Test func tellsIndexAndCountOfTheUniqueList() {
        var harness = EngineHarness()
        harness.start(three)
        _ = harness.open(.carousel)
        for _ in 0..<3 { harness.advance(3_000) }
        let shown = harness.updates.filter { $0["update"] == "carousel.shown" }
        #expect(shown.compactMap { $0["index"]?.integer } == [0, 1, 2, 0])
        #expect(shown.allSatisfy { $0["count"] == 3 })
    }

    @Test func tracksEachDisplayOnceALoadAndMarksItEachTime() {
        var harness = EngineHarness()
        harness.start(three)
        let hall = harness.open(.carousel)
        for _ in 0..<6 { harness.advance(3_000) }
        #expect(harness.tracked == ["seen a", "seen b", "seen c"])
        #expect(harness.state(hall)["display"]?["displays"] == 3)
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.tracked.last == "seen a")
        #expect(harness.tracked.count == 4)
    }

    @Test func whatIsTrackedGoesOutAtOnce() {
        var harness = EngineHarness()
        harness.start(three)
        _ = harness.open(.carousel)
        #expect(harness.open.contains { $0.purpose == "event" })
    }

    @Test func whatWasNotSeenIsNotDisplayed() {
        var harness = EngineHarness()
        harness.start(three)
        _ = harness.open(.carousel)
        let keys = harness.records.keys.filter { $0.space == .display }.map(\.key)
        #expect(keys == ["a"])
    }

    @Test func aSingleCampaignDoesNotTurn() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"a"}]"#)
        let hall = harness.open(.carousel)
        #expect(harness.deadline == nil)
        harness.perform(.carousel(id: hall, .next))
        harness.perform(.carousel(id: hall, .previous))
        #expect(harness.turns == ["a"])
        #expect(harness.state(hall)["timer"]?["running"] == false)
    }

    @Test func withoutADelayItTurnsByHandOnly() {
        var harness = EngineHarness()
        harness.start(three)
        let hall = harness.open(.carousel, options: PlacementOptions(scrollDelay: 0))
        #expect(harness.deadline == nil)
        harness.perform(.carousel(id: hall, .next))
        harness.perform(.carousel(id: hall, .previous))
        harness.perform(.carousel(id: hall, .previous))
        #expect(harness.turns == ["a", "b", "a", "c"])
    }

    @Test func goesOnWithTheRemainder() {
        var harness = EngineHarness()
        harness.start(three)
        let hall = harness.open(.carousel)
        harness.advance(2_000)
        harness.perform(.carousel(id: hall, .pause))
        #expect(harness.deadline == nil)
        harness.advance(60_000)
        #expect(harness.turns == ["a"])
        harness.perform(.carousel(id: hall, .resume))
        harness.advance(999)
        #expect(harness.turns == ["a"])
        harness.advance(1)
        #expect(harness.turns == ["a", "b"])
    }

    @Test func pausesInTheBackgroundAndWhileDetached() {
        var harness = EngineHarness()
        harness.start(three)
        let hall = harness.open(.carousel)
        harness.advance(1_000)
        harness.perform(.foreground(false))
        harness.advance(9_000)
        harness.perform(.placementReport(id: hall, .attached(false)))
        harness.perform(.foreground(true))
        harness.advance(9_000)
        #expect(harness.turns == ["a"])
        harness.perform(.placementReport(id: hall, .attached(true)))
        harness.advance(2_000)
        #expect(harness.turns == ["a", "b"])
    }

    @Test func turningByHandBeginsAFullPeriod() {
        var harness = EngineHarness()
        harness.start(three)
        let hall = harness.open(.carousel)
        harness.advance(2_900)
        harness.perform(.carousel(id: hall, .pause))
        harness.perform(.carousel(id: hall, .next))
        harness.advance(2_999)
        #expect(harness.turns == ["a", "b"])
        harness.advance(1)
        #expect(harness.turns == ["a", "b", "c"])
    }

    @Test func releaseCanBeCalledTwiceAndReloadFillsItAgain() {
        var harness = EngineHarness()
        harness.start(three)
        let hall = harness.open(.carousel)
        _ = harness.takeUpdates()
        harness.perform(.carousel(id: hall, .release))
        harness.perform(.carousel(id: hall, .release))
        #expect(harness.updates.isEmpty)
        #expect(harness.deadline == nil)
        #expect(harness.shown(hall) == nil)
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shown(hall) == "a")
    }

    @Test func anotherDelayHoldsAtOnce() {
        var harness = EngineHarness()
        harness.start(three)
        let hall = harness.open(.carousel)
        harness.perform(.placementConfigure(id: hall, [.scrollDelay(500)]))
        harness.advance(500)
        #expect(harness.turns == ["a", "b"])
        harness.perform(.placementConfigure(id: hall, [.scrollDelay(0)]))
        #expect(harness.deadline == nil)
    }

    @Test func onlyACarouselTurns() {
        var harness = EngineHarness()
        harness.start(three)
        let hall = harness.open("hall")
        for command in CarouselCommand.allCases {
            guard case .refused(let error) = harness.perform(.carousel(id: hall, command)) else {
                Issue.record("a static placement did \(command)")
                continue
            }
            #expect(error.reason == "not_a_carousel")
        }
    }

    @Test func theNextOneIsReadyBeforeItsTurn() {
        var harness = EngineHarness()
        harness.start(
            """
            [{"id":"a","priority":2,"body":"a"},
             {"id":"b","priority":1,"body":"img:https://x/1"}]
            """)
        _ = harness.open(.carousel)
        #expect(harness.open.contains { $0.purpose == "resource" })
        harness.advance(3_000)
        #expect(harness.turns == ["a"], "what is on show stays until the next one is there")
        harness.answer("resource", .response(.init(status: 200, body: [0x89, 1])))
        #expect(harness.turns == ["a", "b"])
    }

    @Test func whatFailsIsReportedAndTakenOut() {
        var harness = EngineHarness()
        harness.start(
            """
            [{"id":"a","priority":3,"body":"a"},{"id":"b","priority":2,"body":"bad"},
             {"id":"c","priority":1,"body":"c"}]
            """)
        let hall = harness.open(.carousel)
        #expect(harness.update("placement.failed")?["campaign"]?["id"] == "b")
        #expect(harness.tracked.contains("broken b"))
        #expect(harness.update("carousel.changed")?["count"] == 2)
        harness.advance(3_000)
        #expect(harness.turns == ["a", "c"])
        #expect(harness.state(hall)["index"] == 1)
        #expect(harness.explain("hall")["candidates"]?.array?[1]["reason"] == "bad_card")
    }

    @Test func aFirstCampaignThatFailsGivesWay() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","priority":2,"body":"bad"},{"id":"b","body":"b"}]"#)
        let hall = harness.open(.carousel)
        #expect(harness.shown(hall) == "b")
        #expect(harness.update("carousel.shown")?["count"] == 1)
        #expect(harness.update("placement.ready")?["ready"] == true)
    }

    @Test func whenAllFailItIsEmpty() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"bad"},{"id":"b","body":"bad"}]"#)
        _ = harness.open(.carousel, options: PlacementOptions(scrollDelay: 10))
        #expect(harness.update("carousel.changed")?["count"] == 0)
        #expect(harness.update("placement.empty") != nil)
        #expect(harness.update("placement.ready")?["ready"] == false)
        #expect(harness.updates.filter { $0["update"] == "placement.failed" }.count == 2)
    }

    @Test func whatIsChosenForOneCustomerIsNotTurnedToForAnother() {
        var harness = EngineHarness()
        harness.start(three)
        let hall = harness.open(.carousel)
        harness.perform(.identify(ids: ["registered": "bob"], properties: [:], key: nil))
        #expect(harness.shown(hall) == "a", "what is on show stays")
        harness.advance(3_000)
        #expect(harness.turns == ["a", "a"], "the carousel was filled anew")
    }

    @Test func aControlVariantTakesItsTurn() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","priority":2},{"id":"b","priority":1,"body":"b"}]"#)
        let hall = harness.open(.carousel)
        #expect(harness.update("carousel.shown")?["has_content"] == false)
        #expect(harness.contents[hall]?.contains(#""content":null"#) == true)
        harness.advance(3_000)
        #expect(harness.turns == ["a", "b"])
    }
}
