/// Hears of in-apps, and may refuse them. What a delegate leaves out does
/// nothing.
///
/// The calls come on the thread whose call caused them.
public protocol InAppNotificationDelegate: AnyObject, Sendable {
    /// Whether an in-app may be shown; `extras` are its key-values. False drops
    /// it, and the next one is tried.
    func shouldShowInAppNotification(withExtras extras: JSONObject) -> Bool
    /// An in-app is on show.
    func inAppNotificationDidShow(templateName: String)
    /// An in-app is gone. `actionExtras` are those of the last action.
    func inAppNotificationDismissed(
        withExtras extras: JSONObject, andActionExtras actionExtras: JSONObject)
    /// An action handed key-values to the host.
    func inAppNotificationButtonTapped(withCustomExtras customExtras: JSONObject)
}

extension InAppNotificationDelegate {
    public func shouldShowInAppNotification(withExtras extras: JSONObject) -> Bool { true }
    public func inAppNotificationDidShow(templateName: String) {}
    public func inAppNotificationDismissed(
        withExtras extras: JSONObject, andActionExtras actionExtras: JSONObject
    ) {}
    public func inAppNotificationButtonTapped(withCustomExtras customExtras: JSONObject) {}
}
