import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

/// 1.9: what is sent, byte for byte, and what its answers mean.
@Suite struct DeliveryTests {
    static let customer =
        #"{"cookie":"7a1d2c3e-0b8f-4f39-9a6b-2f1f0d2c9e11","registered":"ada@example.test"}"#

    /// The example of 8.2.
    @Test func sendsABannerEvent() throws {
        let adapter = try adapter()
        let shown = presentation(
            attributes: ["consent_category_tracking": "mobile_banners"],
            personalization: Personalization(
                received: 0, lifetime: 0, format: .html, hasContent: true,
                attributes: ["variant_id": 1, "variant_name": "Variant B"]))
        let link = "https://shop.example.test/sale?xnpe_force_track=true"
        let event = try #require(
            adapter.event(
                for: .clicked(Action(name: "Sale", url: link, kind: .browser)), of: shown))
        let delivery = adapter.encode(
            event, identity: shown.identity, deviceID: "b3b0c7f2",
            at: Instant(wall: 1_767_270_020_118, monotonic: 0))
        #expect(delivery.purpose == "event")
        #expect(
            delivery.body
                == #"{"customer_ids":\#(Self.customer),"event_type":"banner","#
                + #""timestamp":1767270020.118,"properties":{"action":"click","#
                + #""banner_id":"66f0a1c2d3e4f50001aa0001","banner_name":"Home hero – autumn","#
                + #""banner_type":"html","placeholder":"home_top","type":"in-app content block","#
                + #""interaction":true,"variant_id":1,"variant_name":"Variant B","#
                + #""consent_category_tracking":"mobile_banners","text":"Sale","#
                + #""link":"\#(link)","tracking_forced":true,"#
                + #""os":"Linux","platform":"linux","os_name":"Linux","os_version":"6.8","#
                + #""sdk":"libpersonalize","sdk_version":"1.0.0","device_model":"generic","#
                + #""device_type":"desktop","app_version":"2.4","#
                + #""application_id":"default-application","device_id":"b3b0c7f2"}}"#)
    }

    @Test func addsToTheHostsEvents() throws {
        let adapter = try adapter(
            """
            {"application_id": "kiosk", "default_properties":
             {"store": 7, "price": 1.10, "device_id": "default", "application_id": "default"}}
            """)
        let event = EventDraft(type: "purchase", properties: ["price": 3, "a": ["b": [nil]]])
        #expect(
            adapter.encode(event, identity: ada, deviceID: "d-1", at: now).body
                == #"{"customer_ids":\#(Self.customer),"event_type":"purchase","#
                + #""timestamp":1767270012.431,"properties":{"price":3,"a":{"b":[null]},"#
                + #""application_id":"kiosk","device_id":"d-1","store":7}}"#)
    }

    @Test func letsTheEventsOwnPropertiesWin() throws {
        let event = EventDraft(
            type: "e", properties: ["application_id": "mine", "device_id": "mine"])
        #expect(
            try adapter().encode(event, identity: ada, deviceID: "d", at: now).body
                .hasSuffix(#""properties":{"application_id":"mine","device_id":"mine"}}"#))
    }

    @Test(arguments: [
        (1_767_270_012_431, "1767270012.431"), (1_767_270_012_000, "1767270012"),
        (1_767_270_012_100, "1767270012.1"), (0, "0"), (7, "0.007"), (-1_500, "-1.5"),
    ])
    func writesTimesShort(wall: Int64, written: String) throws {
        let body = try adapter().encode(
            EventDraft(type: "e", properties: [:]), identity: ada, deviceID: "d",
            at: Instant(wall: wall, monotonic: 0)
        ).body
        #expect(body.contains(#""timestamp":\#(written),"properties""#))
    }

    @Test(arguments: [Int64.min, .max])
    func survivesAnyTime(wall: Int64) throws {
        let delivery = try adapter().encode(
            customer: [:], identity: ada, at: Instant(wall: wall, monotonic: 0))
        #expect(try JSONValue.parse(delivery.body)["timestamp"]?.double != nil)
    }

    @Test func tellsWhoTheCustomerIs() throws {
        let delivery = try adapter(#"{"default_properties": {"store": 7, "first_name": "?"}}"#)
            .encode(
                customer: [
                    "first_name": "Ada", "application_id": "a", "device_id": "d",
                    "platform": "p", "description": "x", "push_notification_token": "t",
                    "valid": true, "age": 36,
                ], identity: ada, at: now)
        #expect(delivery.purpose == "customer")
        #expect(
            delivery.body
                == #"{"customer_ids":\#(Self.customer),"timestamp":1767270012.431,"#
                + #""properties":{"first_name":"Ada","age":36,"store":7}}"#)
    }

    @Test func keepsDefaultsFromCustomersOnRequest() throws {
        let delivery = try adapter(
            #"{"default_properties": {"store": 7}, "allow_default_customer_properties": false}"#
        ).encode(customer: [:], identity: Identity(anonymousID: "c"), at: now)
        #expect(
            delivery.body
                == #"{"customer_ids":{"cookie":"c"},"timestamp":1767270012.431,"properties":{}}"#)
    }

    @Test func stripsEventPropertiesFromTheDefaultsToo() throws {
        let delivery = try adapter(#"{"default_properties": {"platform": "web"}}"#).encode(
            customer: [:], identity: ada, at: now)
        #expect(delivery.body.hasSuffix(#""properties":{}}"#))
    }

    /// 1.4, 1.9.
    @Test(arguments: [
        (200, #"{"success":true,"errors":[]}"#, Verdict.delivered),
        (202, #"{"success":true}"#, .delivered),
        (200, #"{"success":false,"errors":["bad"]}"#, .retry(counted: true, reason: "refused")),
        (200, "", .retry(counted: true, reason: "malformed")),
        (200, "{}", .retry(counted: true, reason: "malformed")),
        (200, "[true]", .retry(counted: true, reason: "malformed")),
        (200, #"{"success":1}"#, .retry(counted: true, reason: "malformed")),
        (301, "", .retry(counted: true, reason: "unexpected_status")),
        (400, #"{"success":true}"#, .retry(counted: true, reason: "rejected")),
        (401, "", .retry(counted: true, reason: "not_authorized")),
        (403, "", .retry(counted: true, reason: "forbidden")),
        (404, "", .retry(counted: true, reason: "not_found")),
        (429, "", .retry(counted: false, reason: "rate_limited")),
        (500, "", .retry(counted: false, reason: "server_error")),
        (503, #"{"success":true}"#, .retry(counted: false, reason: "server_error")),
    ])
    func judgesAnswers(status: Int, body: String, verdict: Verdict) throws {
        let adapter = try adapter()
        for purpose in ["event", "customer"] {
            #expect(
                adapter.judge(.response(answer(body, status: status)), purpose: purpose)
                    == verdict)
        }
    }

    @Test(arguments: TransportFailure.Kind.allCases)
    func judgesFailuresOfTheNetwork(kind: TransportFailure.Kind) throws {
        #expect(
            try adapter().judge(.failure(TransportFailure(kind, "no")), purpose: "event")
                == .retry(
                    counted: kind == .tooLarge || kind == .tooManyRedirects,
                    reason: kind.rawValue))
    }
}
