/// In-apps, in the words of the vendor's SDK.
extension CleverTap {
    /// Shows no in-apps until `resumeInAppNotifications()`; they wait. The screen
    /// is one for the whole engine: so are these three.
    public func suspendInAppNotifications() throws(PersonalizeError) {
        try engine.suspendDisplay()
    }

    /// Drops the in-apps that wait and that come, until
    /// `resumeInAppNotifications()`. With `dismissInAppIfVisible` the presenter of
    /// the one on show is asked to close it.
    public func discardInAppNotifications(
        dismissInAppIfVisible: Bool = false
    ) throws(PersonalizeError) {
        try engine.discardOverlays(dismissing: dismissInAppIfVisible)
    }

    /// Shows in-apps again.
    public func resumeInAppNotifications() throws(PersonalizeError) {
        try engine.resumeDisplay()
    }

    /// Asks for in-apps now. The callback is called by `receive(_:)`: true when
    /// they have come. Several may wait.
    ///
    /// Errors: `state` before the start.
    public func fetchInApps(
        _ callback: (@Sendable (_ success: Bool) -> Void)? = nil
    ) throws(PersonalizeError) {
        let key = callback.map(remember)
        do throws(PersonalizeError) {
            try engine.fetchOverlays(vendor: config.id, key: key)
        } catch {
            if let key { forget(key) }
            throw error
        }
    }

    /// Removes the files of in-apps, all or those that have expired.
    public func clearInAppResources(expiredOnly: Bool) throws(PersonalizeError) {
        try engine.clearFiles(vendor: config.id, expiredOnly: expiredOnly)
    }

    /// Tells the dashboard which templates there are. Needs `allow_sync` in the
    /// configuration, and a test user at the vendor; leave it out of releases.
    /// Answered by the updates `templates.synced` and `templates.failed`.
    ///
    /// Errors: `state` before the start.
    public func syncCustomTemplates() throws(PersonalizeError) {
        try engine.syncTemplates(vendor: config.id)
    }

    /// What `syncCustomTemplates()` sends, without sending it.
    public func customTemplatesPayload() throws(PersonalizeError) -> JSONObject {
        try engine.templatesPayload(vendor: config.id)
    }
}
