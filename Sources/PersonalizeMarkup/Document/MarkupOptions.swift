/// What a vendor's markup looks like where vendors differ.
public struct MarkupOptions: Sendable {
    /// The start of the URL given to a close button; an id is appended to it.
    public var closeURLPrefix: String
    /// The attribute that makes any element a link.
    public var linkAttribute: String
    /// The attribute that says what a link is for: `browser`, `deep-link` or
    /// `close`.
    public var actionTypeAttribute: String
    /// Makes the id of a close button; asked once for each, in document order.
    ///
    /// The module has no randomness of its own. Ids have to differ within one
    /// document, or its close buttons become one action.
    public var makeCloseID: @Sendable () -> String

    /// Options with attribute names that have to begin with `data-`: others
    /// are not kept.
    public init(
        closeURLPrefix: String, linkAttribute: String = "data-link",
        actionTypeAttribute: String = "data-actiontype",
        makeCloseID: @escaping @Sendable () -> String
    ) {
        self.closeURLPrefix = closeURLPrefix
        self.linkAttribute = linkAttribute
        self.actionTypeAttribute = actionTypeAttribute
        self.makeCloseID = makeCloseID
    }
}
