import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct CarouselSelectionTests {
    private let cards = """
        [{"id":"d","name":"beta","body":"d"},{"id":"c","name":"Beta","body":"c"},
         {"id":"b","name":"Alpha","body":"b"},{"id":"a","name":"zeta","priority":9,"body":"a"}]
        """

    private func order(_ harness: EngineHarness) -> [String] {
        harness.update("carousel.changed")?["campaigns"]?.array?.compactMap { $0["id"]?.string }
            ?? []
    }

    @Test func ordersByPriorityThenByNameWhateverItsCaseThenById() {
        var harness = EngineHarness()
        harness.start(cards)
        let hall = harness.open(.carousel)
        #expect(order(harness) == ["a", "b", "c", "d"])
        #expect(
            harness.state(hall)["campaigns"] == .array(["a", "b", "c", "d"]))
    }

    @Test func takesNoMoreThanTheMaximum() {
        var harness = EngineHarness()
        harness.start(cards)
        let hall = harness.open(.carousel, options: PlacementOptions(maximumCount: 2))
        #expect(order(harness) == ["a", "b"])
        let candidates = harness.explain("hall")["candidates"]?.array
        #expect(candidates?[0]["verdict"] == "shown")
        #expect(candidates?[1]["verdict"] == "listed")
        #expect(candidates?[2]["rule"] == "count")
        #expect(candidates?[2]["values"]?["maximum_count"] == 2)
        harness.perform(.placementConfigure(id: hall, [.maximumCount(-1)]))
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        #expect(order(harness).count == 4)
    }

    @Test func theHostFiltersAndSorts() {
        var harness = EngineHarness()
        harness.perform(.hookSet(.carouselFilter, isSet: true))
        harness.perform(.hookSet(.carouselSort, isSet: true))
        harness.start(cards)
        let hall = harness.open(.carousel, options: PlacementOptions(maximumCount: 2))
        let filter = harness.questions.last
        #expect(filter?.hook == .carouselFilter)
        #expect(filter?.question["default"] == .array(["a", "b", "c", "d"]))
        harness.answer(last: ["campaigns": ["b", "c", "d"]])
        let sort = harness.questions.last
        #expect(sort?.hook == .carouselSort)
        #expect(sort?.question["default"] == .array(["b", "c", "d"]))
        #expect(sort?.question["campaigns"]?.array?.first?["tag"]?.integer != nil)
        harness.answer(last: ["campaigns": ["d", "c"]])
        #expect(order(harness) == ["d", "c"])
        #expect(harness.shown(hall) == "d")
        let reasons = harness.explain("hall")["candidates"]?.array?.map { $0["reason"] }
        #expect(reasons == ["filtered_by_host", "dropped_by_sort", nil, nil])
    }

    @Test func tagsStayTheSame() {
        func tags(seed: UInt64) -> [JSONValue?]? {
            var harness = EngineHarness(seed: seed)
            harness.perform(.hookSet(.carouselSort, isSet: true))
            harness.start(cards)
            _ = harness.open(.carousel)
            return harness.questions.last?.question["campaigns"]?.array?.map { $0["tag"] }
        }
        #expect(tags(seed: 1) == tags(seed: 2))
        #expect(Set(tags(seed: 1)?.compactMap { $0?.integer } ?? []).count == 4)
    }

    @Test func withoutAnAnswerTheDefaultHolds() {
        var harness = EngineHarness()
        harness.perform(.hookSet(.carouselFilter, isSet: true))
        harness.perform(.hookSet(.carouselSort, isSet: true))
        harness.start(cards)
        _ = harness.open(.carousel)
        harness.answer(last: nil)
        harness.answer(last: [:])
        #expect(order(harness) == ["a", "b", "c", "d"])
        #expect(harness.update("diagnostic") == nil)
    }

    @Test(
        arguments: [
            ["campaigns": "a"], ["campaigns": [1]], ["campaigns": ["a", "a"]],
            ["campaigns": ["a", "stranger"]], ["campaigns": nil], ["campaigns": [["id": "a"]]],
        ] as [JSONObject])
    func anAnswerThatMakesNoSenseIsReported(_ answer: JSONObject) {
        for hook in [HookName.carouselFilter, .carouselSort] {
            var harness = EngineHarness()
            harness.perform(.hookSet(hook, isSet: true))
            harness.start(cards)
            _ = harness.open(.carousel)
            harness.answer(last: answer)
            #expect(order(harness) == ["a", "b", "c", "d"])
            #expect(harness.update("diagnostic")?["reason"] == "hook_answer_unusable")
        }
    }

    @Test func aHostThatKeepsNothingEmptiesIt() {
        var harness = EngineHarness()
        harness.perform(.hookSet(.carouselFilter, isSet: true))
        harness.start(cards)
        let hall = harness.open(.carousel)
        _ = harness.takeUpdates()
        harness.answer(last: ["campaigns": []])
        let names = harness.takeUpdates()
        #expect(
            names == ["carousel.changed", "placement.empty", "placement.ready"])
        #expect(harness.state(hall)["count"] == 0)
        #expect(harness.state(hall)["index"] == -1)
    }

    @Test func anAnswerToALoadThatBeganAnewIsOfNoUse() {
        var harness = EngineHarness()
        harness.perform(.hookSet(.carouselFilter, isSet: true))
        harness.start(cards)
        let hall = harness.open(.carousel)
        let stale = harness.questions[0].token
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        harness.perform(.answered(token: stale, ["campaigns": []]))
        #expect(harness.update("placement.empty") == nil)
        harness.answer(last: nil)
        #expect(harness.shown(hall) == "a")
    }

    @Test func theFilterHearsOfWhatHadExpired() {
        var harness = EngineHarness()
        harness.perform(.hookSet(.carouselFilter, isSet: true))
        harness.start(#"[{"id":"a","personal":true},{"id":"b","personal":true},{"id":"c"}]"#)
        let hall = harness.open(.carousel)
        harness.answer(
            "personalization",
            #"[{"id":"a","ttl":10,"body":"a"},{"id":"b","ttl":9999,"body":"b"}]"#)
        #expect(harness.questions.last?.question["expired"] == .array([]))
        harness.answer(last: nil)
        harness.advance(20)
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        harness.answer("personalization", "", status: 500)
        let expired = harness.questions.last?.question["expired"]?.array
        #expect(expired?.map { $0["id"] } == ["a"])
        #expect(expired?.first?["renewed"] == false)
        harness.answer(last: nil)
        harness.perform(.placementReload(id: hall, force: false, key: nil))
        harness.answer("personalization", #"[{"id":"a","ttl":10,"body":"a"}]"#)
        #expect(harness.questions.last?.question["expired"]?.array?.first?["renewed"] == true)
    }

    @Test func nothingToShowIsAlwaysTold() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"a","to":1}]"#)
        _ = harness.open(.carousel)
        #expect(harness.update("carousel.changed")?["count"] == 0)
        #expect(harness.update("placement.empty")?["reason"] == "no_eligible_campaign")
    }
}
