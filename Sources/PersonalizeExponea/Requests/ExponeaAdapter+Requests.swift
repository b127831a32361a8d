public import PersonalizeCore
public import PersonalizeJSON

extension ExponeaAdapter {
    /// The name under which the vendor knows a customer nobody has named.
    static let cookie = "cookie"

    public var segmentation: (any Segmentation)? { ExponeaSegmentation(adapter: self) }

    public func definitionsRequest() -> RequestDraft? {
        request(
            "GET", configuration.integration.definitions(bundle: configuration.bundle),
            access: .content)
    }

    public func personalizationRequest(ids: [String], identity: Identity) -> RequestDraft {
        let body: JSONValue = [
            "customer_ids": .object(Self.customerIDs(identity)),
            "content_block_ids": .array(ids.map(JSONValue.string)),
        ]
        return request(
            "POST", configuration.integration.personalization, body: body.encoded(),
            access: .content)
    }

    public func deliveryRequest(purpose: String, body: String) -> RequestDraft {
        let integration = configuration.integration
        return request(
            "POST",
            purpose == DeliveryPurpose.customer ? integration.customers : integration.events,
            body: body, access: .tracking)
    }

    public func customerIDs(_ identity: Identity) -> JSONObject { Self.customerIDs(identity) }

    /// The customer in the vendor's words. A `cookie` among the host's own ids
    /// is ignored: the vendor joins a customer's history by it.
    static func customerIDs(_ identity: Identity) -> JSONObject {
        var ids: JSONObject = [cookie: .string(identity.anonymousID)]
        for (name, id) in identity.ids.members where name != cookie { ids[name] = id }
        return ids
    }

    /// A request to the API. Its headers are the same for all, those without a
    /// body included; the customer's token the engine adds.
    func request(
        _ method: String, _ path: String, body: String? = nil, access: Integration.Access
    ) -> RequestDraft {
        let credential = configuration.integration.credential(for: access)
        var headers = [
            Request.Header("content-type", "application/json"),
            Request.Header("accept", "application/json"),
        ]
        if credential == .own, let reference = configuration.authorizationReference {
            headers.append(Request.Header("authorization", "Token ", secret: reference))
        }
        return RequestDraft(
            method: method, url: configuration.baseURL + path, headers: headers, body: body,
            credential: credential)
    }
}

/// Where deliveries go.
enum DeliveryPurpose {
    static let event = "event"
    static let customer = "customer"
}
