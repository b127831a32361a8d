/// What a host does when something happens to a static content block.
///
/// Whoever sets one takes over the default: nothing is tracked and no URL is
/// opened unless the original behaviour is called, or the host tracks by hand.
public protocol InAppContentBlockCallbackType: AnyObject, Sendable {
    func onMessageShown(placeholderId: String, contentBlock: InAppContentBlockResponse)
    func onNoMessageFound(placeholderId: String)
    func onError(
        placeholderId: String, contentBlock: InAppContentBlockResponse?, errorMessage: String)
    func onCloseClicked(placeholderId: String, contentBlock: InAppContentBlockResponse)
    func onActionClicked(
        placeholderId: String, contentBlock: InAppContentBlockResponse,
        action: InAppContentBlockAction)
}

/// What a host does when something happens to a carousel. The default happens
/// besides, as far as the two flags leave it; they are read at use.
public protocol ContentBlockCarouselCallbackType: AnyObject, Sendable {
    var overrideDefaultBehavior: Bool { get set }
    var trackActions: Bool { get set }
    func onMessageShown(placeholderId: String, contentBlock: InAppContentBlockResponse)
    func onNoMessageFound(placeholderId: String)
    func onError(
        placeholderId: String, contentBlock: InAppContentBlockResponse?, errorMessage: String)
    func onCloseClicked(placeholderId: String, contentBlock: InAppContentBlockResponse)
    func onActionClickedSafari(
        placeholderId: String, contentBlock: InAppContentBlockResponse,
        action: InAppContentBlockAction)
}

/// Answers one question about the behaviour. The original behaviour says yes
/// to what it is called for; the engine does it afterwards.
final class BehaviourAnswer {
    var isTracked: Bool
    var isOpened: Bool

    init(isTracked: Bool, isOpened: Bool) {
        self.isTracked = isTracked
        self.isOpened = isOpened
    }

    var json: JSONObject { ["track": .bool(isTracked), "open": .bool(isOpened)] }
}

/// The default behaviour, for a callback that wraps it. It counts while the
/// callback runs that it is called from.
final class OriginalBehaviour: InAppContentBlockCallbackType, @unchecked Sendable {
    /// Set while a callback runs, on the thread that runs it; the engine never
    /// asks two questions at once.
    var answer: BehaviourAnswer?

    func onMessageShown(placeholderId: String, contentBlock: InAppContentBlockResponse) {
        answer?.isTracked = true
    }

    func onNoMessageFound(placeholderId: String) {}

    func onError(
        placeholderId: String, contentBlock: InAppContentBlockResponse?, errorMessage: String
    ) { answer?.isTracked = true }

    func onCloseClicked(placeholderId: String, contentBlock: InAppContentBlockResponse) {
        answer?.isTracked = true
    }

    func onActionClicked(
        placeholderId: String, contentBlock: InAppContentBlockResponse,
        action: InAppContentBlockAction
    ) {
        answer?.isTracked = true
        answer?.isOpened = true
    }
}

/// The flags alone.
final class DefaultCarouselCallback: ContentBlockCarouselCallbackType, @unchecked Sendable {
    var overrideDefaultBehavior = false
    var trackActions = true

    func onMessageShown(placeholderId: String, contentBlock: InAppContentBlockResponse) {}
    func onNoMessageFound(placeholderId: String) {}
    func onError(
        placeholderId: String, contentBlock: InAppContentBlockResponse?, errorMessage: String
    ) {}
    func onCloseClicked(placeholderId: String, contentBlock: InAppContentBlockResponse) {}
    func onActionClickedSafari(
        placeholderId: String, contentBlock: InAppContentBlockResponse,
        action: InAppContentBlockAction
    ) {}
}

/// A question about the behaviour, read.
struct BehaviourQuestion {
    let event: String
    let placeholderId: String
    let block: InAppContentBlockResponse?
    let action: InAppContentBlockAction?
    let message: String

    init(_ question: JSONObject) {
        event = question["event"]?.string ?? ""
        placeholderId = question["placement"]?.string ?? ""
        block = question["campaign"]?.object.flatMap(InAppContentBlockResponse.init)
        action = question["action"]?.object.flatMap(InAppContentBlockAction.init)
        message = question["message"]?.string ?? ""
    }
}
