public import PersonalizeCore

/// Speaks to Bloomreach Engagement (Exponea), to a project or to a stream of
/// its data hub, and knows the rules of its in-app content blocks. Made by `ExponeaFactory`.
///
/// Where the vendor's two SDKs differ it does what their documentation says
/// and their tests demand; each such choice is a comment at its place.
public struct ExponeaAdapter: PlacementAdapter, DeliveryAdapter {
    static let kind = "exponea"

    public let instance: String
    let configuration: ExponeaConfiguration
    let device: Device

    init(instance: String, configuration: ExponeaConfiguration, device: Device) {
        self.instance = instance
        self.configuration = configuration
        self.device = device
    }

    public var kind: String { Self.kind }
    public var policy: VendorPolicy { configuration.policy }
}
