import PersonalizeJSON

/// One invocation of a template, as the host holds it.
struct OverlayPresentation: Sendable {
    enum Stage: String, Sendable {
        /// The host was told to present it and has not said that it did.
        case wanted
        case presented
        /// Nothing more happens; it can still be read.
        case dismissed
    }

    /// The entry in the queue; below zero for one that waited in none.
    var number: Int64
    var vendor: Int
    var overlay: Overlay
    var definition: TemplateDefinition
    var values: TemplateValues
    /// Where its files are, by URL.
    var files: [String: String]
    /// Whom it is presented to: its events carry these names, whoever comes
    /// after.
    var identity: Identity
    /// The same for vendors that are told in batches.
    var audience = Audience()
    /// Wall milliseconds.
    var began: Int64
    var stage = Stage.wanted
    /// Whether the host has said that it was presented.
    var wasPresented = false
    /// The key-values of the action triggered last.
    var actionExtras = JSONObject()

    /// A function of the vendor's own that an action or a campaign called is
    /// carried out by the engine.
    var isOver: Bool { stage == .dismissed }

    /// Functions called by actions are not followed.
    var isFollowed: Bool { !overlay.isAction }
}
