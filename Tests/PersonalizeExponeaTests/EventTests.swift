import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

/// 8.1, 8.2: the events of content blocks, byte for byte.
@Suite struct EventTests {
    static let device =
        #""os":"Linux","platform":"linux","os_name":"Linux","os_version":"6.8","#
        + #""sdk":"libpersonalize","sdk_version":"1.0.0","device_model":"generic","#
        + #""device_type":"desktop","app_version":"2.4""#

    static func block(_ action: String, interaction: Bool, type: String = "html") -> String {
        #""action":"\#(action)","banner_id":"66f0a1c2d3e4f50001aa0001","#
            + #""banner_name":"Home hero – autumn","banner_type":"\#(type)","#
            + #""placeholder":"home_top","type":"in-app content block","interaction":\#(interaction)"#
    }

    static let variant =
        #""variant_id":1,"variant_name":"Variant B","consent_category_tracking":"mobile_banners""#

    let shown = presentation(
        attributes: ["consent_category_tracking": "mobile_banners"],
        personalization: Personalization(
            received: 0, lifetime: 0, format: .html, hasContent: true,
            attributes: ["variant_id": 1, "variant_name": "Variant B"]))

    func properties(_ happening: Happening, _ presentation: Presentation) throws -> String {
        let event = try #require(try adapter().event(for: happening, of: presentation))
        #expect(event.type == "banner")
        return JSONValue.object(event.properties).encoded()
    }

    @Test func tracksShow() throws {
        #expect(
            try properties(.shown, shown)
                == "{\(Self.block("show", interaction: false)),\(Self.variant),\(Self.device)}")
    }

    @Test func tracksClick() throws {
        let click = Action(name: "Sale", url: "https://shop.example.test/sale", kind: .browser)
        #expect(
            try properties(.clicked(click), shown)
                == "{\(Self.block("click", interaction: true)),\(Self.variant),"
                + #""text":"Sale","link":"https://shop.example.test/sale",\#(Self.device)}"#)
    }

    @Test func leavesOutATextThatIsMissing() throws {
        let click = Action(name: nil, url: "shop://sale", kind: .deepLink)
        #expect(
            try properties(.clicked(click), shown)
                == "{\(Self.block("click", interaction: true)),\(Self.variant),"
                + #""link":"shop://sale",\#(Self.device)}"#)
    }

    /// Without text and link.
    @Test func tracksClose() throws {
        #expect(
            try properties(.closed, shown)
                == "{\(Self.block("close", interaction: true)),\(Self.variant),\(Self.device)}")
    }

    @Test func tracksErrorAsNoInteraction() throws {
        #expect(
            try properties(.failed(message: "Invalid HTML or empty"), shown)
                == "{\(Self.block("error", interaction: false)),\(Self.variant),"
                + #""error":"Invalid HTML or empty",\#(Self.device)}"#)
    }

    @Test func leavesOutWhatABlockDoesNotHave() throws {
        #expect(
            try properties(.shown, presentation(format: .html))
                == "{\(Self.block("show", interaction: false)),\(Self.device)}")
    }

    /// 2: the personalised type first.
    @Test(arguments: [
        (Campaign.Format.native, Campaign.Format.html, "html"), (.html, .native, "native"),
        (.html, nil, "html"), (nil, nil, "not_defined"), (nil, .unknown("video"), "unknown"),
    ])
    func namesTheType(
        definition: Campaign.Format?, decided: Campaign.Format?, word: String
    ) throws {
        let personalization = Personalization(
            received: 0, lifetime: 0, format: decided, hasContent: false)
        #expect(
            try properties(
                .shown, presentation(format: definition, personalization: personalization))
                == "{\(Self.block("show", interaction: false, type: word)),\(Self.device)}")
    }

    /// 8.3.
    @Test(arguments: [
        ("https://h/?xnpe_force_track=true", true), ("https://h/?a=1&xnpe_force_track=1", true),
        ("https://h/?xnpe_force_track=TRUE", true), ("https://h/?xnpe_force_track", true),
        ("https://h/?xnpe_force_track=", true), ("https://h/?xnpe_force_track=false", false),
        ("https://h/?xnpe_force_track=0", false), ("https://h/?xnpe_force_track=yes", false),
        ("https://h/?a=xnpe_force_track", false), ("https://h/", false),
        ("shop://sale?xnpe_force_track=true", true),
    ])
    func forcesTrackingOfLinksThatSaySo(url: String, isForced: Bool) throws {
        let event = try #require(
            try adapter().event(
                for: .clicked(Action(name: nil, url: url, kind: .browser)), of: shown))
        #expect(event.isForced == isForced)
        #expect(event.properties["tracking_forced"] == (isForced ? true : nil))
        let close = try #require(try adapter().event(for: .closed, of: shown))
        #expect(!close.isForced)
    }

    /// 1.9: device < default < event.
    @Test func letsDefaultsWinOverTheDeviceOnly() throws {
        let adapter = try adapter(
            """
            {"default_properties": {"os_name": "Kiosk OS", "platform": "web", "action": "x",
             "store": 7}}
            """)
        let event = try #require(adapter.event(for: .shown, of: shown))
        #expect(event.properties["os_name"] == "Kiosk OS")
        #expect(event.properties["platform"] == "linux")
        #expect(event.properties["action"] == "show")
        let body = adapter.encode(event, identity: ada, deviceID: "d", at: now).body
        #expect(
            body.hasSuffix(
                #""app_version":"2.4","application_id":"default-application","device_id":"d","store":7}}"#
            ))
    }

    @Test func describesSessions() throws {
        let device =
            #""platform":"linux","os_name":"Linux","os_version":"6.8","sdk":"libpersonalize","#
            + #""sdk_version":"1.0.0","device_model":"generic","device_type":"desktop","#
            + #""app_version":"2.4""#
        let adapter = try adapter()
        let start = try #require(adapter.sessionEvent(started: true, duration: nil))
        #expect(start.type == "session_start")
        #expect(JSONValue.object(start.properties).encoded() == "{\(device)}")
        let end = try #require(adapter.sessionEvent(started: false, duration: 61_500))
        #expect(end.type == "session_end")
        #expect(JSONValue.object(end.properties).encoded() == "{\(device),\"duration\":61.5}")
        let unknown = try #require(adapter.sessionEvent(started: false, duration: nil))
        #expect(unknown.properties["duration"] == nil)
        #expect(!start.isForced && !end.isForced)
    }
}
