public import PersonalizeJSON

/// An adapter whose vendor is told of each thing with a request of its own.
///
/// An instance that is neither this nor another kind of receiver is told
/// nothing: what is tracked passes it by.
public protocol DeliveryAdapter: Adapter {
    /// What is sent for an event: made once when it is accepted, so that each
    /// repetition has the same bytes.
    func encode(
        _ event: EventDraft, identity: Identity, deviceID: String, at now: Instant
    ) -> Delivery
    /// What is sent to tell the vendor who the customer is.
    func encode(customer properties: JSONObject, identity: Identity, at now: Instant) -> Delivery
    /// The request that carries a delivery.
    func deliveryRequest(purpose: String, body: String) -> RequestDraft
    /// What an answer to a delivery means.
    func judge(_ exchange: Exchange, purpose: String) -> Verdict
}
