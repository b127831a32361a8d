import Dispatch

/// A row's block.
public struct UsedInAppContentBlocks: Sendable, Equatable {
    public var messageId: String
    public var placeholder: String
    public var indexPath: String
    /// Nil until the host has reported one.
    public var height: Double?
    public var isActive: Bool
}

/// The vendor's manager of content blocks over an engine.
///
/// It takes the hooks `behaviour_override`, `carousel_filter` and
/// `carousel_sort`. Updates have one consumer, which is the host: hand each to
/// `receive(_:)`, and the views and callbacks hear of theirs.
///
/// ```swift
/// let manager = try InAppContentBlocksManager(engine)
/// let view = try StaticInAppContentBlockView(placeholder: "home_top", manager: manager)
/// try engine.start()
/// for await update in engine.updates { manager.receive(update) }
/// ```
public final class InAppContentBlocksManager: @unchecked Sendable {
    public let engine: PersonalizeEngine
    /// The instance it draws from; nil for the first.
    public let vendor: String?
    private let guardian = DispatchQueue(label: "personalize.content-blocks")
    private var views: [Int64: WeakView] = [:]
    private var cells: [String: PlacementHandle] = [:]
    private var refresh: (@Sendable (_ indexPath: String) -> Void)?

    private struct WeakView {
        weak var view: InAppContentBlockView?
    }

    public init(_ engine: PersonalizeEngine, vendor: String? = nil) throws(PersonalizeError) {
        self.engine = engine
        self.vendor = vendor
        try engine.setHook(.behaviourOverride) { [weak self] question in
            self?.view(question)?.answer(BehaviourQuestion(question))
        }
        for hook in [HookName.carouselFilter, .carouselSort] {
            try engine.setHook(hook) { [weak self] question in
                (self?.view(question) as? CarouselInAppContentBlockView)?.choose(hook, question)
            }
        }
    }

    /// Asks ahead for what placeholders could show.
    public func prefetchPlaceholdersWithIds(ids: [String]) throws(PersonalizeError) {
        try engine.prefetch(placements: ids)
    }

    /// Called with the row that is to be drawn anew.
    public var refreshCallback: (@Sendable (_ indexPath: String) -> Void)? {
        get { guardian.sync { refresh } }
        set { guardian.sync { refresh = newValue } }
    }

    /// What a row shows (docs/reference.md, Content), while it is drawn; nil for
    /// an empty row.
    public func prepareInAppContentBlockView(
        placeholderId: String, indexPath: String
    ) throws(PersonalizeError) -> JSONObject? {
        let cell = try cell(placeholderId, indexPath)
        return try cell.prepare() ? cell.content() : nil
    }

    /// The placement of a row, for clicks and reports; opened when it is new.
    public func cell(
        _ placeholderId: String, _ indexPath: String
    ) throws(PersonalizeError) -> PlacementHandle {
        let cell = try engine.openPlacement(
            PlacementSpecification(
                placement: placeholderId, kind: .cell, slot: indexPath, vendor: vendor))
        guardian.sync { cells["\(cell.id)"] = cell }
        return cell
    }

    /// The block of a row that is drawn; nil when it has none.
    public func getUsedInAppContentBlocks(
        placeholder: String, indexPath: String
    ) throws(PersonalizeError) -> UsedInAppContentBlocks? {
        let state = try cell(placeholder, indexPath).state()
        guard let message = state["campaign"]?["id"]?.string else { return nil }
        return UsedInAppContentBlocks(
            messageId: message, placeholder: placeholder, indexPath: indexPath,
            height: state["height"]?.double, isActive: true)
    }

    /// Hands an update to whoever it is for.
    public func receive(_ update: Update) {
        if update.name == "placement.refresh_wanted", let slot = update["slot"]?.string {
            refreshCallback?(slot)
        }
        guard let id = update.placementID else { return }
        guardian.sync { views[id]?.view }?.receive(update)
    }

    func remember(_ view: InAppContentBlockView) {
        guardian.sync { views[view.placement.id] = WeakView(view: view) }
    }

    /// Later, since a view may go away while the guardian holds it.
    func forget(_ placement: Int64) { guardian.async { self.views[placement] = nil } }

    private func view(_ question: JSONObject) -> InAppContentBlockView? {
        guard let id = question["placement_id"]?.integer else { return nil }
        return guardian.sync { views[id]?.view }
    }

    /// Any open placement of a placeholder, to track by.
    func handle(of placeholder: String) throws(PersonalizeError) -> PlacementHandle {
        // Views leave the guardian before they may go away.
        let (open, rows) = guardian.sync {
            (
                views.keys.sorted().compactMap { views[$0]?.view },
                cells.keys.sorted().compactMap { cells[$0] }
            )
        }
        let known = open.map(\.placement) + rows
        guard let handle = known.first(where: { $0.name == placeholder }) else {
            throw PersonalizeError(
                .notFound, "unknown_placement",
                "No view of the placeholder \"\(placeholder)\" is open.",
                hint: "Make a view of it, or prepare a row.")
        }
        return handle
    }
}
