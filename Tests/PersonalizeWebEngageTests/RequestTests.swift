import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeWebEngage

@Suite struct RequestTests {
    private let ada = Identity(anonymousID: "anon", ids: ["registered": "ada l"])

    @Test func theTemplateIsFilledAndNeverReadTwice() throws {
        let draft = try adapter().contentRequest(
            for: presentation(identity: ada), deviceID: "{customerId}",
            template: "https://x/{campaignId}/{variationId}?c={customerId}&d={deviceId}&{x}")
        #expect(draft?.url == "https://x/cmp/var%20a?c=ada%20l&d=%7BcustomerId%7D&{x}")
        #expect(draft?.method == "GET")
        #expect(
            try adapter().contentRequest(for: presentation(), deviceID: "", template: "") == nil)
        let own = try adapter(["content_url": "https://own/{propertyId}/{targetViewId}"])
        #expect(
            own.contentRequest(for: presentation(), deviceID: "", template: "https://x")?.url
                == "https://own/prop-1/top")
    }

    @Test func theCustomerIsOneOfTheHostsIds() throws {
        let adapter = try adapter(["customer_id": "cuid"])
        let both = Identity(anonymousID: "anon", ids: ["registered": "r", "cuid": "c"])
        #expect(adapter.user(both, deviceID: "d") == "c")
        #expect(adapter.user(ada, deviceID: "d") == "ada l")
        #expect(adapter.user(Identity(anonymousID: "anon"), deviceID: "d") == "d")
    }

    @Test func deliveriesFollowTheRESTInterface() throws {
        let adapter = try adapter()
        let event = try #require(
            adapter.event(for: .viewed, of: presentation(), attributes: ["a": 1, "id": "mine"]))
        let now = Instant(wall: 1_537_064_940_000, monotonic: 0, offset: -28_800)
        let delivery = adapter.encode(event, identity: ada, deviceID: "d", at: now)
        #expect(
            try JSONValue.parse(delivery.body) == [
                "userId": "ada l", "eventName": "app_personalization_view",
                "eventTime": "2018-09-15T18:29:00-0800",
                "eventData": ["a": 1, "id": "var a", "experiment_id": "cmp", "p_id": "prop-1"],
            ])
        let user = adapter.encode(
            customer: ["firstName": "Ada", "vip": true], identity: Identity(anonymousID: "anon"),
            at: now)
        #expect(
            try JSONValue.parse(user.body) == [
                "anonymousId": "anon", "firstName": "Ada", "attributes": ["vip": true],
            ])
        let draft = adapter.deliveryRequest(purpose: user.purpose, body: user.body)
        #expect(draft.url == "https://api.webengage.com/v1/accounts/~lic-1/users")
        #expect(
            draft.headers.last
                == Request.Header("authorization", "Bearer ", secret: "inline/api_key"))
        #expect(adapter.deliveryRequest(purpose: "event", body: "").url.hasSuffix("/events"))
    }

    @Test func answersAreJudgedByTheirStatus() throws {
        let adapter = try adapter()
        func judge(_ status: Int) -> Verdict {
            adapter.judge(.response(Response(status: status)), purpose: "event")
        }
        #expect(judge(201) == .delivered)
        #expect(judge(429) == .retry(counted: false, reason: "rate_limited"))
        #expect(judge(503) == .retry(counted: false, reason: "server_error"))
        #expect(judge(401) == .retry(counted: true, reason: "not_authorized"))
        #expect(
            adapter.judge(.failure(TransportFailure(.unreachable, "")), purpose: "event")
                == .retry(counted: false, reason: "unreachable"))
    }

    @Test func segmentsComeFromTheHost() throws {
        let adapter = try adapter()
        let now = Instant(wall: 0, monotonic: 0)
        let taken = try adapter.ingest(
            kind: "segments", payload: bytes(["segments": ["vip"]]), at: now)
        guard case .audience(["vip"]) = taken else {
            Issue.record("\(taken)")
            return
        }
        #expect(throws: PersonalizeError.self) {
            try adapter.ingest(kind: "segments", payload: bytes(["segments": [1]]), at: now)
        }
        #expect(throws: PersonalizeError.self) {
            try adapter.ingest(kind: "campaigns", payload: bytes([:]), at: now)
        }
    }
}

@Suite struct EventTests {
    private func event(
        _ happening: ScreenHappening, _ attributes: JSONObject = [:], group: String? = nil
    ) throws -> EventDraft? {
        try adapter().event(
            for: happening, of: presentation(ScreenRules(group: group)), attributes: attributes)
    }

    @Test func eachEventHasItsSystemAttributes() throws {
        let all: JSONObject = ["experiment_id": "cmp", "id": "var a", "p_id": "prop-1"]
        #expect(try event(.received)?.system == all)
        #expect(try event(.received)?.type == "app_personalization_received")
        #expect(try event(.viewed, ["x": [1]])?.properties == ["x": [1]])
        let failed = try event(.failed(.resource))
        #expect(failed?.type == "app_personalization_failed")
        #expect(failed?.properties == ["reason": "resourceFetchingFailed"])
        let heldOut = try event(.heldOut, group: "j")
        #expect(heldOut?.type == "app_personalization_control_group")
        #expect(
            heldOut?.system == ["experiment_id": "cmp", "p_id": "prop-1", "journey_id": "j"])
    }

    @Test func aClickNamesItsActionIfThereIsOne() throws {
        #expect(try event(.clicked(action: "cta"))?.system["call_to_action"] == "cta")
        #expect(try event(.clicked(action: nil))?.system["call_to_action"] == nil)
        #expect(try event(.clicked(action: ""))?.system["call_to_action"] == nil)
    }

    @Test func failuresHaveTheDocumentedWords() throws {
        let adapter = try adapter()
        #expect(
            ScreenFailure.allCases.map(adapter.word) == [
                "timeout", "missingTargetView", "campaignFetchingFailed",
                "resourceFetchingFailed",
            ])
    }
}
