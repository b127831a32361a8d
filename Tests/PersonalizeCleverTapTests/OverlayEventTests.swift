import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeCleverTap

@Suite struct OverlayEventTests {
    private let parent = Overlay(
        campaign: "1790000001", delivery: "1790000001_20261001", template: "Promo card",
        properties: [
            "wzrk_id": "1790000001_20261001", "wzrk_pivot": "B", "wzrk_cgId": 4,
            "wzrk_ttl": 1_790_600_000, "wzrk_other": ["a": 1],
        ], extras: ["tier": "gold"], expires: 1_790_600_000_000,
        payload: ["ti": 1_790_000_001, "type": "custom-code"])

    private func event(
        _ happening: OverlayHappening, _ overlay: Overlay? = nil
    ) throws -> EventDraft? {
        try adapter().event(for: happening, of: overlay ?? parent)
    }

    private func action(_ actions: JSONObject) throws -> TemplateAction {
        try #require(try adapter().readAction(["actions": .object(actions)]))
    }

    @Test func viewedSaysWhatTheInAppSays() throws {
        let event = try event(.presented)
        #expect(event?.type == "Notification Viewed")
        #expect(event?.properties == parent.properties)
    }

    @Test func clickedNamesTheArgument() throws {
        let event = try event(
            .clicked(argument: "map.actions.openUrl", action(["type": "close"])))
        var expected = parent.properties
        expected["wzrk_c2a"] = "map.actions.openUrl"
        #expect(event?.type == "Notification Clicked")
        #expect(event?.properties == expected)
    }

    @Test func clickedNamesTheFunction() throws {
        let action = try action(["type": "custom-code", "templateName": "Open settings"])
        let properties = try event(.clicked(argument: "go", action))?.properties
        #expect(properties?["wzrk_c2a"] == "Open settings")
        #expect(properties?["wzrk_dl"] == nil)
    }

    @Test func clickedNamesTheArgumentOfANamelessFunction() throws {
        let event = try event(.clicked(argument: "go", action(["type": "custom-code"])))
        #expect(event?.properties["wzrk_c2a"] == "go")
    }

    @Test func clickedSaysWhichLink() throws {
        let action = try action(["type": "url", "android": "https://example.com/a"])
        let properties = try event(.clicked(argument: "go", action))?.properties
        #expect(properties?["wzrk_dl"] == "https://example.com/a")
        let empty = try self.action(["type": "url", "android": ""])
        #expect(try event(.clicked(argument: "go", empty))?.properties["wzrk_dl"] == nil)
    }

    @Test func onlyLinksThatOpenAreSaid() throws {
        let action = try action(["type": "kv", "android": "https://a", "kv": ["a": "b"]])
        #expect(try event(.clicked(argument: "go", action))?.properties["wzrk_dl"] == nil)
    }

    @Test func aMissingDeliveryIsEmpty() throws {
        let overlay = Overlay(campaign: "7", template: "T")
        let event = try event(.clicked(argument: "go", action(["type": "close"])), overlay)
        #expect(event?.properties == ["wzrk_id": "", "wzrk_c2a": "go"])
    }

    @Test func goingAwayIsNoEvent() throws {
        #expect(try event(.dismissed) == nil)
    }

    @Test func theChildTakesOverWhatItMay() throws {
        let action = try action([
            "type": "custom-code", "templateName": "Open settings", "templateId": "t2",
            "vars": ["section": "offers"],
        ])
        let child = try adapter().overlay(for: action, of: parent)
        #expect(child.isAction)
        #expect(child.campaign == "1790000001")
        #expect(child.delivery == "1790000001_20261001")
        #expect(child.template == "Open settings")
        #expect(child.values == ["section": "offers"])
        #expect(child.expires == 1_790_600_000_000)
        #expect(child.caps.isExcluded)
        #expect(child.limits.isEmpty)
        #expect(child.extras == [:])
        #expect(
            child.properties == [
                "wzrk_id": "1790000001_20261001", "wzrk_ttl": 1_790_600_000, "wzrk_pivot": "B",
                "wzrk_cgId": 4,
            ])
        #expect(child.payload["isAction"] == true)
        #expect(child.payload["templateId"] == "t2")
    }

    @Test func aChildOfAPlainParentHasNoVariant() throws {
        let action = try action(["type": "custom-code", "templateName": "T"])
        let child = try adapter().overlay(
            for: action, of: Overlay(campaign: "7", delivery: "7_1", template: "P"))
        #expect(child.properties == [:])
        #expect(child.expires == nil)
    }

    // MARK: - The vendor's functions

    private func effect(
        _ name: String, _ overrides: JSONObject = [:], platform: String = "linux"
    ) throws -> SystemEffect? {
        let adapter = try adapter("{\"platform\": \"\(platform)\"}")
        let definition = try #require(adapter.systemFunctions.first { $0.name == name })
        #expect(!definition.isVisual)
        return adapter.effect(
            of: name,
            values: TemplateValues(
                definition, overrides: overrides, readAction: adapter.readAction))
    }

    @Test(arguments: [("linux", "l"), ("android", "l"), ("ios", "i")])
    func theLinkIsThePlatforms(platform: String, link: String) throws {
        let links: JSONObject = ["linux": "l", "Android": "a", "iOS": "i"]
        #expect(try effect("ctsystem_openurl", links, platform: platform) == .openURL(link))
    }

    @Test func otherPlatformsLinksFillIn() throws {
        #expect(try effect("ctsystem_openurl", ["iOS": "i"]) == .openURL("i"))
        #expect(try effect("ctsystem_openurl", ["Android": "a", "iOS": "i"]) == .openURL("a"))
    }

    @Test func aBlankLinkHasNoEffect() throws {
        #expect(try effect("ctsystem_openurl") == nil)
        #expect(try effect("ctsystem_openurl", ["linux": "  \n"]) == nil)
    }

    @Test func theOthersAskTheCustomer() throws {
        #expect(try effect("ctsystem_apprating") == .askRating)
        #expect(
            try effect("ctsystem_pushpermission") == .askPermission(opensSettings: false))
        #expect(
            try effect("ctsystem_pushpermission", ["fbSettings": 1])
                == .askPermission(opensSettings: true))
    }

    @Test func theirNamesAreReserved() throws {
        #expect(
            try adapter().reservedTemplates == [
                "ctsystem_pushpermission", "ctsystem_openurl", "ctsystem_apprating",
            ])
    }

    @Test(arguments: [
        ("en_US", 0), ("de_DE", 1), ("ar-EG", 6), ("", 0), ("xx", 1), ("zh_Hans_CN", 0),
    ])
    func theWeekBeginsWithTheLocale(locale: String, day: Int64) throws {
        #expect(try adapter("{\"locale\": \"\(locale)\"}").overlayPolicy.weekStart == day)
        #expect(
            try adapter("{\"locale\": \"\(locale)\", \"week_start\": 3}").overlayPolicy.weekStart
                == 3)
    }
}
