/// Tracking by hand, in the words of the vendor's SDKs: the vendor's event and
/// nothing else.
extension InAppContentBlocksManager {
    /// Tracks that a block was shown, if it may be.
    public func trackInAppContentBlockShown(
        placeholderId: String, message: InAppContentBlockResponse
    ) throws(PersonalizeError) {
        try track(.shown, placeholderId, message)
    }

    /// Tracks that a block was shown, whatever the block says about consent.
    public func trackInAppContentBlockShownWithoutTrackingConsent(
        placeholderId: String, message: InAppContentBlockResponse
    ) throws(PersonalizeError) {
        try track(.shown, placeholderId, message, withoutConsent: true)
    }

    /// Tracks that an action was chosen, if it may be.
    public func trackInAppContentBlockClick(
        placeholderId: String, action: InAppContentBlockAction, message: InAppContentBlockResponse
    ) throws(PersonalizeError) {
        try track(.performed(action.neutral), placeholderId, message)
    }

    /// Tracks that an action was chosen, whatever the block says about consent.
    public func trackInAppContentBlockClickWithoutTrackingConsent(
        placeholderId: String, action: InAppContentBlockAction, message: InAppContentBlockResponse
    ) throws(PersonalizeError) {
        try track(.performed(action.neutral), placeholderId, message, withoutConsent: true)
    }

    /// Tracks that a block was closed, if it may be.
    public func trackInAppContentBlockClose(
        placeholderId: String, message: InAppContentBlockResponse
    ) throws(PersonalizeError) {
        try track(.closed, placeholderId, message)
    }

    /// Tracks that a block was closed, whatever the block says about consent.
    public func trackInAppContentBlockCloseWithoutTrackingConsent(
        placeholderId: String, message: InAppContentBlockResponse
    ) throws(PersonalizeError) {
        try track(.closed, placeholderId, message, withoutConsent: true)
    }

    /// Tracks that a block failed, if it may be.
    public func trackInAppContentBlockError(
        placeholderId: String, message: InAppContentBlockResponse, errorMessage: String
    ) throws(PersonalizeError) {
        try track(.failed(message: errorMessage), placeholderId, message)
    }

    /// Tracks that a block failed, whatever the block says about consent.
    public func trackInAppContentBlockErrorWithoutTrackingConsent(
        placeholderId: String, message: InAppContentBlockResponse, errorMessage: String
    ) throws(PersonalizeError) {
        try track(.failed(message: errorMessage), placeholderId, message, withoutConsent: true)
    }

    private func track(
        _ event: HostTracking.Event, _ placeholder: String, _ message: InAppContentBlockResponse,
        withoutConsent: Bool = false
    ) throws(PersonalizeError) {
        try handle(of: placeholder).track(
            HostTracking(event, campaign: message.id, isWithoutConsent: withoutConsent))
    }
}
