public import PersonalizeCore
public import PersonalizeJSON
import PersonalizeTransport

extension Runtime {
    /// Takes the next update; nil when there is none or a callback takes them.
    /// The text lives until the next call of this method.
    public func nextUpdate() throws(PersonalizeError) -> BorrowedText? {
        try locked {
            retired.removeAll()
            lentUpdate = callbacks.current.update == nil ? updates.popFirst() : nil
            return lentUpdate?.borrowed
        }
    }

    /// What a placement shows; nil when that is nothing. The text lives until
    /// the next call of another method, from any thread.
    ///
    /// Errors: `handle` for a placement that is not open.
    public func content(_ placement: Int64) throws(PersonalizeError) -> BorrowedText? {
        try locked { () throws(PersonalizeError) in try text(of: placement)?.borrowed }
    }

    /// What a placement shows, handed to `read` while nothing can change it.
    public func withContent<Value>(
        _ placement: Int64, _ read: (BorrowedText?) throws(PersonalizeError) -> Value
    ) throws(PersonalizeError) -> Value {
        try locked { () throws(PersonalizeError) in try read(text(of: placement)?.borrowed) }
    }

    private func text(of placement: Int64) throws(PersonalizeError) -> Text? {
        if let text = contents[placement] { return text }
        guard engine.isOpen(placement) else {
            throw PersonalizeError(
                .handle, "unknown_placement", "There is no open placement with this id.",
                hint: "Use the id that opening gave; a closed placement's is invalid.")
        }
        return nil
    }

    /// The arguments of a presentation.
    ///
    /// Errors: `handle` for one that is not there.
    public func arguments(
        ofPresentation id: Int64
    ) throws(PersonalizeError) -> PresentationArguments {
        try locked { () throws(PersonalizeError) in
            guard let arguments = engine.arguments(ofPresentation: id) else {
                throw Engine.unknownPresentation
            }
            return arguments
        }
    }

    /// The newest presentation of a template that is not dismissed; nil when
    /// there is none. `vendor` nil means any.
    public func presentation(
        ofTemplate template: String, vendor: String?
    ) throws(PersonalizeError) -> Int64? {
        try locked { engine.presentation(ofTemplate: template, vendor: vendor) }
    }

    /// The whole state, the engine's and the runtime's own.
    public func state() throws(PersonalizeError) -> JSONObject {
        try locked { () throws(PersonalizeError) in
            retired.removeAll()
            defer { arm(wakes: true) }
            var state = try transact(.state, at: clock.now)
            state["runtime"] = [
                "version": .string(Self.version),
                "storage": .string(configuration.storage),
                "transport": .string(configuration.transport.rawValue),
                "manual_clock": .bool(clock.isManual),
                "journal": .bool(journal != nil),
                "updates_waiting": .integer(Int64(updates.count)),
                "requests_active": .integer(Int64(transport.activeCount + documents.activeCount)),
                "requests_held": .integer(Int64(held.requests.count)),
            ]
            return state
        }
    }
}
