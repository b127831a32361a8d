/// Carries out functions.
public protocol Presenter: AnyObject, Sendable {
    /// Carries it out: call `presented` when it is done or can be seen, and
    /// `dismissed` at the end. One that throws has failed, and the next comes.
    func onPresent(context: PresentationContext) throws
}

/// Draws templates.
public protocol ClosingPresenter: Presenter {
    /// Takes what was drawn away, then calls `dismissed`.
    func onClose(context: PresentationContext)
}
