public import PersonalizeCore

/// Speaks to WebEngage: its inline campaigns in the format of
/// docs/webengage.md, and its public REST interface for users and events. Made
/// by `WebEngageFactory`.
public struct WebEngageAdapter: Adapter {
    static let kind = "webengage"

    public let instance: String
    let configuration: WebEngageConfiguration

    init(instance: String, configuration: WebEngageConfiguration) {
        self.instance = instance
        self.configuration = configuration
    }

    public var kind: String { Self.kind }
    public var policy: VendorPolicy { configuration.policy }
    public var screenPolicy: ScreenPolicy { configuration.screenPolicy }
}
