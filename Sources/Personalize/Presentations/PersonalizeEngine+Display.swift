import PersonalizeRuntime

extension PersonalizeEngine {
    /// The presentation of an id, as `presentation.wanted` has it.
    ///
    /// Errors: `handle` for one that is not there.
    public func presentation(_ id: Int64) throws(PersonalizeError) -> PresentationContext {
        try PresentationContext(self, id: id)
    }

    /// The newest presentation of a template that is not dismissed; nil when
    /// there is none. `vendor` nil means any.
    public func presentation(
        of template: String, vendor: String? = nil
    ) throws(PersonalizeError) -> PresentationContext? {
        try runtime.presentation(ofTemplate: template, vendor: vendor)
            .map { id throws(PersonalizeError) in try presentation(id) }
    }

    /// Presents no more overlays until `resumeDisplay()`; they wait. Gives the
    /// state that follows, as `displayState()` does.
    @discardableResult
    public func suspendDisplay() throws(PersonalizeError) -> JSONObject { try steer(.suspend) }

    /// Drops the overlays that wait and that come, until `resumeDisplay()`.
    /// `dismissing` also asks for the one on show to be closed.
    @discardableResult
    public func discardOverlays(
        dismissing: Bool = false
    ) throws(PersonalizeError) -> JSONObject { try steer(.discard(dismisses: dismissing)) }

    /// Presents overlays again.
    @discardableResult
    public func resumeDisplay() throws(PersonalizeError) -> JSONObject { try steer(.resume) }

    /// The state is the one before hooks and callbacks run.
    private func steer(_ command: DisplayCommand) throws(PersonalizeError) -> JSONObject {
        defer { runtime.deliver() }
        try runtime.perform(.display(command))
        return try runtime.perform(.display(.state))
    }

    /// What is on show, what waits, and for what (docs/display.md).
    public func displayState() throws(PersonalizeError) -> JSONObject {
        try perform(.display(.state))
    }

    /// Removes the files of overlays, of one vendor instance or of all; gives
    /// how many went.
    ///
    /// Errors: `notFound`.
    @discardableResult
    public func clearFiles(
        vendor: String? = nil, expiredOnly: Bool = false
    ) throws(PersonalizeError) -> Int64 {
        let reply = try perform(
            .display(.clearFiles(vendor: vendor, expiredOnly: expiredOnly)))
        return reply["removed"]?.integer ?? 0
    }
}
