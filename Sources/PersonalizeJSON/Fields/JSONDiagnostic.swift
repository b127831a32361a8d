/// A record that was left out, or a field of it that was: what, where, why.
public struct JSONDiagnostic: Sendable, Equatable {
    /// What kind of thing it is, such as `definition`.
    public var what: String
    /// Where it stands in the document, such as `$.data[3].status`.
    public var path: String
    /// A stable word, such as `wrong_type`.
    public var reason: String
    /// One sentence for a person.
    public var message: String

    /// A diagnostic of the caller's own.
    public init(what: String, path: String, reason: String, message: String) {
        self.what = what
        self.path = path
        self.reason = reason
        self.message = message
    }

    /// A record whose fields are not what they must be.
    public init(what: String, _ error: FieldError) {
        self.init(what: what, path: error.path, reason: error.reason, message: error.message)
    }

    /// A record, or a document, that is no JSON or breaks a limit.
    public init(what: String, _ error: JSONError) {
        self.init(
            what: what, path: error.path ?? "$", reason: error.reason,
            message: "\(error.message) at line \(error.line), column \(error.column)")
    }
}
