import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct InboxViewTests {
    private static let page = InboxQuery()
    private static let list = InboxViewSpecification.View.list(
        page, hasImages: true, fetches: false)

    private func received(_ letters: String, read: Bool = true) -> EngineHarness {
        var harness = EngineHarness.identified()
        harness.receive(letters)
        while harness.answer("resource", .response(.init(status: 200, body: [0x89]))) {}
        harness.updates = []
        return harness
    }

    @Test func theButtonCounts() {
        var harness = received(#"{"id":"a","at":1},{"id":"b","at":2,"read":true}"#)
        let view = harness.view(.button)
        #expect(view["label"]?.string == "Inbox")
        #expect(view["unread"]?.integer == 1)
        #expect(view["total"]?.integer == 2)
    }

    @Test func theListHasItsStates() {
        var harness = EngineHarness.identified()
        #expect(harness.view(Self.list)["state"]?.string == "loading")
        _ = harness.view(.list(Self.page, hasImages: false, fetches: true))
        #expect(harness.view(Self.list)["fetching"]?.bool == true)
        harness.answer("inbox", "", status: 500)
        let failed = harness.view(Self.list)
        #expect(failed["state"]?.string == "error")
        #expect(failed["status"]?["title"]?.string == "Something went wrong :(")
        harness.receive("")
        let empty = harness.view(Self.list)
        #expect(empty["state"]?.string == "empty")
        #expect(empty["status"]?["message"]?.string == "You have no messages yet.")
        harness.receive(#"{"id":"a","at":1}"#)
        #expect(harness.view(Self.list)["state"]?.string == "items")
        harness.inbox(.fetch(key: nil))
        harness.answer("inbox", "", status: 500)
        let items = harness.view(Self.list)
        #expect(items["state"]?.string == "items")
        #expect(items["failure"]?["reason"]?.string == "status")
    }

    @Test func rowsSayWhatToDraw() throws {
        var harness = received(
            #"""
            {"id":"a","at":0,"says":{"title":"T","text":"x","image":"https://post.test/a.png"}},
            {"id":"b","at":1000000}
            """#)
        let view = harness.view(Self.list)
        #expect(view["title"]?.string == "AppInbox")
        let rows = try #require(view["rows"]?.array)
        #expect(rows[0]["time_text"]?.string == "in 0 seconds")
        #expect(rows[0]["image"] == .null)
        #expect(rows[1]["time_text"]?.string == "16 minutes ago")
        #expect(rows[1]["image"]?["data"]?.string == "data:image/png;base64,iQ==")
        #expect(rows[1]["title_lines"]?.integer == 1)
        #expect(rows[1]["text_lines"]?.integer == 2)
    }

    @Test func rowsAreShortAndTheMessageIsWhole() throws {
        let text = String(repeating: "\u{1F4EC}", count: 600)
        var harness = received(#"{"id":"a","at":0,"says":{"text":"\#(text)"}}"#)
        let row = try #require(harness.list()["messages"]?.array?.first?["text"]?.string)
        #expect(row.unicodeScalars.count == 501)
        #expect(harness.view(.detail(message: "a"))["text"]?.string == text)
    }

    @Test func aDetailHasAtMostSoManyActions() {
        var harness = received(
            #"""
            {"id":"a","at":0,"says":{"main":{"url":"https://m.test/","type":"browser"},"actions":[
            {"title":"App","type":"app"},{"title":"1","url":"post://1","type":"deep_link"},
            {"title":"none","type":"browser"},{"title":"2","url":"post://2","type":"deep_link"},
            {"title":"3","url":"post://3","type":"deep_link"}]}},
            {"id":"b","at":0,"says":{"main":{"type":"deep_link"}}}
            """#)
        let actions = harness.view(.detail(message: "a"))["actions"]?.array ?? []
        #expect(actions.map { $0["title"]?.string } == ["See more", "1", "2"])
        #expect(actions.map { $0["main"]?.bool } == [true, false, false])
        let other = harness.view(.detail(message: "b"))
        #expect(other["actions"] == .array([]))
        #expect(other["title"]?.string == "Message")
        #expect(other["image"]?["placeholder"]?.bool == true)
        #expect(other["image_inset"]?.double == 56)
    }

    @Test func aDocumentNeedsNoNetwork() {
        var harness = received(
            #"{"id":"a","at":0,"says":{"html":"img:https://post.test/i.png go:post://y bye:z"}}"#)
        let first = harness.view(.detail(message: "a"))
        #expect(first["html"]?.string == "data:, go:post://y bye:z")
        #expect(first["missing_images"] == ["https://post.test/i.png"])
        #expect(first["actions"]?.array?.compactMap { $0["url"]?.string } == ["post://y"])
        harness.answer("resource", .response(.init(status: 200, body: [0x89])))
        #expect(harness.update("inbox.message_ready")?["message_id"]?.string == "a")
        #expect(harness.update("inbox.message_ready")?["complete"]?.bool == true)
        let second = harness.view(.detail(message: "a"))
        #expect(second["html"]?.string == "data:image/png;base64,iQ== go:post://y bye:z")
        #expect(second["missing_images"] == .array([]))
    }

    @Test func aLostImageIsAskedForOnce() {
        var harness = received(
            #"{"id":"a","at":0,"says":{"html":"img:https://post.test/i.png"}}"#)
        _ = harness.view(.detail(message: "a"))
        harness.answer("resource", "", status: 404)
        #expect(harness.update("inbox.message_ready")?["complete"]?.bool == false)
        _ = harness.view(.detail(message: "a"))
        #expect(harness.open.allSatisfy { $0.purpose != "resource" })
    }

    @Test func aDocumentThatCannotBeDrawnSaysSo() {
        var harness = received(#"{"id":"a","at":0,"says":{"html":"bad"}}"#)
        let view = harness.view(.detail(message: "a"))
        #expect(view["failure"]?.string == "content_unusable")
        #expect(view["html"] == .null)
    }

    @Test func textsOfTheHostWin() {
        var adapter = PostcardAdapter()
        adapter.inboxStyle = InboxStyle(
            labels: ["inbox.button": "Post", "inbox.title": "Briefe"],
            relativeTime: [
                "language": "cs",
                "units": [
                    "hour": [
                        "past": [
                            "one": "před {n} hodinou", "few": "před {n} hodinami",
                            "other": "před {n} hodinami",
                        ]
                    ]
                ],
            ])
        var harness = EngineHarness.identified([adapter])
        #expect(harness.view(.button)["label"]?.string == "Post")
        let own = InboxViewSpecification(Self.list, labels: ["inbox.title": "Mine"])
        guard case .done(let reply) = harness.inbox(.view(own)) else { return }
        #expect(reply["view"]?["title"]?.string == "Mine")
        #expect(reply["view"]?["labels"]?["inbox.button"]?.string == "Post")
        harness.now.wall = 3_600_000
        harness.receive(#"{"id":"a","at":0}"#)
        #expect(
            harness.view(Self.list)["rows"]?.array?.first?["time_text"]?.string
                == "před 1 hodinou")
    }

    @Test func theHostMayExtendAView() {
        var harness = received(#"{"id":"a","at":0}"#)
        harness.perform(.hookSet(.inboxButton, isSet: true))
        guard case .done(let reply) = harness.inbox(.view(InboxViewSpecification(.button))),
            let token = reply["token"]?.integer
        else {
            Issue.record("the host was not asked")
            return
        }
        #expect(harness.questions.last?.question["view"]?["unread"]?.integer == 1)
        harness.perform(.answered(token: token, ["view": ["color": "red", "label": "Post"]]))
        guard case .done(let answer) = harness.inbox(.viewAnswer(token: token)) else { return }
        #expect(answer["view"]?["color"]?.string == "red")
        #expect(answer["view"]?["label"]?.string == "Post")
        #expect(answer["view"]?["unread"]?.integer == 1)
        guard case .refused(let error) = harness.inbox(.viewAnswer(token: token)) else {
            Issue.record("a view was taken twice")
            return
        }
        #expect(error.reason == "unknown_view")
    }
}
