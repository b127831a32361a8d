import Personalize
import Testing

/// An engine with blocks for `home` and a clock of the test's.
private func engine(_ blocks: [JSONValue]) throws -> PersonalizeEngine {
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
    try engine.script([
        [
            "match": ["purpose": "definitions"],
            "answer": ["body": ["success": true, "in_app_content_blocks": .array(blocks)]],
        ],
        ["match": ["purpose": "event"], "answer": ["body": ["success": true]]],
    ])
    return engine
}

private func block(_ id: String, _ members: JSONObject = [:]) -> JSONValue {
    var object: JSONObject = [
        "id": .string(id), "name": .string("Block \(id)"), "placeholders": ["home"],
        "content_type": "html", "content": ["html": "<a data-link='shop://sale'>Sale</a>"],
    ]
    object.merge(members)
    return .object(object)
}

/// Processes, and hands updates to the manager; their names and the vendor's
/// actions.
private func run(
    _ manager: InAppContentBlocksManager
) throws -> (names: [String], tracked: [String]) {
    var names: [String] = []
    var tracked: [String] = []
    try manager.engine.process()
    while let update = try manager.engine.nextUpdate() {
        names.append(update.name)
        if update.name == "event.tracked" {
            tracked.append(update["properties"]?["action"]?.string ?? "")
        }
        manager.receive(update)
    }
    return (names, tracked)
}

/// Notes what it is told, and passes on what it is to.
private final class Callback: InAppContentBlockCallbackType, @unchecked Sendable {
    let original: any InAppContentBlockCallbackType
    var isPassedOn = true
    var calls: [String] = []

    init(_ original: any InAppContentBlockCallbackType) { self.original = original }

    func onMessageShown(placeholderId: String, contentBlock: InAppContentBlockResponse) {
        calls.append("shown \(placeholderId) \(contentBlock.name)")
        guard isPassedOn else { return }
        original.onMessageShown(placeholderId: placeholderId, contentBlock: contentBlock)
    }

    func onNoMessageFound(placeholderId: String) { calls.append("none \(placeholderId)") }

    func onError(
        placeholderId: String, contentBlock: InAppContentBlockResponse?, errorMessage: String
    ) { calls.append("error \(errorMessage)") }

    func onCloseClicked(placeholderId: String, contentBlock: InAppContentBlockResponse) {
        calls.append("close")
        original.onCloseClicked(placeholderId: placeholderId, contentBlock: contentBlock)
    }

    func onActionClicked(
        placeholderId: String, contentBlock: InAppContentBlockResponse,
        action: InAppContentBlockAction
    ) {
        calls.append("click \(action.url)")
        guard isPassedOn else { return }
        original.onActionClicked(
            placeholderId: placeholderId, contentBlock: contentBlock, action: action)
    }
}

private final class Backwards: CarouselInAppContentBlockView, @unchecked Sendable {
    override func filterContentBlocks(
        placeholder: String, data: [InAppContentBlockResponse],
        expired: [InAppContentBlockResponse]
    ) -> [InAppContentBlockResponse] {
        super.filterContentBlocks(placeholder: placeholder, data: data, expired: expired)
            .filter { $0.id != "b" }
    }

    override func sortContentBlocks(
        data: [InAppContentBlockResponse]
    ) -> [InAppContentBlockResponse] { super.sortContentBlocks(data: data).reversed() }
}

@Suite struct ContentBlocksTests {
    @Test func aStaticViewDoesTheDefaultByItself() throws {
        let manager = try InAppContentBlocksManager(engine([block("a")]))
        let view = try StaticInAppContentBlockView(placeholder: "home", manager: manager)
        var readiness: [Bool] = []
        view.contentReadyCompletion = { readiness.append($0) }
        try manager.engine.start()
        #expect(try run(manager).tracked == ["show"])
        #expect(readiness == [true])
        #expect(try view.content()?["has_content"] == true)
        try view.invokeActionClick(actionUrl: "shop://sale")
        let clicked = try run(manager)
        #expect(clicked.tracked.first == "click")
        #expect(clicked.names.contains("url.open_wanted"))
    }

    @Test func aCallbackThatPassesOnKeepsTheDefault() throws {
        let manager = try InAppContentBlocksManager(
            engine([block("a", ["frequency": "until_visitor_interacts"])]))
        let view = try StaticInAppContentBlockView(
            placeholder: "home", deferredLoad: true, manager: manager)
        let callback = Callback(view.behaviourCallback)
        view.behaviourCallback = callback
        try manager.engine.start()
        try view.reload()
        #expect(try run(manager).tracked == ["show"])
        try view.placement.click("shop://sale")
        let clicked = try run(manager)
        #expect(clicked.tracked == ["click"])
        #expect(clicked.names.contains("url.open_wanted"))
        #expect(callback.calls == ["shown home Block a", "click shop://sale", "none home"])
    }

    @Test func aCallbackThatDoesNotPassOnReplacesIt() throws {
        let manager = try InAppContentBlocksManager(engine([block("a")]))
        let view = try StaticInAppContentBlockView(
            placeholder: "home", deferredLoad: true, manager: manager)
        let callback = Callback(view.behaviourCallback)
        callback.isPassedOn = false
        view.behaviourCallback = callback
        try manager.engine.start()
        try view.reload()
        try view.placement.click("shop://sale")
        try view.placement.click("shop://typo")
        let happened = try run(manager)
        #expect(happened.tracked.isEmpty)
        #expect(!happened.names.contains("url.open_wanted"))
        #expect(callback.calls.contains("error Invalid action definition"))
        view.behaviourCallback = callback.original
        try view.placement.click("shop://sale")
        #expect(try run(manager).tracked.first == "click")
    }

    @Test func trackingByHandIsTheVendorsEvent() throws {
        let manager = try InAppContentBlocksManager(engine([block("a")]))
        let view = try StaticInAppContentBlockView(placeholder: "home", manager: manager)
        try manager.engine.start()
        _ = try run(manager)
        let campaign = try #require(try view.placement.state()["campaign"]?.object)
        let message = try #require(InAppContentBlockResponse(campaign))
        let action = InAppContentBlockAction(name: "Mine", url: "shop://mine", type: .deeplink)
        try manager.trackInAppContentBlockShown(placeholderId: "home", message: message)
        try manager.trackInAppContentBlockClick(
            placeholderId: "home", action: action, message: message)
        try manager.trackInAppContentBlockClose(placeholderId: "home", message: message)
        try manager.trackInAppContentBlockErrorWithoutTrackingConsent(
            placeholderId: "home", message: message, errorMessage: "m")
        #expect(try run(manager).tracked == ["show", "click", "close", "error"])
        #expect(throws: PersonalizeError.self) {
            try manager.trackInAppContentBlockShown(placeholderId: "cellar", message: message)
        }
    }

    @Test func aCarouselTurnsAndTells() throws {
        let manager = try InAppContentBlocksManager(engine([block("a"), block("b")]))
        let carousel = try CarouselInAppContentBlockView(
            placeholder: "home", scrollDelay: 1.5, manager: manager)
        var shown: [Int] = []
        var counts: [Int] = []
        carousel.onMessageShown = { shown.append($0.index) }
        carousel.onMessageChanged = { counts.append($0.messages.count) }
        try manager.engine.start()
        #expect(try carousel.getShownIndex() == -1)
        try carousel.reload()
        _ = try run(manager)
        #expect(try carousel.getShownContentBlock()?.name == "Block a")
        #expect(try carousel.getShownCount() == 2)
        try manager.engine.advance(milliseconds: 1_500)
        _ = try run(manager)
        #expect(shown == [0, 1])
        #expect(counts == [2])
        try carousel.release()
        try carousel.release()
        #expect(try carousel.getShownIndex() == -1)
        try carousel.continueWithTimer()
        #expect(try manager.engine.timeout == nil)
    }

    @Test func aCarouselCanBeFilteredAndSorted() throws {
        let manager = try InAppContentBlocksManager(
            engine([block("a"), block("b"), block("c")]))
        let carousel = try Backwards(placeholder: "home", manager: manager)
        try manager.engine.start()
        try carousel.reload()
        _ = try run(manager)
        #expect(try carousel.placement.state()["campaigns"] == ["c", "a"])
    }

    @Test func theFlagsOfACarouselAreReadAtUse() throws {
        let manager = try InAppContentBlocksManager(engine([block("a")]))
        let carousel = try CarouselInAppContentBlockView(placeholder: "home", manager: manager)
        try manager.engine.start()
        try carousel.reload()
        _ = try run(manager)
        carousel.contentBlockCarouselCallback.trackActions = false
        carousel.contentBlockCarouselCallback.overrideDefaultBehavior = true
        try carousel.invokeActionClick(actionUrl: "shop://sale")
        let quiet = try run(manager)
        #expect(quiet.tracked.isEmpty)
        #expect(!quiet.names.contains("url.open_wanted"))
        carousel.contentBlockCarouselCallback.trackActions = true
        try carousel.invokeActionClick(actionUrl: "shop://sale")
        #expect(try run(manager).tracked == ["click"])
    }

    @Test func aRowIsDrawnWhenItIsReady() throws {
        let manager = try InAppContentBlocksManager(engine([block("a")]))
        let rows = Rows()
        manager.refreshCallback = { rows.note($0) }
        try manager.engine.start()
        let before = try manager.prepareInAppContentBlockView(
            placeholderId: "home", indexPath: "0-5")
        #expect(before == nil)
        _ = try run(manager)
        #expect(rows.noted == ["0-5"])
        let content = try manager.prepareInAppContentBlockView(
            placeholderId: "home", indexPath: "0-5")
        #expect(content?["campaign"]?["id"] == "a")
        try manager.cell("home", "0-5").reportSize(height: 97)
        let used = try manager.getUsedInAppContentBlocks(placeholder: "home", indexPath: "0-5")
        #expect(used?.messageId == "a")
        #expect(used?.height == 97)
        #expect(try run(manager).tracked == ["show"])
    }
}

private final class Rows: @unchecked Sendable {
    private(set) var noted: [String] = []

    func note(_ row: String) { noted.append(row) }
}
