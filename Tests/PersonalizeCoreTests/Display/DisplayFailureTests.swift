import PersonalizeCore
import PersonalizeJSON
import Testing

/// What becomes of presentations when a commit fails: the engine goes back to
/// what is stored, while the host holds what it was given.
@Suite struct DisplayFailureTests {
    /// Takes back what was stored since, as a commit that failed does.
    private func fail(_ display: inout DisplayHarness, back records: [RecordKey: LoadedRecord]) {
        display.engine.records = records
        display.engine.updates = []
        display.engine.perform(.restore(display.engine.headers()))
    }

    @Test func whatCouldNotBeStoredAsPresentedIsWantedAgainWithItsId() {
        var display = DisplayHarness([.poster("1"), .poster("2")])
        let id = display.wanted
        let records = display.engine.records
        display.perform(.presented, id)
        fail(&display, back: records)
        #expect(display.wanted == id)
        #expect(display.presented == ["1"])
        #expect(display.perform(.presented, id) == true)
        #expect(display.stored == ["2"])
    }

    @Test func whatCouldNotBeStoredAsDismissedIsBack() {
        var display = DisplayHarness([.poster("1"), .poster("2")])
        let id = display.wanted
        let records = display.engine.records
        display.perform(.dismissed, id)
        let second = display.wanted
        fail(&display, back: records)
        #expect(display.wanted == id)
        #expect(display.presented == ["1"])
        #expect(display.perform(.presented, second) == nil)
        #expect(display.perform(.dismissed, id) == true)
        #expect(display.presented == ["1", "2"])
    }

    @Test func whatWasPresentedStaysOnShow() {
        var display = DisplayHarness([.poster("1"), .poster("2")])
        let id = display.wanted
        display.perform(.presented, id)
        fail(&display, back: display.engine.records)
        #expect(display.presented == [])
        #expect(display.state()["slot"]?["presentation_id"]?.integer == id)
        display.perform(.dismissed, id)
        #expect(display.presented == ["2"])
    }

    @Test func filesUnderWayAreAskedForAgain() {
        var display = DisplayHarness([.poster("1", values: ["image": "https://post.test/a"])])
        fail(&display, back: display.engine.records)
        #expect(display.engine.open.filter { $0.purpose == "file" }.count == 1)
        display.engine.answer("file", "x")
        #expect(display.presented == ["1"])
    }

    @Test func aFunctionThatAnActionCalledGoesOn() {
        var display = DisplayHarness([
            .poster(
                "1",
                values: [
                    "go": ["do": "function", "name": "bell", "with": ["sound": "https://a.test/x"]]
                ])
        ])
        display.engine.answer("file", "x")
        let parent = display.wanted
        display.perform(.presented, parent)
        display.engine.disk = [:]
        display.perform(.trigger(argument: "go"), parent)
        fail(&display, back: display.engine.records)
        display.engine.answer("file", "x")
        #expect(display.engine.update("presentation.wanted")?["template"] == "bell")
    }

    @Test func aQuestionUnderWayIsAskedAgain() {
        var display = DisplayHarness([.poster("1")], isStarted: false)
        display.engine.perform(.hookSet(.overlayReview, isSet: true))
        display.start()
        fail(&display, back: display.engine.records)
        #expect(display.engine.questions.count == 2)
        let stale = display.engine.questions[0].token
        display.engine.perform(.answered(token: stale, ["show": false]))
        #expect(display.stored == ["1"])
        display.engine.perform(
            .answered(token: display.engine.questions[1].token, ["show": true]))
        #expect(display.presented == ["1"])
    }
}
