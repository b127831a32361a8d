import PersonalizeCleverTap
import PersonalizeExponea
import PersonalizeHouse
import PersonalizeRuntime
import PersonalizeWebEngage

/// Personalised content of several vendors, decided and tracked; the host
/// draws.
///
/// The engine owns no thread and never waits for the network. Calls are done
/// when they return, or answered by an update. Run it by iterating over
/// `updates`, or by hand with `wait(milliseconds:)`, or from a loop of your own
/// with `descriptor` and `process()`.
///
/// ```swift
/// let engine = try PersonalizeEngine(configuration: [
///     "version": 1,
///     "vendors": [["id": "shop", "kind": "exponea", "project_token": "…",
///                  "authorization": "Token …"]],
/// ])
/// let hero = try engine.openPlacement("home_top")
/// try engine.start()
/// for await update in engine.updates where update.name == "placement.shown" {
///     print(try hero.content() ?? [:])
/// }
/// ```
///
/// Any method may be called from any thread. Every call throws
/// `PersonalizeError` with the code `handle` once the engine is closed, and
/// `forked` in a child process, besides what it says itself.
public final class PersonalizeEngine: Sendable {
    let runtime: Runtime
    let iterations = Iterations()

    /// The library's version.
    public static let version = Runtime.version

    static let factories: [any AdapterFactory] = [
        ExponeaFactory(), CleverTapFactory(), WebEngageFactory(), HouseFactory(),
    ]

    /// Opens an engine: reads its storage and fetches nothing. The members of a
    /// configuration are listed in docs/configuration.md.
    ///
    /// Errors: `configuration`, `storage`, `storageBusy`.
    public convenience init(configuration: JSONObject) throws(PersonalizeError) {
        try self.init(configuration: JSONValue.object(configuration).encoded())
    }

    /// Opens an engine by a configuration in JSON.
    ///
    /// Errors: `json` and `limit` as well.
    public init(configuration: String) throws(PersonalizeError) {
        runtime = try Runtime.open(configuration: configuration, factories: Self.factories)
    }

    /// An engine for a child process, in place of this inherited one, on a
    /// storage of its own; start it next. Placements and hooks of this one are
    /// not taken over, and this one is of no more use in the child.
    ///
    /// Errors: `state` outside a child, `storage`, `storageBusy`.
    public func reopened(storage: String) throws(PersonalizeError) -> PersonalizeEngine {
        PersonalizeEngine(try runtime.reopened(storage: storage))
    }

    private init(_ runtime: Runtime) { self.runtime = runtime }

    /// Lets the engine work. Placements opened before are loaded. Starting
    /// twice does nothing.
    public func start() throws(PersonalizeError) { try perform(.start) }

    /// Closes the engine. What was accepted is stored and goes out after the
    /// next opening. Closing twice does nothing.
    public func close() {
        iterations.endAll()
        try? runtime.close()
    }

    /// The whole state, for a support desk. Secrets are left out.
    public func state() throws(PersonalizeError) -> JSONObject {
        let state = try runtime.state()
        runtime.deliver()
        return state
    }

    /// The accounts: for each vendor, accepted = sent + pending + dropped.
    public func stats() throws(PersonalizeError) -> JSONObject { try perform(.stats) }

    /// Why a placement shows what it shows (docs/reference.md, Explanations).
    ///
    /// Errors: `notFound` for a vendor that is not configured.
    public func explain(
        placement: String, vendor: String? = nil
    ) throws(PersonalizeError) -> JSONObject {
        try perform(.explain(placement: placement, vendor: vendor))
    }

    /// Why overlays are, or are not, shown: which trigger, condition, limit or
    /// cap decides, and what waits (docs/reference.md, Explanations).
    ///
    /// Errors: `notFound` for a vendor or a campaign that is not there,
    /// `state` when no vendor has overlays.
    public func explain(_ question: OverlayQuestion) throws(PersonalizeError) -> JSONObject {
        try perform(.explainOverlays(question))
    }

    /// Runs a journal again and compares; the report has `identical`,
    /// `commands`, `updates` and `first_difference`.
    ///
    /// Errors: `json`, `argument`, `configuration`.
    public static func replay(journal: String) throws(PersonalizeError) -> JSONObject {
        try Replay.run(journal: journal, factories: factories)
    }

    /// Carries out a command, then what the host has registered for.
    @discardableResult
    func perform(_ command: Command) throws(PersonalizeError) -> JSONObject {
        defer { runtime.deliver() }
        return try runtime.perform(command)
    }
}
