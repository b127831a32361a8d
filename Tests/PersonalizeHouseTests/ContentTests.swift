import PersonalizeCore
import PersonalizeHouse
import PersonalizeJSON
import Testing

@Suite struct ContentTests {
    private let campaign = Campaign(id: "a", name: "A", placements: ["h"])

    private func prepared(_ body: String?) throws -> any PreparedContent {
        try house().prepare(body.map { Array($0.utf8) }, of: campaign, makeID: { "id" })
    }

    @Test func cleansHTML() throws {
        let content = try prepared(
            #"{"html": "<p onclick=\"x()\">Hi</p><a href=\"https://x.test/\">Go</a>"}"#)
        #expect(!content.isEmpty)
        #expect(content.actions.map(\.url) == ["https://x.test/"])
        let html = try #require(content.rendered(resources: [:])["html"]?.string)
        #expect(html.contains("Hi") && !html.contains("onclick"))
    }

    @Test func nothingIsAControlVariant() throws {
        #expect(try prepared(nil).isEmpty)
        #expect(try prepared(#"{"html": " "}"#).isEmpty)
    }

    @Test func givesValuesAsTheyAre() throws {
        let content = try prepared(
            #"""
            {"data": {"n": 1.50}, "images": ["https://i", "https://i"],
             "actions": [{"name": "Go", "url": "shop://x", "type": "deep_link"}]}
            """#)
        #expect(content.resources.map(\.url) == ["https://i"])
        #expect(
            JSONValue.object(content.rendered(resources: ["https://i": "data:1"])).encoded()
                == #"{"type":"data","values":{"n":1.50},"resources":{"https://i":"data:1"}}"#)
        #expect(content.action(matching: "shop://x")?.name == "Go")
        #expect(content.action(matching: "shop://y") == nil)
        #expect(!content.isIncidental("about:blank"))
    }

    @Test(arguments: [#"{"html": "<img src=\"a.png\">"}"#, "no json"])
    func refuses(body: String) {
        #expect(throws: ContentFailure.self) { try prepared(body) }
    }

    @Test func tellsWhatHappened() throws {
        let adapter = try house()
        let presentation = Presentation(
            vendor: "house", placement: "h",
            campaign: Campaign(id: "a", name: "A", placements: ["h"], attributes: ["k": "v"]),
            personalization: nil, identity: Identity(anonymousID: "x"))
        let action = Action(name: "Go", url: "shop://x", kind: .deepLink)
        let events: [(Happening, String)] = [
            (.shown, "shown"), (.clicked(action), "clicked"), (.closed, "closed"),
            (.failed(message: "m"), "failed"),
        ]
        for (happening, type) in events {
            let event = try #require(adapter.event(for: happening, of: presentation))
            #expect(event.type == type)
            #expect(event.properties["campaign"] == "a")
            #expect(event.properties["k"] == "v")
        }
        let content = MessageContent(title: "T", attributes: ["k": "v"])
        #expect(adapter.event(for: .opened, of: content)?.type == "message_opened")
        let click = MessageHappening.clicked(.init(title: "Go", url: "u", kind: .browser))
        #expect(adapter.event(for: click, of: content)?.properties["url"] == "u")
    }
}
