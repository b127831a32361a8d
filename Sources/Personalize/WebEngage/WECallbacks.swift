/// Hears what becomes of one place. Every method may be left out.
public protocol WEPlaceholderCallback: AnyObject, Sendable {
    /// The campaign's data is there.
    func onDataReceived(_ data: WECampaignData)
    /// It was drawn; not for content that the host draws by itself.
    func onRendered(data: WECampaignData)
    /// It could not be shown.
    func onPlaceholderException(
        _ campaignId: String?, _ targetViewId: String, _ exception: any Error)
}

extension WEPlaceholderCallback {
    public func onDataReceived(_ data: WECampaignData) {}
    public func onRendered(data: WECampaignData) {}
    public func onPlaceholderException(
        _ campaignId: String?, _ targetViewId: String, _ exception: any Error
    ) {}
}

/// Hears of every campaign. Every method may be left out.
public protocol WECampaignCallback: AnyObject, Sendable {
    /// The data is there and nobody else has it yet. What is returned is used;
    /// nil leaves it as it was.
    func onCampaignPrepared(_ data: WECampaignData) -> WECampaignData?
    /// It is on show.
    func onCampaignShown(data: WECampaignData)
    /// True: the host handles the link, and nobody opens it.
    func onCampaignClicked(actionId: String, deepLink: String, data: WECampaignData) -> Bool
    /// It could not be shown.
    func onCampaignException(
        _ campaignId: String?, _ targetViewId: String, _ exception: any Error)
}

extension WECampaignCallback {
    public func onCampaignPrepared(_ data: WECampaignData) -> WECampaignData? { nil }
    public func onCampaignShown(data: WECampaignData) {}
    public func onCampaignClicked(
        actionId: String, deepLink: String, data: WECampaignData
    ) -> Bool { false }
    public func onCampaignException(
        _ campaignId: String?, _ targetViewId: String, _ exception: any Error
    ) {}
}

/// Why a campaign could not be shown.
public struct WEException: Error, Sendable, Equatable {
    /// The vendor's keys.
    public enum Key: String, Sendable, CaseIterable {
        case timeout, missingTargetView, campaignFetchingFailed, resourceFetchingFailed
    }

    public let key: Key
    /// One sentence for a person.
    public let message: String

    init(_ update: Update) {
        key = update["exception"]?.string.flatMap(Key.init(rawValue:)) ?? .campaignFetchingFailed
        message = update["message"]?.string ?? ""
    }
}
