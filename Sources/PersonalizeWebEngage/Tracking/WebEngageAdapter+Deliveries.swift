public import PersonalizeCore
public import PersonalizeJSON

/// The vendor's public REST interface.
extension WebEngageAdapter: DeliveryAdapter {
    private enum Purpose {
        static let event = "event"
        static let customer = "customer"
    }

    /// What a user's document has at its top; everything else is an attribute.
    private static let userFields = [
        "firstName", "lastName", "birthDate", "gender", "email", "phone", "company",
        "hashedEmail", "hashedPhone", "emailOptIn", "smsOptIn", "whatsappOptIn",
    ]

    /// The interface has one place for an event's data: what the host has given
    /// and the system attributes go into it together, and the latter win.
    public func encode(
        _ event: EventDraft, identity: Identity, deviceID: String, at now: Instant
    ) -> Delivery {
        var data = event.properties
        data.merge(event.system)
        var body = userID(identity)
        body["eventName"] = .string(event.type)
        body["eventTime"] = .string(LocalTime.text(now))
        body["eventData"] = .object(data)
        return Delivery(purpose: Purpose.event, body: JSONValue.object(body).encoded())
    }

    public func encode(
        customer properties: JSONObject, identity: Identity, at now: Instant
    ) -> Delivery {
        var body = userID(identity)
        var attributes = JSONObject()
        for (name, value) in properties.members {
            if Self.userFields.contains(name) {
                body[name] = value
            } else {
                attributes[name] = value
            }
        }
        if !attributes.isEmpty { body["attributes"] = .object(attributes) }
        return Delivery(purpose: Purpose.customer, body: JSONValue.object(body).encoded())
    }

    private func userID(_ identity: Identity) -> JSONObject {
        if let customer = customer(identity) { return ["userId": .string(customer)] }
        return ["anonymousId": .string(identity.anonymousID)]
    }

    public func deliveryRequest(purpose: String, body: String) -> RequestDraft {
        let call = purpose == Purpose.customer ? "users" : "events"
        var headers = [
            Request.Header("content-type", "application/json"),
            Request.Header("accept", "application/json"),
        ]
        if let reference = configuration.keyReference {
            headers.append(Request.Header("authorization", "Bearer ", secret: reference))
        }
        return RequestDraft(
            method: "POST",
            url: "\(configuration.baseURL)/v1/accounts/\(configuration.licenseCode)/\(call)",
            headers: headers, body: body)
    }

    /// Any 2xx is "queued". A failure counts unless the network or the server
    /// is to blame; a wrong key or account can be put right while events wait.
    public func judge(_ exchange: Exchange, purpose: String) -> Verdict {
        switch exchange {
        case .failure(let failure):
            let isAnswer = failure.kind == .tooLarge || failure.kind == .tooManyRedirects
            return .retry(counted: isAnswer, reason: failure.kind.rawValue)
        case .response(let response):
            let status = response.status
            if (200...299).contains(status) { return .delivered }
            let isTheirs = status == 429 || (500...599).contains(status)
            return .retry(counted: !isTheirs, reason: Status.reason(status))
        }
    }
}
