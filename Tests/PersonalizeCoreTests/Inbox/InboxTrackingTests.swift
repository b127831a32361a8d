import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct InboxTrackingTests {
    private static let letters = #"""
        {"id":"a","at":1,"says":{"back":{"campaign":"c"},"main":{"url":"post://x","type":"deep_link"},
        "actions":[{"title":"Go","url":"https://x.test/","type":"browser"},
        {"title":"App","url":"post://app","type":"app"}]}},
        {"id":"b","at":2,"says":{"track":false,"html":"go:post://y bye:post://bye"}},
        {"id":"n","at":3}
        """#

    private func received() -> EngineHarness {
        var harness = EngineHarness.identified()
        harness.receive(Self.letters)
        harness.updates = []
        return harness
    }

    @Test func openedIsToldInTheTermsOfTheMessage() {
        var harness = received()
        harness.inbox(.opened(id: "a", ignoresConsent: false))
        let update = harness.update("event.tracked")
        #expect(update?["event"]?.string == "letter_opened")
        #expect(update?["properties"]?["campaign"]?.string == "c")
        harness.perform(.identify(ids: ["registered": "bob"], properties: [:], key: nil))
        #expect(harness.open.last { $0.purpose == "event" }?.body?.contains("ada") == true)
    }

    @Test func aMessageWithoutContentIsTrackedAllTheSame() {
        var harness = received()
        harness.inbox(.opened(id: "n", ignoresConsent: false))
        #expect(harness.letterEvents == ["letter_opened"])
    }

    @Test func theMessagesOwnConsentCounts() {
        var harness = received()
        harness.inbox(.opened(id: "b", ignoresConsent: false))
        #expect(harness.update("event.dropped")?["reason"]?.string == "content_consent")
        #expect(harness.letterEvents.isEmpty)
        harness.inbox(.opened(id: "b", ignoresConsent: true))
        #expect(harness.letterEvents == ["letter_opened"])
        let forced = MessageAction(title: nil, url: "post://y!", kind: .deepLink)
        harness.inbox(.clicked(id: "b", forced, ignoresConsent: false))
        #expect(harness.letterEvents == ["letter_opened", "letter_followed"])
        let plain = MessageAction(title: nil, url: "post://y", kind: .deepLink)
        harness.inbox(.clicked(id: "b", plain, ignoresConsent: false))
        #expect(harness.letterEvents.count == 2)
        harness.inbox(.clicked(id: "b", plain, ignoresConsent: true))
        #expect(harness.letterEvents.count == 3)
    }

    @Test func deniedConsentIsStronger() {
        var harness = received()
        harness.perform(.consent(vendor: nil, purpose: .tracking, .denied))
        harness.inbox(.opened(id: "a", ignoresConsent: true))
        #expect(harness.update("event.dropped")?["reason"]?.string == "consent_denied")
    }

    @Test func anUnknownMessageIsAnError() {
        var harness = received()
        guard case .refused(let error) = harness.inbox(.opened(id: "z", ignoresConsent: false))
        else {
            Issue.record("it was accepted")
            return
        }
        #expect(error.code == .notFound)
        #expect(error.reason == "unknown_message")
    }

    @Test func choosingARowMarksTracksAndOpens() {
        var harness = received()
        harness.inbox(.itemClick(id: "a", key: "k"))
        #expect(harness.letterEvents == ["letter_opened"])
        #expect(harness.open.contains { $0.purpose == "inbox_read" })
        #expect(harness.update("inbox.detail_wanted")?["message_id"]?.string == "a")
        #expect(harness.update("inbox.detail_wanted")?["key"]?.string == "k")
    }

    @Test func theHostMayChooseForItself() {
        var harness = received()
        harness.perform(.hookSet(.inboxItemClick, isSet: true))
        harness.inbox(.itemClick(id: "a", key: nil))
        let question = harness.questions.last
        #expect(question?.hook == .inboxItemClick)
        #expect(question?.question["index"]?.integer == 2)
        #expect(question?.question["item"]?["id"]?.string == "a")
        harness.perform(.answered(token: question?.token ?? 0, ["handled": true]))
        #expect(harness.letterEvents.isEmpty)
        #expect(harness.open.allSatisfy { $0.purpose != "inbox_read" })
        #expect(harness.update("inbox.detail_wanted") == nil)
        harness.inbox(.itemClick(id: "a", key: nil))
        harness.perform(.answered(token: harness.questions.last?.token ?? 0, nil))
        #expect(harness.letterEvents == ["letter_opened"])
    }

    @Test func choosingAnActionTracksAndOpens() {
        var harness = received()
        harness.inbox(.actionClick(id: "a", url: "https://x.test/", key: nil))
        #expect(harness.letterEvents == ["letter_followed"])
        #expect(harness.update("url.open_wanted")?["type"]?.string == "browser")
        #expect(harness.update("url.open_wanted")?["message_id"]?.string == "a")
        harness.updates = []
        harness.inbox(.actionClick(id: "a", url: "post://app", key: nil))
        #expect(harness.letterEvents == ["letter_followed"])
        #expect(harness.update("url.open_wanted") == nil)
    }

    @Test func linksOfADocumentAreActions() {
        var harness = received()
        harness.inbox(.actionClick(id: "b", url: "post://y", key: nil))
        #expect(harness.update("url.open_wanted")?["url"]?.string == "post://y")
        harness.updates = []
        harness.inbox(.actionClick(id: "b", url: "blank", key: nil))
        #expect(harness.updates.isEmpty)
        harness.inbox(.actionClick(id: "b", url: "post://bye", key: "k"))
        #expect(harness.update("inbox.action_failed")?["reason"]?.string == "invalid_action")
        #expect(harness.update("inbox.action_failed")?["key"]?.string == "k")
    }

    @Test func theHostMayActForItself() {
        var harness = received()
        harness.perform(.hookSet(.inboxActionClick, isSet: true))
        harness.inbox(.actionClick(id: "a", url: "post://x", key: nil))
        let question = harness.questions.last
        #expect(question?.question["action"]?["url"]?.string == "post://x")
        harness.perform(.answered(token: question?.token ?? 0, ["handled": true]))
        #expect(harness.letterEvents.isEmpty)
        harness.inbox(.actionClick(id: "a", url: "post://x", key: nil))
        harness.perform(.answered(token: harness.questions.last?.token ?? 0, ["handled": false]))
        #expect(harness.letterEvents == ["letter_followed"])
        #expect(harness.update("url.open_wanted")?["url"]?.string == "post://x")
    }

    @Test func aMessageOfNobodyIsNotTracked() {
        var harness = received()
        let key = RecordKey(.message, vendor: "post", key: "a")
        harness.records[key]?.header = #"""
            {"kind":"plain","is_read":false,"received_ms":1,"has_content":true,"digest":0,"ids":{},
            "anonymous_id":"","token":"t"}
            """#
        var again = EngineHarness(records: harness.records, at: harness.now)
        again.perform(.start)
        again.inbox(.opened(id: "a", ignoresConsent: false))
        #expect(again.letterEvents.isEmpty)
        again.inbox(.markRead(id: "a", isOptimistic: false, key: nil))
        #expect(again.update("inbox.read")?["reason"]?.string == "not_fetched")
    }
}
