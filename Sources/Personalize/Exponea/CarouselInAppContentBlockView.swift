/// The current block of a carousel.
public struct CarouselOnShowMessageData: Sendable, Equatable {
    public var placeholderId: String
    public var contentBlock: InAppContentBlockResponse
    /// From 0, in the list without repetitions.
    public var index: Int
    public var count: Int
}

/// The blocks of a carousel.
public struct CarouselOnChangeData: Sendable, Equatable {
    public var count: Int
    public var messages: [InAppContentBlockResponse]
}

/// A placeholder that shows all of its blocks in turn. Nothing is loaded until
/// `reload()`.
open class CarouselInAppContentBlockView: InAppContentBlockView, @unchecked Sendable {
    /// Called each time a block becomes the current one.
    public var onMessageShown: ((CarouselOnShowMessageData) -> Void)?
    /// Called after a load, and whenever a block was taken out.
    public var onMessageChanged: ((CarouselOnChangeData) -> Void)?
    /// Its flags are read at use.
    public var contentBlockCarouselCallback: any ContentBlockCarouselCallbackType

    /// - Parameters:
    ///   - maxMessagesCount: 0 for all.
    ///   - customHeight: nil for what the host reports.
    ///   - scrollDelay: in seconds; 0 for none.
    public init(
        placeholder: String, maxMessagesCount: Int = 0, customHeight: Double? = nil,
        scrollDelay: Double = 3,
        customContentBlockCarouselCallback: (any ContentBlockCarouselCallbackType)? = nil,
        manager: InAppContentBlocksManager
    ) throws(PersonalizeError) {
        contentBlockCarouselCallback =
            customContentBlockCarouselCallback ?? DefaultCarouselCallback()
        let milliseconds = (scrollDelay * 1000).rounded()
        try super.init(
            PlacementSpecification(
                placement: placeholder, kind: .carousel, vendor: manager.vendor,
                options: PlacementOptions(
                    maximumCount: Int64(maxMessagesCount),
                    scrollDelay: Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : 0),
                    customHeight: customHeight)), manager: manager)
        manager.remember(self)
    }

    /// Lets go of everything; as often as it is called.
    public func release() throws(PersonalizeError) { try placement.carousel(.release) }

    /// Goes on with what was left of the period.
    public func continueWithTimer() throws(PersonalizeError) { try placement.carousel(.resume) }

    /// The current block; nil when it is empty.
    public func getShownContentBlock() throws(PersonalizeError) -> InAppContentBlockResponse? {
        try placement.state()["campaign"]?.object.flatMap(InAppContentBlockResponse.init)
    }

    /// From 0; -1 when it is empty.
    public func getShownIndex() throws(PersonalizeError) -> Int {
        Int(try placement.state()["index"]?.integer ?? -1)
    }

    /// How many blocks take turns.
    public func getShownCount() throws(PersonalizeError) -> Int {
        Int(try placement.state()["count"]?.integer ?? 0)
    }

    /// The blocks that take part, of those that passed the rules. `expired` had
    /// grown too old. Override to keep fewer; `super` keeps all.
    open func filterContentBlocks(
        placeholder: String, data: [InAppContentBlockResponse],
        expired: [InAppContentBlockResponse]
    ) -> [InAppContentBlockResponse] { data }

    /// The order of the blocks. Override for another; `super` gives the default
    /// order of what it is given.
    open func sortContentBlocks(
        data: [InAppContentBlockResponse]
    ) -> [InAppContentBlockResponse] {
        data.sorted { left, right in
            if left.loadPriority != right.loadPriority {
                return left.loadPriority > right.loadPriority
            }
            return (left.name.lowercased(), left.id) < (right.name.lowercased(), right.id)
        }
    }

    override func answer(_ question: BehaviourQuestion) -> JSONObject? {
        let callback = contentBlockCarouselCallback
        let id = question.placeholderId
        switch (question.event, question.block) {
        case ("shown", let block?):
            callback.onMessageShown(placeholderId: id, contentBlock: block)
        case ("empty", _): callback.onNoMessageFound(placeholderId: id)
        case ("error", let block):
            callback.onError(
                placeholderId: id, contentBlock: block, errorMessage: question.message)
        case ("close", let block?):
            callback.onCloseClicked(placeholderId: id, contentBlock: block)
        case ("click", let block?):
            guard let action = question.action else { return nil }
            callback.onActionClickedSafari(
                placeholderId: id, contentBlock: block, action: action)
        default: return nil
        }
        let isAction = question.event == "click" || question.event == "close"
        return BehaviourAnswer(
            isTracked: !isAction || callback.trackActions,
            isOpened: !callback.overrideDefaultBehavior
        ).json
    }

    override func receive(_ update: Update) {
        super.receive(update)
        switch update.name {
        case "carousel.shown":
            guard
                let block = update["campaign"]?.object.flatMap(InAppContentBlockResponse.init)
            else { return }
            onMessageShown?(
                CarouselOnShowMessageData(
                    placeholderId: placeholder, contentBlock: block,
                    index: Int(update["index"]?.integer ?? -1),
                    count: Int(update["count"]?.integer ?? 0)))
        case "carousel.changed":
            onMessageChanged?(
                CarouselOnChangeData(
                    count: Int(update["count"]?.integer ?? 0),
                    messages: Self.blocks(update["campaigns"])))
        default: break
        }
    }

    /// Answers a question about choice or order.
    func choose(_ hook: HookName, _ question: JSONObject) -> JSONObject {
        let blocks = Self.blocks(question["campaigns"])
        let chosen =
            hook == .carouselFilter
            ? filterContentBlocks(
                placeholder: placeholder, data: blocks,
                expired: Self.blocks(question["expired"]))
            : sortContentBlocks(data: blocks)
        return ["campaigns": .array(chosen.map { .string($0.id) })]
    }

    private static func blocks(_ value: JSONValue?) -> [InAppContentBlockResponse] {
        (value?.array ?? []).compactMap { $0.object.flatMap(InAppContentBlockResponse.init) }
    }
}
