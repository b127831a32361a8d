/// Why one field of a record or of the configuration was refused.
public struct FieldError: Error, Sendable, Equatable {
    /// The field, as `$.data[3].id`.
    public let path: String
    /// A stable id: one of the raw values of `Reason`.
    public let reason: String
    /// What is wrong, in a sentence for a person.
    public let message: String

    /// An error of one of the known reasons.
    public init(path: String, reason: Reason, message: String) {
        self.path = path
        self.reason = reason.rawValue
        self.message = message
    }

    /// The reasons there are.
    public enum Reason: String, Sendable, CaseIterable {
        /// The field is not there, or null.
        case missingField = "missing_field"
        /// Another kind of JSON value.
        case wrongType = "wrong_type"
        /// A number too small or too large.
        case outOfRange = "out_of_range"
        /// The right kind of value, but not one that is allowed.
        case invalidValue = "invalid_value"
        /// A key nobody reads.
        case unknownField = "unknown_field"
    }

    /// What to do about it, for whoever has no better advice.
    public var hint: String {
        switch Reason(rawValue: reason) {
        case .missingField: "Add it; null counts as missing."
        case .wrongType: "Give the kind of value that the message names."
        case .outOfRange: "Choose a value within the range."
        case .invalidValue, nil: "Choose a value that the message allows."
        case .unknownField: "Correct its spelling, or leave it out."
        }
    }

    /// The same error seen from further out, `prefix` being where it is.
    func inside(_ prefix: String) -> FieldError {
        FieldError(path: prefix + path, reasonID: reason, message: message)
    }

    private init(path: String, reasonID: String, message: String) {
        self.path = path
        self.reason = reasonID
        self.message = message
    }
}

extension FieldError: CustomStringConvertible {
    /// The path with the message, as a log line has it.
    public var description: String { "\(path): \(message)" }
}
