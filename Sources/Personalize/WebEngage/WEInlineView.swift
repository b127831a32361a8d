/// A place of the host's interface, by its tag.
///
/// It draws nothing: `content` is what to draw. It is closed with its last
/// reference.
public final class WEInlineView: @unchecked Sendable {
    private let personalization: WEPersonalization
    /// The placement beneath; nil before the first load.
    public private(set) var placement: PlacementHandle?
    public private(set) var tag: String?
    private var callbacks: (any WEPlaceholderCallback)?

    public init(_ personalization: WEPersonalization) { self.personalization = personalization }

    /// The height the host expects, in its own units. Kept with the place, and
    /// of no influence. Set it before loading.
    public var WEGExpHeight: Double? {
        didSet { try? placement?.configure(.expectedHeight(WEGExpHeight)) }
    }

    /// Whether the customer can see it.
    public var isVisible = true {
        didSet { try? placement?.setVisible(isVisible) }
    }

    /// Stands for the place with this tag from now on. A view that is used
    /// again, as in a cell of a table, lets go of the place it stood for.
    public func load(
        tag: String, callbacks: (any WEPlaceholderCallback)? = nil
    ) throws(PersonalizeError) {
        let isSame = tag == self.tag && placement != nil && callbacks === self.callbacks
        guard !isSame else { return }
        clearUIinPrepareForReuse()
        self.tag = tag
        self.callbacks = callbacks
        var options = PlacementOptions()
        options.expectedHeight = WEGExpHeight
        placement = try personalization.engine.openPlacement(
            PlacementSpecification(
                placement: tag, vendor: personalization.vendor, options: options))
        if !isVisible { try placement?.setVisible(false) }
        // After the view: content that is drawn fails where there is none.
        if let callbacks { try personalization.registerWEPlaceholderCallback(tag, callbacks) }
    }

    /// The same for a number.
    public func load(
        tag: Int, callbacks: (any WEPlaceholderCallback)? = nil
    ) throws(PersonalizeError) {
        try load(tag: String(tag), callbacks: callbacks)
    }

    /// Lets go of the place, before a cell is used again.
    public func clearUIinPrepareForReuse() {
        try? placement?.close()
        placement = nil
        if let tag, let callbacks { personalization.unregister(tag, callbacks) }
        tag = nil
        callbacks = nil
    }

    /// What to draw (docs/reference.md, Content); nil for nothing.
    public func content() throws(PersonalizeError) -> JSONObject? { try placement?.content() }

    /// Says that the customer used a part of it.
    public func click(_ part: ContentPart.Kind, index: Int = 0) throws(PersonalizeError) {
        try placement?.select(ContentPart(part, index: index))
    }
}
