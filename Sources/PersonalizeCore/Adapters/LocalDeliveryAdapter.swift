/// An adapter whose events end in this process: each is accounted for as sent
/// when it is accepted, and nothing goes out.
public protocol LocalDeliveryAdapter: Adapter {}
