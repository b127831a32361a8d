import Personalize
import Testing

/// An engine whose script serves these messages to a customer it knows.
private func engine(_ messages: JSONValue) throws -> PersonalizeEngine {
    let engine = try PersonalizeEngine(configuration: [
        "version": 1, "transport": "scripted", "clock": ["manual": ["wall_ms": 1_767_225_600_000]],
        "seed": 1,
        "vendors": [
            [
                "id": "shop", "kind": "exponea", "project_token": "p", "authorization": "Token k",
                "automatic_session_tracking": false,
            ]
        ],
    ])
    let fetched: JSONValue = ["success": true, "sync_token": "t1", "messages": messages]
    let done: JSONValue = ["body": ["success": true]]
    try engine.script([
        ["match": ["purpose": "inbox"], "answer": ["body": fetched]],
        ["match": ["purpose": "inbox_read"], "answer": done],
        ["match": ["purpose": "event"], "answer": done],
        ["match": ["purpose": "customer"], "answer": done],
    ])
    try engine.start()
    try engine.identify(["registered": "ada"])
    try engine.process()
    return engine
}

private let parcel: JSONValue = [
    "id": "m", "type": "push", "create_time": 1_767_218_400,
    "content": [
        "title": "Your order shipped", "message": "Tap", "action": "deeplink",
        "url": "shop://orders/42",
        "actions": [["action": "browser", "url": "https://shop.test/42", "title": "Track"]],
        "attributes": ["campaign_id": "c-77"], "has_tracking_consent": false,
        "consent_category_tracking": "inbox",
    ],
]

/// What the updates that wait say about the App Inbox.
private func appInboxUpdates(_ engine: PersonalizeEngine) throws -> [AppInboxUpdate] {
    try engine.process()
    var updates: [AppInboxUpdate] = []
    while let update = try engine.nextUpdate() {
        if let update = AppInboxUpdate(update) { updates.append(update) }
    }
    return updates
}

private func campaigns(_ engine: PersonalizeEngine) throws -> [JSONValue] {
    try engine.process()
    return try engine.scriptSent().array?.compactMap { request in
        request["body"]?["event_type"]?.string == "campaign"
            ? request["body"]?["properties"] : nil
    } ?? []
}

@Suite struct AppInboxTests {
    @Test func theGuidesCallsWork() throws {
        let engine = try engine([parcel])
        try engine.fetchAppInbox(key: "mine")
        #expect(try appInboxUpdates(engine) == [.fetched(key: "mine", unread: 1)])
        let messages = try engine.appInboxMessages()
        let message = try #require(messages.first)
        #expect(messages.count == 1)
        #expect(message.id == "m")
        #expect(message.type == "push")
        #expect(!message.read)
        #expect(message.receivedTime == 1_767_218_400_000)
        let content = try #require(message.content)
        #expect(content.title == "Your order shipped")
        #expect(content.message == "Tap")
        #expect(content.imageUrl == nil)
        #expect(content.html == nil)
        #expect(content.action == MessageItemAction(type: .deepLink, url: "shop://orders/42"))
        #expect(
            content.actions == [
                MessageItemAction(type: .browser, title: "Track", url: "https://shop.test/42")
            ])
        #expect(content.trackingData == ["campaign_id": "c-77"])
        #expect(!content.hasTrackingConsent)
        #expect(content.consentCategoryTracking == "inbox")
        #expect(try engine.fetchAppInboxItem("m") == message)
        try engine.markAppInboxAsRead("m", key: "r")
        #expect(
            try appInboxUpdates(engine) == [.marked(key: "r", messageId: "m", true)])
        #expect(try engine.appInboxMessages().first?.read == true)
    }

    @Test func trackingIsAskedForOrInsistedOn() throws {
        let engine = try engine([parcel])
        try engine.fetchAppInbox()
        try engine.process()
        let message = try #require(try engine.appInboxMessages().first)
        let action = try #require(message.content?.actions.first)
        try engine.trackAppInboxOpened(message)
        try engine.trackAppInboxClick(action, message)
        #expect(try campaigns(engine).isEmpty)
        try engine.trackAppInboxOpenedWithoutTrackingConsent(message)
        try engine.trackAppInboxClickWithoutTrackingConsent(action, message)
        let properties = try campaigns(engine)
        #expect(properties.map { $0["status"]?.string } == ["opened", "clicked"])
        #expect(properties.last?["cta"]?.string == "Track")
    }

    @Test func aMessageThatIsNotHereIsAnsweredLater() throws {
        let engine = try engine([parcel])
        #expect(try engine.fetchAppInboxItem("m", key: "i") == nil)
        let updates = try appInboxUpdates(engine)
        guard case .item(key: "i", let item?) = updates.first else {
            Issue.record("there was no item")
            return
        }
        #expect(item.id == "m")
        #expect(try engine.fetchAppInboxItem("z", key: "z") == nil)
        #expect(try appInboxUpdates(engine) == [.item(key: "z", nil)])
    }

    @Test func viewsHaveWhatToDraw() throws {
        let engine = try engine([parcel])
        #expect(try engine.getAppInboxListView()["state"]?.string == "loading")
        try engine.process()
        #expect(try engine.getAppInboxButton()["unread"]?.integer == 1)
        let list = try engine.getAppInboxListView(fetches: false)
        #expect(list["rows"]?.array?.first?["time_text"]?.string == "2 hours ago")
        #expect(
            try engine.getAppInboxDetailView("m")["actions"]?.array?.compactMap {
                $0["title"]?.string
            } == ["See more", "Track"])
        try engine.setHook(.inboxButton) { question in
            ["view": ["color": "gold", "was": question["view"]?["label"] ?? .null]]
        }
        let button = try engine.getAppInboxButton()
        #expect(button["color"]?.string == "gold")
        #expect(button["was"]?.string == "Inbox")
    }

    @Test func aHookThatDrawsAgainIsNotEntered() throws {
        let engine = try engine([parcel])
        try engine.setHook(.inboxButton) { [weak engine] _ in
            let inner = try? engine?.getAppInboxButton()
            return ["view": ["inner": .object(inner ?? [:])]]
        }
        for _ in 0..<2 {
            let button = try engine.getAppInboxButton()
            #expect(button["inner"]?["label"]?.string == "Inbox")
            #expect(button["inner"]?["inner"] == nil)
        }
    }

    @Test func failuresAreTold() throws {
        let engine = try engine(5)
        try engine.fetchAppInbox(key: "k")
        guard case .failed(key: "k", reason: "malformed", _) = try appInboxUpdates(engine).first
        else {
            Issue.record("it was taken for an answer")
            return
        }
        #expect(throws: PersonalizeError.self) { try engine.getAppInboxDetailView("m") }
        #expect(try engine.appInboxMessages().isEmpty)
        #expect(MessageItem(["id": "m"]) == nil)
    }

    @Test func clicksDoWhatTheViewsDo() throws {
        let engine = try engine([parcel])
        try engine.fetchInbox()
        try engine.process()
        try engine.clickInboxItem("m", key: "c")
        try engine.clickInboxAction("shop://orders/42", of: "m")
        try engine.process()
        var names: [String] = []
        while let update = try engine.nextUpdate() { names.append(update.name) }
        #expect(names.contains("inbox.detail_wanted"))
        #expect(names.contains("url.open_wanted"))
        #expect(names.contains("inbox.read"))
    }
}
