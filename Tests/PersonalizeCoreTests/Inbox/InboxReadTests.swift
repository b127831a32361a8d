import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct InboxReadTests {
    private static let letter = #"{"id":"a","at":1,"says":{}}"#

    private func received() -> EngineHarness {
        var harness = EngineHarness.identified()
        harness.receive(Self.letter)
        harness.updates = []
        return harness
    }

    private func isRead(_ harness: inout EngineHarness) -> Bool? {
        harness.list()["messages"]?.array?.first?["is_read"]?.bool
    }

    @Test func theVendorComesFirst() {
        var harness = received()
        harness.inbox(.markRead(id: "a", isOptimistic: false, key: "k"))
        #expect(
            harness.open.last?.body == #"{"who":{"registered":"ada"},"id":"a","token":"t1"}"#)
        #expect(isRead(&harness) == false)
        harness.answer("inbox_read")
        #expect(isRead(&harness) == true)
        #expect(harness.updates(named: "inbox.read").map { $0["marked"]?.bool } == [true])
        #expect(harness.update("inbox.read")?["key"]?.string == "k")
        #expect(harness.update("inbox.changed")?["unread"]?.integer == 0)
        #expect(harness.letterEvents.isEmpty)
    }

    @Test func aRefusalLeavesItUnread() {
        var harness = received()
        harness.inbox(.markRead(id: "a", isOptimistic: false, key: nil))
        harness.answer("inbox_read", "", status: 400)
        #expect(isRead(&harness) == false)
        #expect(harness.updates(named: "inbox.read").map { $0["marked"]?.bool } == [false])
        #expect(harness.update("inbox.read")?["status"]?.integer == 400)
    }

    @Test func optimisticMarksAtOnce() {
        var harness = received()
        harness.inbox(.markRead(id: "a", isOptimistic: true, key: nil))
        #expect(isRead(&harness) == true)
        harness.answer("inbox_read", "", status: 500)
        #expect(isRead(&harness) == true)
        #expect(harness.updates(named: "inbox.read").count == 1)
    }

    @Test func whatIsNotFetchedCannotBeMarked() {
        var harness = received()
        harness.inbox(.markRead(id: "z", isOptimistic: false, key: nil))
        #expect(harness.update("inbox.read")?["reason"]?.string == "not_fetched")
        #expect(harness.open.allSatisfy { $0.purpose != "inbox_read" })
    }

    @Test func withoutATokenItCannotBeMarked() {
        var harness = EngineHarness.identified()
        harness.inbox(.fetch(key: nil))
        harness.answer("inbox", #"{"letters":[\#(Self.letter)]}"#)
        harness.inbox(.markRead(id: "a", isOptimistic: false, key: nil))
        #expect(harness.update("inbox.read")?["reason"]?.string == "not_fetched")
    }

    @Test func aMissingCredentialEndsTheCallOnce() {
        var harness = received()
        var again = EngineHarness(
            [PostcardAdapter(mayAsk: false)], records: harness.records, at: harness.now)
        again.perform(.start)
        again.inbox(.markRead(id: "a", isOptimistic: false, key: nil))
        #expect(again.updates(named: "inbox.read").map { $0["reason"]?.string } == ["no_key"])
        #expect(again.open.allSatisfy { $0.purpose != "inbox_read" })
        #expect(isRead(&harness) == false)
    }

    @Test func goingOfflineEndsTheCallOnce() {
        var harness = received()
        harness.inbox(.markRead(id: "a", isOptimistic: false, key: nil))
        harness.perform(.offline(true))
        #expect(harness.updates(named: "inbox.read").map { $0["reason"]?.string } == ["cancelled"])
        harness.inbox(.markRead(id: "a", isOptimistic: false, key: nil))
        #expect(harness.update("inbox.read")?["reason"]?.string == "offline")
    }

    @Test func whatIsMarkedCarriesTheCustomerItCameFor() {
        var harness = received()
        harness.inbox(.markRead(id: "a", isOptimistic: false, key: nil))
        harness.perform(.identify(ids: ["registered": "bob"], properties: [:], key: nil))
        harness.answer("inbox_read")
        #expect(harness.updates(named: "inbox.read").map { $0["marked"]?.bool } == [true])
        #expect(harness.listed().isEmpty)
    }

    @Test func aLocalReadOutlivesStaleAnswers() {
        var harness = received()
        harness.inbox(.markRead(id: "a", isOptimistic: false, key: nil))
        harness.answer("inbox_read")
        harness.receive(Self.letter, next: "t2")
        #expect(isRead(&harness) == true)
        var again = EngineHarness(records: harness.records, at: harness.now)
        again.perform(.start)
        again.receive(Self.letter, next: "t3")
        #expect(isRead(&again) == true)
    }

    @Test func theVendorHasTheLastWordOnceItAgreed() {
        var harness = received()
        harness.inbox(.markRead(id: "a", isOptimistic: true, key: nil))
        harness.receive(#"{"id":"a","at":1,"read":true,"says":{}}"#, next: "t2")
        harness.receive(Self.letter, next: "t3")
        #expect(isRead(&harness) == false)
    }

    @Test func aMessageSentAgainIsUnread() {
        var harness = received()
        harness.inbox(.markRead(id: "a", isOptimistic: true, key: nil))
        harness.receive(#"{"id":"a","at":1000001,"says":{}}"#, next: "t2")
        #expect(isRead(&harness) == false)
    }
}
