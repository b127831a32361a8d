/// Why a document or one record of it was refused, and where.
public struct JSONError: Error, Sendable, Equatable {
    /// A stable id: one of the raw values of `Reason`.
    public let reason: String
    /// What is wrong, in a sentence for a person.
    public let message: String
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int
    /// The offset in the document, in bytes from 0.
    public let position: Int
    /// The record it happened in, as `$.list[3]`; nil for the document.
    public let path: String?

    public init(
        reason: Reason, message: String, line: Int, column: Int, position: Int, path: String? = nil
    ) {
        self.reason = reason.rawValue
        self.message = message
        self.line = line
        self.column = column
        self.position = position
        self.path = path
    }

    /// The reasons there are.
    public enum Reason: String, Sendable, CaseIterable {
        case documentTooLarge = "document_too_large"
        case tooDeep = "too_deep"
        case stringTooLong = "string_too_long"
        case numberTooLong = "number_too_long"
        case tooManyValues = "too_many_values"
        case truncated = "truncated"
        case mismatchedBracket = "mismatched_bracket"
        case syntax = "syntax"
        case invalidUTF8 = "invalid_utf8"
        case duplicateKey = "duplicate_key"
        case numberOutOfRange = "number_out_of_range"
        case nullCharacter = "null_character"
        case outOfMemory = "out_of_memory"
    }
}

extension JSONError: CustomStringConvertible {
    /// The message with the place, as a log line has it.
    public var description: String {
        let place = path.map { " in \($0)" } ?? ""
        return "\(message) at line \(line), column \(column)\(place)"
    }
}
