/// Presents templates and carries out functions.
///
/// Both calls come on the thread that handed the update over. Keep the context
/// for as long as something of it is on show.
public protocol TemplatePresenter: AnyObject, Sendable {
    /// Shows it, then calls `context.presented()`; `context.dismissed()` when it
    /// is gone.
    func onPresent(context: TemplateContext)
    /// Takes it away, then calls `context.dismissed()`.
    func onCloseClicked(context: TemplateContext)
}

/// One presentation of a template or function.
///
/// Its values can be read as long as it is kept; what is said to it counts until
/// it is dismissed, and is ignored after that, as the vendor does.
public final class TemplateContext: Sendable, Hashable, CustomStringConvertible {
    /// The presentation beneath, with everything it can do.
    public let presentation: PresentationContext

    init(_ presentation: PresentationContext) { self.presentation = presentation }

    public var templateName: String { presentation.template }

    /// A text; nil for a name that is none, here and below.
    public func string(name: String) -> String? { presentation.string(name) }
    /// A truth value.
    public func boolean(name: String) -> Bool? { presentation.boolean(name) }
    /// A number.
    public func number(name: String) -> Double? { presentation.double(name) }
    /// A number without its fraction; what is too large is the largest there is.
    public func int(name: String) -> Int64? { presentation.integer(name) }
    /// The absolute path of a file.
    public func file(name: String) -> String? { presentation.file(name) }
    /// Everything whose name begins with `name` and a dot, as a dictionary.
    public func dictionary(name: String) -> JSONObject? { presentation.map(name) }

    /// Says that the customer sees it: the vendor is told, and it counts. False
    /// when it was said before, or could not be stored.
    @discardableResult
    public func presented() -> Bool { (try? presentation.presented()) ?? false }

    /// Says that it is gone: the next one comes. False as above.
    @discardableResult
    public func dismissed() -> Bool { (try? presentation.dismissed()) ?? false }

    /// Does what the campaign gave as the action of an argument. False when that
    /// is none, or it was dismissed.
    @discardableResult
    public func triggerAction(name: String) -> Bool {
        (try? presentation.triggerAction(name)) ?? false
    }

    /// The name with all values, for a log.
    public var description: String { presentation.description }

    /// Two are the same when they are about one presentation.
    public static func == (left: TemplateContext, right: TemplateContext) -> Bool {
        left.presentation.engine === right.presentation.engine
            && left.presentation.id == right.presentation.id
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(presentation.id) }
}

/// Takes the engine's words for the vendor's.
final class PresenterBridge: ClosingPresenter {
    private let presenter: any TemplatePresenter

    init(_ presenter: any TemplatePresenter) { self.presenter = presenter }

    func onPresent(context: PresentationContext) {
        presenter.onPresent(context: TemplateContext(context))
    }

    func onClose(context: PresentationContext) {
        presenter.onCloseClicked(context: TemplateContext(context))
    }
}
