import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

@Suite struct RequestTests {
    let headers = [
        Request.Header("content-type", "application/json"),
        Request.Header("accept", "application/json"),
        Request.Header("authorization", "Token ", secret: "shop/authorization"),
    ]

    /// 1.1, 1.5: a GET without a body, headers as on the others.
    @Test func asksForDefinitions() throws {
        #expect(
            try adapter().definitionsRequest()
                == RequestDraft(
                    method: "GET",
                    url: "https://api.exponea.com/wxstatic/projects/T-1/bundle-ios.json?v=2",
                    headers: headers))
    }

    /// 1.6.
    @Test func asksForDecisions() throws {
        #expect(
            try adapter().personalizationRequest(ids: ["b1", "b3"], identity: ada)
                == RequestDraft(
                    method: "POST",
                    url: "https://api.exponea.com/webxp/s/T-1/inappcontentblocks?v=2",
                    headers: headers,
                    body: #"{"customer_ids":{"cookie":"7a1d2c3e-0b8f-4f39-9a6b-2f1f0d2c9e11","#
                        + #""registered":"ada@example.test"},"content_block_ids":["b1","b3"]}"#))
    }

    /// 1.9: a host's own `cookie` is ignored.
    @Test func keepsTheCookieToItself() throws {
        let request = try adapter().personalizationRequest(
            ids: ["b1"],
            identity: Identity(anonymousID: "real", ids: ["cookie": "forged", "email": "e"]))
        #expect(
            request.body
                == #"{"customer_ids":{"cookie":"real","email":"e"},"content_block_ids":["b1"]}"#)
    }

    /// 1.1.
    @Test(arguments: [("event", "/events"), ("customer", "")])
    func sendsDeliveries(purpose: String, path: String) throws {
        #expect(
            try adapter().deliveryRequest(purpose: purpose, body: "{}")
                == RequestDraft(
                    method: "POST",
                    url: "https://api.exponea.com/track/v2/projects/T-1/customers" + path,
                    headers: headers, body: "{}"))
    }
}
