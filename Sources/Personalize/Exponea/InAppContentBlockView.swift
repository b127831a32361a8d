/// What the views of content blocks have in common: a placement, whose hooks
/// and updates reach it through the manager.
///
/// Callbacks run on the thread whose call caused them, one at a time. Set them
/// before the load they are to hear of.
open class InAppContentBlockView: @unchecked Sendable {
    public let manager: InAppContentBlocksManager
    /// The placement beneath, with everything it can do.
    public let placement: PlacementHandle
    /// Called at the end of each load: whether something is on show.
    public var contentReadyCompletion: ((_ contentLoaded: Bool) -> Void)?
    /// Called when the host has reported another height.
    public var heightCompletion: ((_ height: Double) -> Void)?

    init(
        _ specification: PlacementSpecification, manager: InAppContentBlocksManager
    ) throws(PersonalizeError) {
        self.manager = manager
        placement = try manager.engine.openPlacement(specification)
    }

    deinit { manager.forget(placement.id) }

    public var placeholder: String { placement.name }

    /// What to draw (docs/reference.md, Content); nil for nothing.
    public func content() throws(PersonalizeError) -> JSONObject? { try placement.content() }

    /// Loads again.
    public func reload() throws(PersonalizeError) { try placement.reload() }

    /// Does what a button of the host's own stands for.
    public func invokeActionClick(actionUrl: String) throws(PersonalizeError) {
        try placement.invoke(actionUrl)
    }

    /// Answers a question about the behaviour; nil leaves the default.
    func answer(_ question: BehaviourQuestion) -> JSONObject? { nil }

    func receive(_ update: Update) {
        switch update.name {
        case "placement.ready": contentReadyCompletion?(update["ready"]?.bool ?? false)
        case "placement.resized": update["height"]?.double.map { heightCompletion?($0) }
        default: break
        }
    }
}

/// A placeholder that shows one block.
public final class StaticInAppContentBlockView: InAppContentBlockView, @unchecked Sendable {
    private let original = OriginalBehaviour()
    private var custom: (any InAppContentBlockCallbackType)?

    public init(
        placeholder: String, deferredLoad: Bool = false, manager: InAppContentBlocksManager
    ) throws(PersonalizeError) {
        // Deferred until the view is known, so that no callback is missed.
        try super.init(
            PlacementSpecification(
                placement: placeholder, vendor: manager.vendor, isDeferred: true),
            manager: manager)
        manager.remember(self)
        if !deferredLoad { try reload() }
    }

    /// The default behaviour until another is set, which may wrap it. Used
    /// from the next happening on.
    public var behaviourCallback: any InAppContentBlockCallbackType {
        get { custom ?? original }
        set { custom = newValue === original ? nil : newValue }
    }

    override func answer(_ question: BehaviourQuestion) -> JSONObject? {
        guard let custom else { return nil }
        let answer = BehaviourAnswer(isTracked: false, isOpened: false)
        let before = original.answer
        original.answer = answer
        defer { original.answer = before }
        let id = question.placeholderId
        switch (question.event, question.block) {
        case ("shown", let block?): custom.onMessageShown(placeholderId: id, contentBlock: block)
        case ("empty", _): custom.onNoMessageFound(placeholderId: id)
        case ("error", let block):
            custom.onError(
                placeholderId: id, contentBlock: block, errorMessage: question.message)
        case ("close", let block?): custom.onCloseClicked(placeholderId: id, contentBlock: block)
        case ("click", let block?):
            guard let action = question.action else { return nil }
            custom.onActionClicked(placeholderId: id, contentBlock: block, action: action)
        default: return nil
        }
        return answer.json
    }
}
