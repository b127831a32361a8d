import Personalize
import Testing

/// An engine with inline campaigns and a clock of the test's.
private func personalization(_ campaigns: [JSONValue]) throws -> WEPersonalization {
    let engine = try PersonalizeEngine(configuration: [
        "version": 1, "transport": "scripted", "clock": ["manual": ["wall_ms": 1_750_000_000_000]],
        "seed": 1,
        "vendors": [["id": "inline", "kind": "webengage", "license_code": "lic"]],
    ])
    try engine.script([
        ["match": ["purpose": "event"], "answer": ["status": 201, "body": [:]]],
        ["match": ["purpose": "customer"], "answer": ["status": 201, "body": [:]]],
    ])
    let payload: JSONValue = [
        "schema": 1,
        "properties": [
            ["propertyId": "p1", "targetViewId": "top"],
            ["propertyId": "p2", "targetViewId": "1002"],
        ],
        "campaigns": .array(campaigns),
    ]
    try engine.ingest(payload.encoded(), kind: "definitions", vendor: "inline")
    return WEPersonalization(engine, vendor: "inline")
}

private func campaign(_ id: String, _ target: String, _ content: JSONValue) -> JSONValue {
    [
        "campaignId": .string(id), "targetViewId": .string(target),
        "variations": [["variationId": "v", "content": content]],
    ]
}

private let custom: JSONValue = ["layoutType": "custom", "customData": ["coupon": "SAVE20"]]
private let text: JSONValue = [
    "layoutType": "text",
    "children": [
        ["layoutType": "Button", "properties": ["deepLink": "shop://basket", "actionId": "cta"]]
    ],
]

/// Processes, and hands updates over; the vendor's events and the URLs wanted.
@discardableResult
private func run(_ personalization: WEPersonalization) throws -> [Update] {
    var updates: [Update] = []
    try personalization.engine.process()
    while let update = try personalization.engine.nextUpdate() {
        updates.append(update)
        personalization.receive(update)
    }
    return updates
}

private func events(_ updates: [Update]) -> [String] {
    updates.filter { $0.name == "event.tracked" }.compactMap { $0["event"]?.string }
}

/// Notes what it is told.
private final class Listener: WEPlaceholderCallback, WECampaignCallback, @unchecked Sendable {
    var calls: [String] = []
    var data: WECampaignData?
    var exception: WEException?
    var change: ((WECampaignData) -> WECampaignData?)?
    var isHandling = false

    func onDataReceived(_ data: WECampaignData) {
        self.data = data
        calls.append("received \(data.campaignId)")
    }
    func onRendered(data: WECampaignData) { calls.append("rendered \(data.campaignId)") }
    func onPlaceholderException(
        _ campaignId: String?, _ targetViewId: String, _ exception: any Error
    ) {
        self.exception = exception as? WEException
        calls.append("failed \(campaignId ?? "") \(targetViewId)")
    }
    func onCampaignPrepared(_ data: WECampaignData) -> WECampaignData? {
        calls.append("prepared \(data.campaignId)")
        return change.map { $0(data) } ?? data
    }
    func onCampaignShown(data: WECampaignData) { calls.append("shown \(data.campaignId)") }
    func onCampaignClicked(
        actionId: String, deepLink: String, data: WECampaignData
    ) -> Bool {
        calls.append("clicked \(actionId) \(deepLink)")
        return isHandling
    }
    func onCampaignException(
        _ campaignId: String?, _ targetViewId: String, _ exception: any Error
    ) {
        calls.append("exception \(campaignId ?? "") \(targetViewId)")
    }
}

@Suite struct InlineContentTests {
    @Test func aScreenAsTheGuideHasIt() throws {
        let personalization = try personalization([campaign("c", "top", text)])
        let listener = Listener()
        let view = WEInlineView(personalization)
        view.WEGExpHeight = 180
        try personalization.initialise()
        try personalization.analytics.navigatingToScreen(withName: "home")
        try personalization.registerWECampaignCallback(listener)
        try personalization.registerWECampaignCallback(listener)
        try view.load(tag: "top", callbacks: listener)
        try run(personalization)
        #expect(listener.calls == ["prepared c", "received c", "rendered c", "shown c"])
        #expect(try view.content()?["content"]?["type"] == "text")
        #expect(try view.placement?.state()["options"]?["expected_height"]?.double == 180)

        listener.calls = []
        try view.click(.button)
        #expect(try run(personalization).contains { $0.name == "url.open_wanted" })
        listener.isHandling = true
        try view.click(.button)
        #expect(try !run(personalization).contains { $0.name == "url.open_wanted" })
        #expect(listener.calls == ["clicked cta shop://basket", "clicked cta shop://basket"])
    }

    @Test func customContentIsTrackedByItsData() throws {
        let personalization = try personalization([campaign("c", "1002", custom)])
        let listener = Listener()
        try personalization.initialise()
        try personalization.analytics.navigatingToScreen(withName: "home")
        try personalization.registerWEPlaceholderCallback(1002, listener)
        try run(personalization)
        let data = try #require(listener.data)
        #expect(data.content.customData["coupon"] == "SAVE20")
        #expect(data.targetViewId == "1002")
        try data.trackImpression(attributes: nil)
        try data.trackClick(attributes: ["a": 1])
        try data.trackClick(actionDetails: ("cta", nil), attributes: nil)
        let updates = try run(personalization)
        #expect(
            events(updates) == [
                "app_personalization_view", "app_personalization_click",
                "app_personalization_click",
            ])
        #expect(
            updates.compactMap { $0["system"]?["call_to_action"]?.string } == ["cta"])
        try personalization.analytics.navigatingToScreen(withName: "other")
        try data.trackImpression(attributes: nil)
        #expect(data.toJSONString().contains("SAVE20"))
    }

    @Test func severalCallbacksMayChangeAndStop() throws {
        let personalization = try personalization([campaign("c", "top", text)])
        let (first, second, placeholder) = (Listener(), Listener(), Listener())
        first.change = { data in
            data.content.customData = ["n": 1]
            return data
        }
        second.change = { data in
            #expect(data.content.customData["n"] == 1)
            data.stopRendering()
            return nil
        }
        try personalization.initialise()
        try personalization.registerWECampaignCallback(first)
        try personalization.registerWECampaignCallback(second)
        try personalization.registerWEPlaceholderCallback("top", placeholder)
        try personalization.analytics.navigatingToScreen(withName: "home")
        try run(personalization)
        #expect(placeholder.calls == ["received c"])
        #expect(placeholder.data?.shouldRender == false)
        #expect(placeholder.data?.content.customData == ["n": 1])

        personalization.unregisterWECampaignCallback(second)
        first.change = nil
        let view = WEInlineView(personalization)
        try view.load(tag: "top")
        try personalization.analytics.navigatingToScreen(withName: "home")
        try run(personalization)
        #expect(second.calls == ["prepared c"])
        #expect(first.calls == ["prepared c", "prepared c", "shown c"])
    }

    @Test func exceptionsHaveTheVendorsKeys() throws {
        let personalization = try personalization([campaign("c", "top", text)])
        let listener = Listener()
        try personalization.initialise()
        try personalization.registerWECampaignCallback(listener)
        try personalization.registerWEPlaceholderCallback("top", listener)
        try personalization.analytics.navigatingToScreen(withName: "home")
        try run(personalization)
        #expect(
            listener.calls == ["prepared c", "received c", "exception c top", "failed c top"])
        #expect(listener.exception?.key == .missingTargetView)
    }

    @Test func aReusedViewLetsGoOfItsFormerTag() throws {
        let personalization = try personalization([
            campaign("a", "top", text), campaign("b", "1002", text),
        ])
        let (cell, other) = (Listener(), Listener())
        let view = WEInlineView(personalization)
        try personalization.initialise()
        try view.load(tag: "top", callbacks: cell)
        try personalization.analytics.navigatingToScreen(withName: "home")
        try run(personalization)
        let placement = view.placement?.id
        try view.load(tag: "top", callbacks: cell)
        #expect(view.placement?.id == placement)
        try view.load(tag: 1002, callbacks: other)
        try run(personalization)
        #expect(view.placement?.id != placement)
        #expect(cell.calls == ["received a", "rendered a"])
        #expect(other.calls == ["received b", "rendered b"])
    }

    @Test func aPlaceholderMayBeTakenBackAndReplaced() throws {
        let personalization = try personalization([campaign("c", "top", custom)])
        let (former, latter) = (Listener(), Listener())
        try personalization.initialise()
        try personalization.registerWEPlaceholderCallback("top", former)
        try personalization.registerWEPlaceholderCallback("top", latter)
        try personalization.analytics.navigatingToScreen(withName: "home", data: ["a": 1])
        try run(personalization)
        #expect(former.calls.isEmpty)
        #expect(latter.calls == ["received c"])
        personalization.unregisterWEPlaceholderCallback("top")
        personalization.unregisterWEPlaceholderCallback("unknown")
        try personalization.analytics.navigatingToScreen(withName: "home")
        try run(personalization)
        #expect(latter.calls == ["received c"])
    }

    @Test func loginAndLogoutNameTheUser() throws {
        let personalization = try personalization([])
        try personalization.initialise()
        try personalization.user.login("alice")
        try personalization.analytics.trackEvent(withName: "e", andValue: ["n": 1])
        try personalization.analytics.updateCurrentScreenData(["a": 1])
        #expect(events(try run(personalization)) == ["identify", "e"])
        try personalization.user.logout()
        #expect(
            try run(personalization).contains {
                $0.name == "customer.changed" && $0["ids"]?.object?.isEmpty == true
            })
    }
}
