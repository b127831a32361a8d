public import PersonalizeCore

/// Speaks to CleverTap: batches of events one way, in-apps the other. Made by
/// `CleverTapFactory`.
///
/// Where the vendor's SDKs differ it does what is listed in the compatibility
/// notes of this library; each such choice is a comment at its place.
public struct CleverTapAdapter: Adapter {
    static let kind = "clevertap"

    public let instance: String
    let configuration: CleverTapConfiguration

    init(instance: String, configuration: CleverTapConfiguration) {
        self.instance = instance
        self.configuration = configuration
    }

    public var kind: String { Self.kind }
    public var policy: VendorPolicy { configuration.policy }
}
