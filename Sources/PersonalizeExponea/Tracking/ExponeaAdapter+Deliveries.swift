public import PersonalizeCore
public import PersonalizeJSON

extension ExponeaAdapter {
    /// Of two properties with one name the event's own wins over the instance's
    /// ids, and those over the default properties: the order of the vendor's
    /// iOS code, in which nothing overwrites what an event itself says.
    public func encode(
        _ event: EventDraft, identity: Identity, deviceID: String, at now: Instant
    ) -> Delivery {
        var properties = event.properties
        properties.mergeMissing([
            "application_id": .string(configuration.applicationID),
            "device_id": .string(deviceID),
        ])
        properties.mergeMissing(configuration.defaultProperties)
        let body: JSONValue = [
            "customer_ids": .object(Self.customerIDs(identity)),
            "event_type": .string(event.type),
            "timestamp": Seconds.json(milliseconds: now.wall),
            "properties": .object(properties),
        ]
        return Delivery(purpose: DeliveryPurpose.event, body: body.encoded())
    }

    public func encode(
        customer properties: JSONObject, identity: Identity, at now: Instant
    ) -> Delivery {
        var properties = properties
        if configuration.allowsDefaultCustomerProperties {
            properties.mergeMissing(configuration.defaultProperties)
        }
        for key in Self.eventOnlyProperties { properties[key] = nil }
        let body: JSONValue = [
            "customer_ids": .object(Self.customerIDs(identity)),
            "timestamp": Seconds.json(milliseconds: now.wall),
            "properties": .object(properties),
        ]
        return Delivery(purpose: DeliveryPurpose.customer, body: body.encoded())
    }

    /// Properties of events and push tokens, which the vendor takes out of a
    /// customer's properties.
    private static let eventOnlyProperties = [
        "application_id", "device_id", "platform", "description", "push_notification_token",
        "valid",
    ]

    /// A delivery has arrived when the answer is 2xx and says so. A failure
    /// counts unless the network or the server is to blame (5xx, and 429 with
    /// its own waiting time); the engine gives up after
    /// `VendorPolicy.maximumAttempts` that counted, as the vendor's Android
    /// code does. No answer is taken for a final no at once: a wrong key or
    /// project (401, 403, 404) can be put right while events wait. In a stream
    /// a token that is missing or has expired does not count at all.
    public func judge(_ exchange: Exchange, purpose: String) -> Verdict {
        switch exchange {
        case .failure(let failure):
            .retry(counted: Self.isAnswer(failure.kind), reason: failure.kind.rawValue)
        case .response(let response): judge(response)
        }
    }

    private func judge(_ response: Response) -> Verdict {
        let status = response.status
        guard Status.isSuccess(status) else {
            let isTheirs = status == 429 || (500...599).contains(status)
            let isForgiven =
                configuration.integration.isForgivingDeliveries && (status == 401 || status == 403)
            return .retry(counted: !isTheirs && !isForgiven, reason: Status.reason(status))
        }
        do throws(AnswerFault) {
            let envelope: JSONValue
            do throws(JSONError) { envelope = try JSONValue.parse(response.body) } catch {
                throw AnswerFault.json(error)
            }
            try Answer.checkSuccess(envelope)
            return .delivered
        } catch {
            return .retry(counted: true, reason: error.failure(status: status).reason)
        }
    }

    /// Whether the server did answer, in a way that will not change by itself:
    /// not counting these would block the deliveries behind for ever.
    private static func isAnswer(_ kind: TransportFailure.Kind) -> Bool {
        switch kind {
        case .tooLarge, .tooManyRedirects: true
        case .unreachable, .timedOut, .tls, .malformed, .cancelled, .authorizationMissing: false
        }
    }
}

extension JSONObject {
    /// Sets the members of `other` whose keys are not there yet.
    fileprivate mutating func mergeMissing(_ other: JSONObject) {
        for (key, value) in other.members where self[key] == nil { self[key] = value }
    }
}
