/// What a vendor may want to hear of an overlay.
public enum OverlayHappening: Sendable, Equatable {
    /// The host says that the customer sees it.
    case presented
    /// The customer chose an action. The argument's name is the full dotted
    /// one.
    case clicked(argument: String, TemplateAction)
    /// The host says that it is gone. Never told without `presented`.
    case dismissed
}

/// What a function of the vendor's own does; the host carries it out.
public enum SystemEffect: Sendable, Equatable {
    /// Never empty.
    case openURL(String)
    /// `opensSettings` asks for the system's settings where the customer has
    /// refused before.
    case askPermission(opensSettings: Bool)
    case askRating
}
