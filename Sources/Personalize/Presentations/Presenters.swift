import Dispatch

/// Whoever presents templates and functions, by their names.
///
/// Updates have one consumer, which is the host: hand each to `receive(_:)`, and
/// the presenters hear of theirs.
///
/// ```swift
/// let presenters = Presenters(engine)
/// presenters.register(PromoCard(), for: "Promo card")
/// try engine.start()
/// for await update in engine.updates { presenters.receive(update) }
/// ```
///
/// May be used from any thread; presenters are called on the one that hands the
/// update over, with no lock held.
public final class Presenters: @unchecked Sendable {
    public let engine: PersonalizeEngine
    private let guardian = DispatchQueue(label: "personalize.presenters")
    private var presenters: [Key: any Presenter] = [:]
    private var contexts: [Int64: PresentationContext] = [:]

    private struct Key: Hashable {
        var template: String
        var vendor: String?
    }

    public init(_ engine: PersonalizeEngine) { self.engine = engine }

    /// Has a presenter present a template or function, of one vendor instance
    /// or, with nil, of all that no other presenter is registered for.
    public func register(
        _ presenter: any Presenter, for template: String, vendor: String? = nil
    ) {
        guardian.sync { presenters[Key(template: template, vendor: vendor)] = presenter }
    }

    /// What is presented and not dismissed, newest first.
    public var active: [PresentationContext] {
        guardian.sync { contexts.keys.sorted(by: >).compactMap { contexts[$0] } }
    }

    /// Hands an update to the presenter it is for. What nobody is registered for
    /// is left to the host, which got the update as well.
    public func receive(_ update: Update) {
        guard let id = update["presentation_id"]?.integer else { return }
        switch update.name {
        case "presentation.wanted": present(id, update)
        case "presentation.close_wanted":
            guard let context = guardian.sync(execute: { contexts[id] }) else { return }
            (presenter(of: update) as? any ClosingPresenter)?.onClose(context: context)
        case "presentation.dismissed", "presentation.failed":
            guardian.sync { contexts[id] = nil }
        default: break
        }
    }

    private func present(_ id: Int64, _ update: Update) {
        // The same id comes again when the storage failed: it is on show then.
        let isNew = guardian.sync { contexts[id] == nil }
        guard isNew, let presenter = presenter(of: update),
            let context = try? PresentationContext(engine, id: id)
        else { return }
        // What an action called has no update at its end, so it is not kept.
        if update["action"] != true || update["visual"] == true {
            guardian.sync { contexts[id] = context }
        }
        do { try presenter.onPresent(context: context) } catch {
            guardian.sync { contexts[id] = nil }
            _ = try? context.failed("\(error)")
        }
    }

    private func presenter(of update: Update) -> (any Presenter)? {
        let template = update["template"]?.string ?? ""
        return guardian.sync {
            presenters[Key(template: template, vendor: update.vendor)]
                ?? presenters[Key(template: template, vendor: nil)]
        }
    }
}
