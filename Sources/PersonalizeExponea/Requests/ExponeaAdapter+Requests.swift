public import PersonalizeCore
import PersonalizeJSON

extension ExponeaAdapter {
    /// The name under which the vendor knows a customer nobody has named.
    static let cookie = "cookie"

    public func definitionsRequest() -> RequestDraft {
        let path = "/wxstatic/projects/\(configuration.projectToken)/\(configuration.bundle)?v=2"
        return RequestDraft(
            method: "GET", url: configuration.baseURL + path, headers: headers)
    }

    public func personalizationRequest(ids: [String], identity: Identity) -> RequestDraft {
        let body: JSONValue = [
            "customer_ids": .object(Self.customerIDs(identity)),
            "content_block_ids": .array(ids.map(JSONValue.string)),
        ]
        return post("/webxp/s/\(configuration.projectToken)/inappcontentblocks?v=2", body.encoded())
    }

    public func deliveryRequest(purpose: String, body: String) -> RequestDraft {
        let customers = "/track/v2/projects/\(configuration.projectToken)/customers"
        return post(purpose == DeliveryPurpose.customer ? customers : customers + "/events", body)
    }

    /// The customer in the vendor's words. A `cookie` among the host's own ids
    /// is ignored: the vendor joins a customer's history by it.
    static func customerIDs(_ identity: Identity) -> JSONObject {
        var ids: JSONObject = [cookie: .string(identity.anonymousID)]
        for (name, id) in identity.ids.members where name != cookie { ids[name] = id }
        return ids
    }

    func post(_ path: String, _ body: String) -> RequestDraft {
        RequestDraft(
            method: "POST", url: configuration.baseURL + path, headers: headers, body: body)
    }

    /// The same for every request, those without a body included.
    private var headers: [Request.Header] {
        var headers = [
            Request.Header("content-type", "application/json"),
            Request.Header("accept", "application/json"),
        ]
        if let reference = configuration.authorizationReference {
            headers.append(Request.Header("authorization", "Token ", secret: reference))
        }
        return headers
    }
}

/// Where deliveries go.
enum DeliveryPurpose {
    static let event = "event"
    static let customer = "customer"
}
