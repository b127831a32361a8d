import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

/// An instance of settings that are used as they are.
func instance(_ settings: String) throws -> ConfiguredAdapter {
    let object = try #require(try JSONValue.parse(settings).object)
    return try ExponeaFactory().make(
        instance: "hub", settings: object, device: kiosk, path: "$.vendors[0]")
}

/// Vendor spec, 1.1 (column of streams), 1.2 and 1.3.
@Suite struct StreamTests {
    static let base = "https://api.exponea.com"

    func stream() throws -> ExponeaAdapter {
        try exponea(instance(#"{"stream_id": "S-1"}"#))
    }

    func provider() throws -> ExponeaAdapter { try adapter(#"{"customer_token": true}"#) }

    /// 1.1, 1.3: every path, all with the customer's token.
    @Test func asksTheStream() throws {
        let stream = try stream()
        let requests = [
            stream.definitionsRequest(),
            stream.personalizationRequest(ids: ["b1"], identity: ada),
            stream.deliveryRequest(purpose: "event", body: "{}"),
            stream.deliveryRequest(purpose: "customer", body: "{}"),
            stream.segmentation?.segmentsRequest(identity: ada),
            stream.segmentation?.linkRequest(identity: ada),
        ].compactMap(\.self)
        #expect(
            requests.map { "\($0.method) \($0.url.dropFirst(Self.base.count))" } == [
                "GET /wxstatic/streams/S-1/bundle-ios.json?v=2",
                "POST /webxp/streams/S-1/inappcontentblocks?v=2",
                "POST /track/u/v1/customers/events?stream_id=S-1",
                "POST /track/u/v1/customers?stream_id=S-1",
                "GET /webxp/streams/S-1/segments?cookie=7a1d2c3e-0b8f-4f39-9a6b-2f1f0d2c9e11",
                "POST /webxp/streams/S-1/cookies/7a1d2c3e-0b8f-4f39-9a6b-2f1f0d2c9e11/link-ids",
            ])
        #expect(requests.allSatisfy { $0.credential == .customerToken(isNeeded: false) })
        // The engine adds the header.
        #expect(requests.allSatisfy { $0.headers.map(\.name) == ["content-type", "accept"] })
    }

    /// 1.1: segments and links of a project, 13: the names are joined first.
    @Test func asksTheProjectForSegments() throws {
        let segmentation = try #require(try adapter().segmentation)
        let link = try #require(segmentation.linkRequest(identity: ada))
        let path = "/webxp/projects/T-1"
        #expect(link.url == "\(Self.base)\(path)/cookies/\(ada.anonymousID)/link-ids")
        #expect(link.body == #"{"external_ids":{"registered":"ada@example.test"}}"#)
        #expect(link.credential == .own)
        #expect(link.headers.last?.secret == "shop/authorization")
        let segments = segmentation.segmentsRequest(identity: ada)
        #expect(segments.method == "GET")
        #expect(segments.body == nil)
        #expect(segments.url == "\(Self.base)\(path)/segments?cookie=\(ada.anonymousID)")
        let nobody = Identity(anonymousID: "c", ids: ["cookie": "forged"])
        #expect(segmentation.linkRequest(identity: nobody) == nil)
    }

    /// 1.2: with a provider, content goes by the customer's token and tracking
    /// by the project's.
    @Test func usesTheProvidersTokenForContentAlone() throws {
        let provider = try provider()
        let content = [
            provider.definitionsRequest(),
            provider.personalizationRequest(ids: ["b1"], identity: ada),
            provider.segmentation?.segmentsRequest(identity: ada),
            provider.segmentation?.linkRequest(identity: ada),
        ].compactMap(\.self)
        #expect(content.count == 4)
        #expect(content.allSatisfy { $0.credential == .customerToken(isNeeded: true) })
        #expect(content.allSatisfy { !$0.headers.contains { $0.name == "authorization" } })
        for purpose in ["event", "customer"] {
            let delivery = provider.deliveryRequest(purpose: purpose, body: "{}")
            #expect(delivery.credential == .own)
            #expect(delivery.headers.last?.value == "Token ")
        }
    }

    /// 1.2: asked anew each time, tried once. 1.3: renewed a minute ahead, tried
    /// again after a second.
    @Test func dealsWithTokensInEitherWay() throws {
        #expect(try adapter().policy.authorization == nil)
        #expect(
            try provider().policy.authorization
                == AuthorizationPolicy(isAskedEachTime: true, retryDelay: nil))
        #expect(
            try stream().policy.authorization
                == AuthorizationPolicy(
                    isAskedEachTime: false, retryDelay: 1000, refreshAhead: 60_000))
    }

    @Test func knowsTheCustomersIDs() throws {
        #expect(
            try stream().customerIDs(ada)
                == ["cookie": .string(ada.anonymousID), "registered": "ada@example.test"])
    }

    @Test(arguments: [401, 403])
    func forgivesDeliveriesThatWereTurnedDown(status: Int) throws {
        let exchange = Exchange.response(answer("{}", status: status))
        let reason = status == 401 ? "not_authorized" : "forbidden"
        #expect(
            try stream().judge(exchange, purpose: "event") == .retry(counted: false, reason: reason)
        )
        #expect(
            try adapter().judge(exchange, purpose: "event") == .retry(counted: true, reason: reason)
        )
    }

    @Test func streamsHaveNoSecretOfTheirOwn() throws {
        let configured = try instance(#"{"stream_id": "S-1"}"#)
        #expect(configured.secrets.isEmpty)
        #expect(configured.redacted == ["stream_id": "S-1"])
    }

    @Test(arguments: [
        (#"{"stream_id": "S", "project_token": "T"}"#, "two_integrations", "stream_id"),
        (#"{"stream_id": "a/b"}"#, "invalid_stream_id", "stream_id"),
        (#"{"stream_id": ""}"#, "invalid_stream_id", "stream_id"),
        (#"{"stream_id": 5}"#, "wrong_type", "stream_id"),
        (#"{"stream_id": "S", "authorization": "Token k"}"#, "not_for_streams", "authorization"),
        (#"{"stream_id": "S", "customer_token": true}"#, "not_for_streams", "customer_token"),
        (#"{"authorization": "Token k"}"#, "missing_key", "project_token"),
        (
            #"{"project_token": "T", "authorization": "k", "customer_token": "x"}"#, "wrong_type",
            "customer_token"
        ),
        (
            #"{"stream_id": "S", "segments": ["weather"]}"#, "invalid_value",
            "segments[0].category"
        ),
        (
            #"{"stream_id": "S", "segments": [{"category": "content", "first": 1}]}"#,
            "unknown_key", "segments[0].first"
        ),
        (
            #"{"stream_id": "S", "segments": ["content", "content"]}"#, "duplicate_category",
            "segments[1].category"
        ),
    ])
    func refusesSettings(settings: String, reason: String, key: String) throws {
        let error = try refusal(settings)
        #expect(error.code == .configuration)
        #expect(error.reason == reason)
        #expect(error.path == "$.vendors[0].\(key)")
    }

    /// A null is as good as nothing, as for the other settings.
    @Test func takesANullForNothing() throws {
        #expect(throws: Never.self) {
            _ = try instance(#"{"stream_id": "S", "project_token": null, "authorization": null}"#)
            _ = try instance(#"{"stream_id": null, "project_token": "T", "authorization": "k"}"#)
        }
    }

    /// 1.2: the vendor's line, in each part of it.
    @Test func saysWhatFailedForWantOfAToken() throws {
        let text = "Authorization token is missing"
        let lines = try [
            LogEvent.inbox(.loadFailed(message: text)),
            .fetchFailed(what: "definitions", message: text),
            .fetchFailed(what: "segments", message: text),
        ].flatMap { try provider().messages(for: $0) }
        #expect(
            lines.map(\.message) == [
                "AppInbox loading failed. Authorization token is missing",
                "InAppCB: InApp Content Block placeholders failed. Authorization token is missing",
                "Segments: Fetching segments failed. Authorization token is missing",
            ])
    }

    /// 1.1, 1.2, 1.3: the inbox needs the customer's token in either way.
    @Test func asksForTheInbox() throws {
        for (inbox, path) in [
            (try stream(), "/webxp/streams/S-1"), (try provider(), "/webxp/projects/T-1"),
        ] {
            let fetch = try inbox.inboxRequest(token: nil, identity: ada).get()
            let mark = try inbox.markReadRequest(message: "m", token: "t", identity: ada).get()
            #expect(fetch.url == "\(Self.base)\(path)/appinbox/fetch")
            #expect(mark.url == "\(Self.base)\(path)/appinbox/markasread")
            for request in [fetch, mark] {
                #expect(request.credential == .customerToken(isNeeded: true))
                #expect(!request.headers.contains { $0.name == "authorization" })
            }
        }
    }

    /// 5.6.
    @Test func saysThatItIsStopping() throws {
        #expect(
            try adapter().messages(for: .loadRefused(kind: .static)) == [
                LogLine(
                    .warning, "In-app content blocks UI is unavailable, SDK is stopping")
            ])
    }
}
