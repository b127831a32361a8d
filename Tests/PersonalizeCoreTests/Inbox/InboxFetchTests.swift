import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct InboxFetchTests {
    private static let two = #"{"id":"a","at":100,"says":{}},{"id":"b","at":200,"says":{}}"#

    @Test func newestComeFirstAndTheHostHears() {
        var harness = EngineHarness.identified()
        harness.inbox(.fetch(key: "k"))
        harness.answer("inbox", #"{"next":"t1","letters":[\#(Self.two)]}"#)
        let update = harness.update("inbox.changed")
        #expect(update?["key"]?.string == "k")
        #expect(update?["messages"]?.integer == 2)
        #expect(update?["unread"]?.integer == 2)
        #expect(update?["added"]?.integer == 2)
        #expect(harness.listed() == ["b", "a"])
    }

    @Test func nothingWorksBeforeTheStart() {
        var harness = EngineHarness()
        for command in [
            InboxCommand.fetch(key: nil), .list(InboxQuery()),
            .opened(
                id: "a", ignoresConsent: false), .view(InboxViewSpecification(.button)),
        ] {
            guard case .refused(let error) = harness.inbox(command) else {
                Issue.record("\(command) was not refused")
                continue
            }
            #expect(error.code == .state)
            #expect(error.reason == "not_started")
        }
        #expect(harness.sent.isEmpty)
    }

    @Test func parallelFetchesAreOne() {
        var harness = EngineHarness.identified()
        harness.inbox(.fetch(key: "one"))
        harness.inbox(.fetch(key: "two"))
        #expect(harness.open.filter { $0.purpose == "inbox" }.count == 1)
        harness.answer("inbox", #"{"letters":[]}"#)
        #expect(
            harness.updates(named: "inbox.changed").compactMap { $0["key"]?.string }
                == ["one", "two"])
    }

    @Test func theNextFetchAsksForWhatIsNew() {
        var harness = EngineHarness.identified()
        harness.receive(Self.two)
        harness.receive(#"{"id":"c","at":150,"says":{}}"#, next: "t2")
        let bodies = harness.sent.filter { $0.purpose == "inbox" }.compactMap(\.body)
        #expect(
            bodies == [
                #"{"who":{"registered":"ada"}}"#,
                #"{"who":{"registered":"ada"},"since":"t1"}"#,
            ])
        #expect(harness.listed() == ["b", "c", "a"])
    }

    @Test func anAnswerWithoutTokenKeepsTheOldOne() {
        var harness = EngineHarness.identified()
        harness.receive(Self.two)
        harness.inbox(.fetch(key: nil))
        harness.answer("inbox", #"{"letters":[]}"#)
        harness.inbox(.fetch(key: nil))
        #expect(harness.open.last?.body?.contains(#""since":"t1""#) == true)
    }

    @Test func onlyWhatDiffersIsWritten() {
        var harness = EngineHarness.identified()
        harness.receive(Self.two)
        harness.transcript = []
        harness.receive(Self.two)
        let writes = harness.transcript.filter {
            switch $0 {
            case .store(.put(let key, _, _)), .store(.putHeader(let key, _)):
                key.space == .message
            default: false
            }
        }
        #expect(writes.isEmpty)
        #expect(harness.update("inbox.changed")?["replaced"]?.integer == 0)
    }

    @Test func aFailureKeepsTheMessages() {
        var harness = EngineHarness.identified()
        harness.receive(Self.two)
        harness.inbox(.fetch(key: "k"))
        harness.answer("inbox", "", status: 500)
        let update = harness.update("inbox.failed")
        #expect(update?["key"]?.string == "k")
        #expect(update?["reason"]?.string == "status")
        #expect(update?["status"]?.integer == 500)
        #expect(update?["messages"]?.integer == 2)
        #expect(harness.listed() == ["b", "a"])
        #expect(harness.list()["failure"]?["reason"]?.string == "status")
    }

    @Test func withoutNetworkTheCacheIsStillThere() {
        var harness = EngineHarness.identified()
        harness.receive(Self.two)
        var again = EngineHarness(records: harness.records, at: harness.now)
        again.perform(.offline(true))
        again.perform(.start)
        again.inbox(.fetch(key: "k"))
        #expect(again.update("inbox.failed")?["reason"]?.string == "offline")
        #expect(again.update("inbox.failed")?["messages"]?.integer == 2)
        #expect(again.listed() == ["b", "a"])
    }

    @Test func aTokenThatIsGoneIsRecoveredFromOnce() {
        var harness = EngineHarness.identified()
        harness.receive(Self.two)
        harness.inbox(.fetch(key: "k"))
        harness.answer("inbox", "", status: 410)
        #expect(harness.open.last?.body == #"{"who":{"registered":"ada"}}"#)
        harness.answer("inbox", "", status: 410)
        #expect(harness.open.allSatisfy { $0.purpose != "inbox" })
        #expect(harness.updates(named: "inbox.failed").count == 1)
        #expect(harness.listed().isEmpty)
    }

    @Test func expiredMessagesAreHiddenAndNotCounted() {
        var harness = EngineHarness.identified()
        harness.receive(
            #"{"id":"a","at":1,"until":1000050,"says":{}},{"id":"b","at":2,"says":{}}"#)
        #expect(harness.listed() == ["b", "a"])
        harness.advance(50)
        #expect(harness.listed() == ["b"])
        #expect(harness.list()["unread"]?.integer == 1)
        guard case .refused(let error) = harness.inbox(.itemClick(id: "a", key: nil)) else {
            Issue.record("an expired message was chosen")
            return
        }
        #expect(error.reason == "unknown_message")
    }

    @Test func aMissingTimeIsStampedOnce() {
        var harness = EngineHarness.identified()
        harness.receive(#"{"id":"a","says":{}}"#)
        let first = harness.list()["messages"]?.array?.first?["received_ms"]?.integer
        harness.advance(5_000)
        harness.receive(#"{"id":"a","says":{"title":"again"}},{"id":"b","says":{}}"#)
        #expect(first == 1_000_000)
        #expect(harness.list()["messages"]?.array?.last?["received_ms"]?.integer == first)
        #expect(harness.listed() == ["b", "a"])
    }

    @Test func imagesComeFirstAndTheirFailureIsNone() {
        var harness = EngineHarness.identified()
        harness.inbox(.fetch(key: "k"))
        harness.answer(
            "inbox",
            #"""
            {"letters":[{"id":"a","at":1,"says":{"image":"https://post.test/1.png"}},
            {"id":"b","at":2,"says":{"image":"https://post.test/2.png"}},
            {"id":"c","at":3,"says":{"image":"stamp"}}]}
            """#)
        #expect(harness.update("inbox.changed") == nil)
        #expect(
            harness.open.filter { $0.purpose == "resource" }.map(\.url)
                == ["https://post.test/2.png", "https://post.test/1.png"])
        harness.answer("resource", .response(.init(status: 200, body: [0x89])))
        #expect(harness.update("inbox.changed") == nil)
        harness.answer("resource", "", status: 404)
        #expect(harness.update("inbox.changed")?["key"]?.string == "k")
        let key = RecordKey(.resource, vendor: "post", key: "https://post.test/2.png")
        #expect(harness.records[key]?.body == [0x89])
    }

    @Test func manyImagesAreFetchedAFewAtATime() {
        var harness = EngineHarness.identified()
        let letters = (0..<20).map {
            #"{"id":"m\#($0)","at":\#($0),"says":{"image":"https://post.test/\#($0).png"}}"#
        }
        harness.receive(letters.joined(separator: ","))
        var most = 0
        var answered = 0
        while harness.answer("resource", .response(.init(status: 200, body: [0x89]))) {
            answered += 1
            most = max(most, harness.open.filter { $0.purpose == "resource" }.count)
        }
        #expect(answered == 20)
        #expect(most <= 6)
        #expect(harness.update("inbox.changed")?["added"]?.integer == 20)
    }

    @Test func withoutACredentialNothingIsSent() {
        var harness = EngineHarness.identified([PostcardAdapter(mayAsk: false)])
        harness.inbox(.fetch(key: "k"))
        #expect(harness.update("inbox.failed")?["reason"]?.string == "no_key")
        #expect(harness.sent.allSatisfy { $0.purpose != "inbox" })
    }

    @Test func withoutConsentNothingIsSent() {
        var harness = EngineHarness.identified()
        harness.perform(.consent(vendor: nil, purpose: .personalization, .unknown))
        harness.inbox(.fetch(key: nil))
        #expect(harness.update("inbox.failed")?["reason"]?.string == "consent_missing")
        #expect(harness.sent.allSatisfy { $0.purpose != "inbox" })
    }

    @Test func aSingleMessageComesFromStorageFirst() {
        var harness = EngineHarness.identified()
        harness.receive(#"{"id":"a","at":1,"says":{"title":"Hello"}}"#)
        guard case .done(let reply) = harness.inbox(.message(id: "a", key: nil)) else { return }
        #expect(reply["message"]?["content"]?["title"]?.string == "Hello")
        #expect(harness.sent.filter { $0.purpose == "inbox" }.count == 1)
    }

    @Test func aSingleMessageIsFetchedWithTheWhole() {
        var harness = EngineHarness.identified()
        guard case .done(let reply) = harness.inbox(.message(id: "a", key: "k")) else { return }
        #expect(reply["message"] == nil)
        harness.answer("inbox", #"{"letters":[{"id":"a","at":1,"says":{"title":"Hello"}}]}"#)
        let update = harness.update("inbox.message")
        #expect(update?["key"]?.string == "k")
        #expect(update?["found"]?.bool == true)
        #expect(update?["item"]?["content"]?["title"]?.string == "Hello")
        harness.inbox(.message(id: "z", key: nil))
        harness.answer("inbox", #"{"letters":[]}"#)
        #expect(harness.update("inbox.message")?["reason"]?.string == "not_found")
        harness.inbox(.message(id: "z", key: nil))
        harness.answer("inbox", "", status: 500)
        #expect(harness.update("inbox.message")?["reason"]?.string == "status")
    }

    @Test func anotherScopeStartsOver() {
        var harness = EngineHarness.identified()
        harness.receive(Self.two)
        var again = EngineHarness(
            [PostcardAdapter(inboxScope: "other")], records: harness.records, at: harness.now)
        again.perform(.start)
        #expect(again.listed().isEmpty)
        #expect(again.records.keys.allSatisfy { $0.space != .message })
        again.inbox(.fetch(key: nil))
        #expect(again.open.last?.body?.contains("since") == false)
    }

    @Test func aBrokenRecordIsLeftOutAndReported() {
        var harness = EngineHarness.identified()
        harness.receive(Self.two)
        harness.records[RecordKey(.message, vendor: "post", key: "a")]?.header = "{{{"
        var again = EngineHarness(records: harness.records, at: harness.now)
        again.perform(.start)
        #expect(again.listed() == ["b"])
        #expect(again.update("diagnostic")?["reason"]?.string == "record_unreadable")
    }

    @Test func aPayloadOfTheHostIsTheSame() {
        let message = MessageRecord(id: "a", kind: "plain", content: MessageContent(title: "x"))
        var harness = EngineHarness([PostcardAdapter(ingested: message)])
        harness.start("[]")
        harness.perform(.ingest(vendor: "post", kind: "letters", payload: []))
        #expect(harness.listed() == ["a"])
        #expect(harness.update("inbox.changed")?["reason"]?.string == "ingested")
    }

    @Test func aPageIsCut() {
        var harness = EngineHarness.identified()
        harness.receive(
            (0..<10).map { #"{"id":"m\#($0)","at":\#($0),"says":{"title":"\#($0)"}}"# }
                .joined(separator: ","))
        let page = harness.list(InboxQuery(offset: 2, limit: 3, hasContent: true))
        #expect(page["total"]?.integer == 10)
        #expect(
            page["messages"]?.array?.compactMap { $0["content"]?["title"]?.string }
                == ["7", "6", "5"])
        #expect(harness.list(InboxQuery(offset: 99))["messages"] == .array([]))
        #expect(harness.list(InboxQuery(offset: .max, limit: .max))["total"]?.integer == 10)
    }
}
