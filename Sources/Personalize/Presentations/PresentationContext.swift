import PersonalizeRuntime

/// One invocation of a template or function, for the presenter of it.
///
/// What it says of its arguments can be read as long as it is kept, whatever
/// became of the presentation; what is said to it counts until it is dismissed.
/// May be used from any thread.
public final class PresentationContext: Sendable {
    public let engine: PersonalizeEngine
    /// Names it in updates.
    public let id: Int64
    /// Its arguments as they were when it was wanted.
    public let arguments: PresentationArguments

    init(_ engine: PersonalizeEngine, id: Int64) throws(PersonalizeError) {
        self.engine = engine
        self.id = id
        self.arguments = try engine.runtime.arguments(ofPresentation: id)
    }

    /// The name of the template or function.
    public var template: String { arguments.template }
    /// The vendor instance.
    public var vendor: String { arguments.vendor }

    public func string(_ name: String) -> String? { arguments.string(name) }
    public func boolean(_ name: String) -> Bool? { arguments.boolean(name) }
    /// A number without its fraction; see `PresentationArguments.integer(_:)`.
    public func integer(_ name: String) -> Int64? { arguments.integer(name) }
    public func double(_ name: String) -> Double? { arguments.double(name) }
    /// The absolute path of a file.
    public func file(_ name: String) -> String? { arguments.file(name) }
    /// Everything within a map, with nested maps.
    public func map(_ name: String) -> JSONObject? { arguments.map(name) }

    /// Says that the customer sees it; false when that was said before, or it
    /// was dismissed.
    ///
    /// Errors: `handle` when it was released or dismissed long ago, `storage`.
    @discardableResult
    public func presented() throws(PersonalizeError) -> Bool { try say(.presented) }

    /// Says that it is gone; false when that was said before.
    ///
    /// Errors: the same.
    @discardableResult
    public func dismissed() throws(PersonalizeError) -> Bool { try say(.dismissed) }

    /// Has the action of an argument carried out; false when there is none, or
    /// it was dismissed.
    ///
    /// Errors: the same.
    @discardableResult
    public func triggerAction(_ argument: String) throws(PersonalizeError) -> Bool {
        try say(.trigger(argument: argument))
    }

    /// Says that it cannot be presented; the next one comes.
    ///
    /// Errors: the same.
    @discardableResult
    public func failed(_ message: String = "") throws(PersonalizeError) -> Bool {
        try say(.failed(message: message))
    }

    /// Lets the engine forget it, and dismisses it if that was not done.
    ///
    /// Errors: the same.
    public func release() throws(PersonalizeError) { _ = try say(.release) }

    private func say(_ command: PresentationCommand) throws(PersonalizeError) -> Bool {
        try engine.perform(.presentation(id: id, command))["done"] == true
    }
}

extension PresentationContext: CustomStringConvertible {
    /// The name with all arguments, for a log.
    public var description: String { arguments.description }
}
