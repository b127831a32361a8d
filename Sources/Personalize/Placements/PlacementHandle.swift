import PersonalizeRuntime

/// An open placement.
///
/// It closes itself with its last reference, unless it is a cell: those stay
/// open, for rows come and go. Every method throws
/// `PersonalizeError` with the code `handle` once it is closed.
public final class PlacementHandle: Sendable {
    let engine: PersonalizeEngine
    /// The id that updates name it by.
    public let id: Int64
    /// The placement's name.
    public let name: String

    private let isCell: Bool

    init(engine: PersonalizeEngine, id: Int64, _ specification: PlacementSpecification) {
        self.engine = engine
        self.id = id
        name = specification.placement
        isCell = specification.kind == .cell
    }

    deinit {
        guard !isCell else { return }
        _ = try? engine.perform(.placementClose(id: id))
    }

    /// What it shows (docs/reference.md, Content); nil when it shows nothing.
    public func content() throws(PersonalizeError) -> JSONObject? {
        guard let text = try contentText() else { return nil }
        let limits = JSONLimits(
            documentBytes: 256 << 20, depth: JSONLimits.deepest, stringBytes: 256 << 20)
        return (try? JSONValue.parse(text, limits: limits))?.object
    }

    /// The same as JSON, without parsing it.
    public func contentText() throws(PersonalizeError) -> String? {
        try engine.runtime.withContent(id) { $0?.string }
    }

    /// Loads again. `force` asks the vendor even for what is still fresh. What
    /// is shown stays until the load is answered.
    public func reload(force: Bool = false, key: String? = nil) throws(PersonalizeError) {
        try engine.perform(.placementReload(id: id, force: force, key: key))
    }

    /// Says that the customer followed a link of the content.
    public func click(_ url: String) throws(PersonalizeError) {
        try engine.perform(.placementClick(id: id, url: url))
    }

    /// Says that the customer closed the content by a control of the host's.
    ///
    /// Errors: `state` when nothing is shown.
    public func dismiss() throws(PersonalizeError) {
        try engine.perform(.placementDismiss(id: id))
    }

    /// Says whether the host can show anything now. While it cannot, loads
    /// after an interaction wait.
    public func setAttached(_ isAttached: Bool) throws(PersonalizeError) {
        try report(.attached(isAttached))
    }

    /// Tells how large the content came out, in the host's own units.
    public func reportSize(width: Double? = nil, height: Double?) throws(PersonalizeError) {
        try report(.size(width: width, height: height))
    }

    /// Tells that the content could not be drawn.
    ///
    /// Errors: `state` when nothing is shown.
    public func reportFailure(_ message: String) throws(PersonalizeError) {
        try report(.failed(message: message))
    }

    /// Closes it.
    public func close() throws(PersonalizeError) {
        try engine.perform(.placementClose(id: id))
    }

    private func report(_ report: PlacementReport) throws(PersonalizeError) {
        try engine.perform(.placementReport(id: id, report))
    }
}
