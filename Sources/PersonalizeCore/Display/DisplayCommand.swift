/// What a host can do with the place for overlays.
public enum DisplayCommand: Sendable, Equatable {
    case suspend
    /// Drops what waits and what comes. `dismisses` also asks for what is on
    /// show to be closed.
    case discard(dismisses: Bool)
    case resume
    case state
    /// Removes downloaded files, of one vendor or of all.
    case clearFiles(vendor: String?, expiredOnly: Bool)
}

/// What a host can do with a presentation.
public enum PresentationCommand: Sendable, Equatable {
    /// The customer sees it.
    case presented
    /// It is gone.
    case dismissed
    /// The customer chose the action of an argument.
    case trigger(argument: String)
    /// The host could not present it.
    case failed(message: String)
    /// The host reads it no more.
    case release
}
