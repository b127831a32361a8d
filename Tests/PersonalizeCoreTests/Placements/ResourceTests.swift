import PersonalizeCore
import PersonalizeJSON
import Testing

/// Files that content is shown with, and those it can be shown without.
@Suite struct ResourceTests {
    private static let image = Exchange.response(.init(status: 200, body: [0x89, 1]))
    private static let font = Exchange.response(.init(status: 200, body: [0x77, 1]))
    private static let missing = Exchange.response(.init(status: 404, body: []))

    private func opened(_ body: String) -> (EngineHarness, Int64) {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"\#(body)"},{"id":"b","priority":-1,"body":"b"}]"#)
        let hall = harness.open("hall")
        return (harness, hall)
    }

    private func diagnostics(_ harness: EngineHarness) -> [String] {
        harness.updates.filter { $0["update"] == "diagnostic" }.compactMap { $0["reason"]?.string }
    }

    @Test func everyFileIsWaitedFor() {
        var (harness, hall) = opened("img:https://x/1 deco:https://x/2 font:https://x/3")
        #expect(harness.sent.filter { $0.purpose == "resource" }.count == 3)
        harness.answer("resource", Self.image)
        harness.answer("resource", Self.image)
        #expect(harness.shown(hall) == nil)
        harness.answer("resource", Self.font)
        #expect(harness.shown(hall) == "a")
        #expect(harness.contents[hall]?.contains("data:font/woff2;base64,dwE=") == true)
        #expect(diagnostics(harness).isEmpty)
    }

    @Test func aFileThatIsNotRequiredIsLeftOutAndTold() {
        var (harness, hall) = opened("img:https://x/1 deco:https://x/2 font:https://x/3")
        harness.answer("resource", Self.image)
        harness.answer("resource", Self.missing)
        harness.answer("resource", .failure(.init(.timedOut, "late")))
        #expect(harness.shown(hall) == "a")
        #expect(diagnostics(harness) == ["image_unavailable", "font_unavailable"])
        #expect(harness.update("placement.failed") == nil)
        #expect(
            harness.update("diagnostic")?["message"]?.string?.contains("without the") == true)
    }

    @Test func aRequiredFileStillDecides() {
        var (harness, hall) = opened("deco:https://x/2 img:https://x/1")
        harness.answer("resource", Self.missing)
        #expect(harness.shown(hall) == "b")
        #expect(harness.update("placement.failed")?["reason"] == "image_unavailable")
    }

    @Test func aFontIsNoImageNorAnImageAFont() {
        var (harness, hall) = opened("deco:https://x/2 font:https://x/3")
        harness.answer("resource", Self.font)
        harness.answer("resource", Self.image)
        #expect(harness.shown(hall) == "a")
        #expect(diagnostics(harness) == ["image_unavailable", "font_unavailable"])
        #expect(harness.contents[hall]?.contains("base64") == false)
        // The next load finds both in storage, and neither fits then either.
        harness.perform(.placementReload(id: hall, force: true, key: nil))
        #expect(harness.sent.filter { $0.purpose == "resource" }.count == 2)
        #expect(diagnostics(harness).count == 4)

        var (other, place) = opened("img:https://x/1")
        other.answer("resource", Self.font)
        #expect(other.shown(place) == "b")
    }

    @Test func offlineContentIsShownWithoutWhatItCanDoWithout() {
        var harness = EngineHarness()
        harness.start(#"[{"id":"a","body":"deco:https://x/2"}]"#)
        harness.perform(.offline(true))
        let hall = harness.open("hall")
        #expect(harness.shown(hall) == "a")
        #expect(diagnostics(harness) == ["image_unavailable"])
        #expect(harness.sent.allSatisfy { $0.purpose != "resource" })
    }

    @Test func notesAreLoggedAndWarningsTold() {
        let (harness, hall) = opened("note:careful note:quiet-remark")
        #expect(harness.shown(hall) == "a")
        #expect(diagnostics(harness) == ["said"])
        #expect(
            harness.update("diagnostic")?["message"] == "Campaign a: careful")
    }
}
