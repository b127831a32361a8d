import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct LoadingTests {
    @Test func showsTheHighestPriority() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","priority":1,"body":"x"},{"id":"b","priority":9,"body":"y"}]"#)
        let hall = harness.open("hall", key: "mine")
        #expect(harness.shown(hall) == "b")
        let names = harness.takeUpdates()
        #expect(
            names == [
                "session.started", "content.refreshed", "placement.shown", "event.tracked",
                "placement.ready",
            ])
    }

    @Test func placementOpenedBeforeTheStartLoadsOnceAfterwards() {
        var harness = EngineHarness()
        let hall = harness.open("hall")
        #expect(harness.updates.isEmpty)
        harness.start(#"[{"id":"a","body":"x"}]"#)
        #expect(harness.shown(hall) == "a")
        #expect(harness.updates.filter { $0["update"] == "placement.shown" }.count == 1)
    }

    @Test func asksOnlyAboutCandidatesThatPassScheduleAndFrequency() {
        var harness = EngineHarness()
        harness.start(
            """
            [{"id":"now","personal":true},{"id":"later","personal":true,"from":2000000},
             {"id":"over","personal":true,"to":999999}]
            """)
        _ = harness.open("hall")
        let request = harness.open.first { $0.purpose == "personalization" }
        #expect(request?.body?.contains(#""ids":["now"]"#) == true)
        harness.answer("personalization", #"[{"id":"now","body":"hello","ttl":1000}]"#)
        #expect(harness.update("placement.shown") != nil)
    }

    @Test func scheduleBoundsBelongToTheWindow() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"x","from":1000000,"to":1000000}]"#)
        let hall = harness.open("hall")
        #expect(harness.shown(hall) == "a")
        harness.now.wall += 1
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shown(hall) == nil)
        let explanation = harness.explain("hall")
        #expect(explanation["candidates"]?.array?.first?["reason"] == "ended")
    }

    @Test func anAnswerThatHasExpiredIsNotShownWhenItCannotBeRenewed() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","personal":true}]"#)
        let hall = harness.open("hall")
        harness.answer("personalization", #"[{"id":"a","body":"x","ttl":100}]"#)
        #expect(harness.shown(hall) == "a")
        harness.advance(101)
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(harness.shown(hall) == "a", "what is on show stays until the load is answered")
        harness.answer("personalization", "", status: 500)
        #expect(harness.shown(hall) == nil)
    }

    @Test func anAnswerWithoutLifetimeServesTheLoadThatAskedForIt() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","personal":true}]"#)
        let hall = harness.open("hall")
        harness.now.wall += 50
        harness.answer("personalization", #"[{"id":"a","body":"x"}]"#)
        #expect(harness.shown(hall) == "a")
    }

    @Test func contentThatFailsGivesWayToTheNextCandidate() {
        var harness = EngineHarness()
        harness.start(
            #"[{"id":"a","priority":2,"body":"bad"},{"id":"b","priority":1,"body":"fine"}]"#)
        let hall = harness.open("hall")
        #expect(harness.shown(hall) == "b")
        #expect(harness.updates.filter { $0["update"] == "placement.failed" }.count == 1)
    }

    @Test func picturesAreFetchedOnceAndKept() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"img:https://x/1 hi"}]"#)
        let hall = harness.open("hall")
        #expect(harness.shown(hall) == nil)
        harness.answer("resource", .response(.init(status: 200, body: [0x89, 1])))
        #expect(harness.shown(hall) == "a")
        harness.perform(.placementReload(id: hall, force: true, key: nil))
        #expect(harness.sent.filter { $0.purpose == "resource" }.count == 1)
        #expect(harness.contents[hall]?.contains("data:image/png;base64,iQE=") == true)
    }

    @Test func aPictureThatIsNoneFailsTheCandidate() {
        var harness = EngineHarness()
        harness.start(
            """
            [{"id":"a","priority":2,"body":"img:https://x/1"},{"id":"b","priority":1,"body":"b"}]
            """)
        let hall = harness.open("hall")
        harness.answer("resource", "<html>not found</html>")
        #expect(harness.shown(hall) == "b")
        #expect(harness.update("placement.failed")?["reason"] == "image_unavailable")
    }

    @Test func emptyContentIsAControlVariantThatCountsAsShown() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a"}]"#)
        let hall = harness.open("hall")
        #expect(harness.update("placement.shown")?["has_content"] == false)
        #expect(harness.contents[hall]?.contains(#""content":null"#) == true)
        #expect(harness.update("event.tracked")?["event"] == "seen")
    }

    @Test func aHookCanTurnACandidateDown() {
        var harness = EngineHarness()
        harness.perform(.hookSet(.campaignPrepared, isSet: true))
        harness.start(#"[{"id":"a","priority":2,"body":"a"},{"id":"b","priority":1,"body":"b"}]"#)
        let hall = harness.open("hall")
        #expect(harness.questions.count == 1)
        harness.perform(.answered(token: harness.questions[0].token, ["render": false]))
        #expect(harness.questions.count == 2)
        #expect(harness.shown(hall) == nil)
        harness.perform(.answered(token: harness.questions[1].token, nil))
        #expect(harness.shown(hall) == "b")
    }

    @Test func anAnswerToALoadThatBeganAnewIsOfNoUse() {
        var harness = EngineHarness()
        harness.perform(.hookSet(.campaignPrepared, isSet: true))
        harness.start(#"[{"id":"a","body":"a"}]"#)
        let hall = harness.open("hall")
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        harness.perform(.answered(token: harness.questions[0].token, ["render": false]))
        #expect(harness.shown(hall) == nil)
        harness.perform(.answered(token: harness.questions[1].token, nil))
        #expect(harness.shown(hall) == "a")
    }

    @Test func equalPrioritiesAreDrawnByTheSeed() {
        func winners(seed: UInt64) -> [String?] {
            var harness = EngineHarness(seed: seed)
            harness.start(#"[{"id":"a","body":"x"},{"id":"b","body":"x"},{"id":"c","body":"x"}]"#)
            let hall = harness.open("hall")
            return (0..<12).map { _ in
                harness.perform(.placementReload(id: hall, force: false, key: nil))
                return harness.shown(hall)
            }
        }
        #expect(winners(seed: 3) == winners(seed: 3))
        #expect(Set(winners(seed: 3).compactMap { $0 }).count == 3)
        #expect(winners(seed: 3) != winners(seed: 4))
    }

    @Test func definitionsThatFailAreTriedAgainAndThenShown() {
        var harness = EngineHarness()
        harness.perform(.start)
        let hall = harness.open("hall")
        harness.answer("definitions", "", status: 503)
        #expect(harness.update("placement.empty")?["reason"] == "definitions_unavailable")
        #expect(harness.deadline != nil)
        harness.advance(1_001)
        harness.answer("definitions", #"[{"id":"a","body":"x"}]"#)
        #expect(harness.shown(hall) == "a")
        #expect(harness.updates.filter { $0["update"] == "placement.empty" }.count == 1)
    }
}
