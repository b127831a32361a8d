import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct InboxCustomerTests {
    private static let letter = #"{"id":"a","at":1,"says":{"image":"https://post.test/a.png"}}"#

    private func received() -> EngineHarness {
        var harness = EngineHarness.identified()
        harness.receive(Self.letter)
        harness.answer("resource", .response(.init(status: 200, body: [0x89])))
        harness.updates = []
        return harness
    }

    @Test func anotherCustomerStartsEmpty() {
        var harness = received()
        harness.become("bob")
        #expect(harness.update("inbox.changed")?["reason"]?.string == "customer_changed")
        #expect(harness.listed().isEmpty)
        #expect(
            harness.records.keys.allSatisfy { $0.space != .message && $0.space != .resource })
        harness.inbox(.fetch(key: nil))
        #expect(harness.open.last?.body == #"{"who":{"registered":"bob"}}"#)
    }

    @Test func theSameCustomerKeepsTheMessages() {
        var harness = received()
        harness.become("ada")
        #expect(harness.listed() == ["a"])
        #expect(harness.update("inbox.changed") == nil)
    }

    @Test func anonymizeClears() {
        var harness = received()
        harness.perform(.anonymize)
        #expect(harness.listed().isEmpty)
        #expect(harness.list()["known"]?.bool == false)
    }

    @Test func deniedConsentClears() {
        var harness = received()
        harness.perform(.consent(vendor: nil, purpose: .personalization, .denied))
        #expect(harness.listed().isEmpty)
        #expect(harness.update("inbox.changed")?["reason"]?.string == "consent_denied")
    }

    @Test func aLateAnswerOfAnotherCustomerIsDropped() {
        var harness = EngineHarness.identified()
        harness.inbox(.fetch(key: "k"))
        let late = harness.open.last { $0.purpose == "inbox" }
        harness.perform(.identify(ids: ["registered": "bob"], properties: [:], key: nil))
        harness.perform(
            .exchanged(
                request: late?.id ?? 0,
                .response(.init(status: 200, body: Array(#"{"letters":[\#(Self.letter)]}"#.utf8)))))
        #expect(harness.listed().isEmpty)
        #expect(harness.open.allSatisfy { $0.purpose != "inbox" }, "the upload comes first")
        harness.answer("customer")
        #expect(
            harness.open.last { $0.purpose == "inbox" }?.body
                == #"{"who":{"registered":"bob"}}"#)
        harness.answer("inbox", #"{"letters":[{"id":"b","at":1,"says":{}}]}"#)
        #expect(harness.updates(named: "inbox.changed").map { $0["key"]?.string } == ["k"])
        #expect(harness.listed() == ["b"])
    }

    @Test func imagesOfAnotherCustomerAreGivenUp() {
        var harness = EngineHarness.identified()
        harness.receive(Self.letter)
        #expect(harness.open.contains { $0.purpose == "resource" })
        harness.become("bob")
        #expect(!harness.open.contains { $0.purpose == "resource" })
    }

    @Test func aFetchWaitsForTheUpload() {
        var harness = EngineHarness()
        harness.start("[]")
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        harness.inbox(.fetch(key: nil))
        #expect(harness.open.allSatisfy { $0.purpose != "inbox" })
        harness.answer("customer")
        #expect(harness.open.contains { $0.purpose == "inbox" })
    }

    @Test func afterAFailedCommitFetchesStartOverAndMarksEnd() {
        var harness = received()
        harness.inbox(.markRead(id: "a", isOptimistic: false, key: "r"))
        harness.inbox(.fetch(key: "f"))
        harness.perform(.restore(harness.headers()))
        #expect(harness.update("inbox.read")?["marked"]?.bool == false)
        harness.answer("inbox", #"{"letters":[]}"#)
        #expect(harness.update("inbox.changed")?["key"]?.string == "f")
        #expect(harness.listed() == ["a"])
    }
}
