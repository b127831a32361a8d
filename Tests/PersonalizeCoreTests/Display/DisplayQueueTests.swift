import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct DisplayQueueTests {
    @Test func presentsOneAfterTheOther() {
        var display = DisplayHarness([.poster("1"), .poster("2"), .poster("3")])
        #expect(display.presented == ["1"])
        let first = display.wanted
        display.perform(.presented, first)
        #expect(display.presented == ["1"])
        display.perform(.dismissed, first)
        #expect(display.presented == ["1", "2"])
        display.perform(.dismissed, display.wanted)
        #expect(display.presented == ["1", "2", "3"])
    }

    @Test func nothingIsPresentedBeforeTheStart() {
        var display = DisplayHarness([.poster("1")], isStarted: false)
        #expect(display.presented == [])
        #expect(display.state()["queue"]?.array?.first?["waits_for"] == "start")
        display.start()
        #expect(display.presented == ["1"])
    }

    @Test func anEntryLeavesTheStorageWhenItWasPresented() {
        var display = DisplayHarness([.poster("1"), .poster("2")])
        #expect(display.stored == ["1", "2"])
        display.perform(.presented, display.wanted)
        #expect(display.stored == ["2"])
    }

    @Test func anEntryThatIsDismissedUnseenLeavesTheStorage() {
        var display = DisplayHarness([.poster("1")])
        #expect(display.perform(.dismissed, display.wanted) == true)
        #expect(display.stored == [])
        #expect(display.events == [])
    }

    @Test func whatWasNotPresentedComesAgainAfterTheProcessEnds() {
        var display = DisplayHarness([.poster("1"), .poster("2")])
        display.restart()
        #expect(display.presented == ["1"])
        display.perform(.presented, display.wanted)
        display.restart()
        #expect(display.presented == ["2"])
    }

    @Test func whatIsExpiredIsDroppedAndTheNextIsTried() {
        let display = DisplayHarness([
            .poster("1", expires: 999_999), .poster("2", expires: 1),
            .poster("3", expires: 1_000_000),
        ])
        #expect(display.dropped == ["1 expired", "2 expired"])
        #expect(display.presented == ["3"])
        #expect(display.stored == ["3"])
    }

    @Test func aTemplateThatIsGoneDropsItsOverlayAndTheNextIsTried() {
        let display = DisplayHarness([.poster("1", template: "gone"), .poster("2")])
        #expect(display.dropped == ["1 not_defined"])
        #expect(display.presented == ["2"])
    }

    @Test func namesOfTemplatesAreExact() {
        let display = DisplayHarness([.poster("1", template: "Poster")])
        #expect(display.dropped == ["1 not_defined"])
    }

    @Test func aThousandExpiredOnesCostNoStack() {
        let display = DisplayHarness((1...1_000).map { .poster("\($0)", expires: 1) })
        #expect(display.dropped.count == 1_000)
        #expect(display.stored == [])
    }

    @Test func aFunctionWithoutAnythingToSeeDoesNotWaitForTheSlot() {
        var display = DisplayHarness([
            .poster("1"), .poster("2"), .poster("3", template: "bell"),
        ])
        #expect(display.presented == ["1", "3"])
        let bell = display.wanted
        #expect(display.perform(.presented, bell) == true)
        #expect(display.events == ["overlay_presented"])
        #expect(display.stored == ["1", "2"])
        display.perform(.dismissed, bell)
        #expect(display.presented == ["1", "3"])
    }

    @Test func aFunctionWithoutAnythingToSeeBlocksNobody() {
        let display = DisplayHarness([.poster("1", template: "bell"), .poster("2")])
        #expect(display.presented == ["1", "2"])
    }

    @Test func aFunctionWithoutAnythingToSeeExpiresToo() {
        let display = DisplayHarness([.poster("1", template: "bell", expires: 5)])
        #expect(display.dropped == ["1 expired"])
    }

    @Test func aVisualFunctionTakesTheSlot() {
        let display = DisplayHarness([.poster("1", template: "curtain"), .poster("2")])
        #expect(display.presented == ["1"])
    }

    @Test func theOrderIsTheOneThatWasStored() {
        var records: [RecordKey: LoadedRecord] = [:]
        for (number, order) in [(1, 5), (2, -3), (3, 0)] as [(Int64, Int64)] {
            records[DisplayHarness.key(number)] = DisplayHarness.record(
                .poster("\(number)"), order: order)
        }
        var display = DisplayHarness(records: records)
        for _ in 0..<3 { display.perform(.dismissed, display.wanted) }
        #expect(display.presented == ["2", "3", "1"])
    }

    @Test func anotherProfilesOverlayWaits() {
        var display = DisplayHarness(
            [.poster("1")],
            records: [
                DisplayHarness.key(9): DisplayHarness.record(
                    .poster("9"), order: 0, profile: "somebody else")
            ])
        #expect(display.presented == ["1"])
        display.perform(.dismissed, display.wanted)
        #expect(display.presented == ["1"])
        #expect(display.stored == ["9"])
        #expect(display.state()["queue"]?.array?.first?["waits_for"] == "profile")
    }

    @Test func aDamagedRecordIsLeftOut() {
        let display = DisplayHarness(
            [.poster("1")],
            records: [DisplayHarness.key(7): LoadedRecord(header: "{\"order\": true}", body: nil)])
        #expect(display.presented == ["1"])
    }

    @Test func theSlotBelongsToTheEngineAndNotToAVendor() {
        let adapters = [PostcardAdapter(), PostcardAdapter(instance: "other")]
        var display = DisplayHarness(
            [.poster("1")],
            records: [
                DisplayHarness.key(2, vendor: "other"): DisplayHarness.record(
                    .poster("2"), order: 2)
            ], adapters: adapters)
        display.engine.answer("definitions", "[]")
        #expect(display.presented == ["1"])
        display.perform(.dismissed, display.wanted)
        #expect(display.presented == ["1", "2"])
        #expect(display.engine.update("presentation.wanted")?["vendor"] == "other")
    }
}
