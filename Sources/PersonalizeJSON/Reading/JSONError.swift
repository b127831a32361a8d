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

    /// An error of one of the known reasons.
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
        /// `JSONLimits.documentBytes` is exceeded.
        case documentTooLarge = "document_too_large"
        /// `JSONLimits.depth` is exceeded.
        case tooDeep = "too_deep"
        /// A string or key exceeds `JSONLimits.stringBytes`.
        case stringTooLong = "string_too_long"
        /// A number or other bare word exceeds `JSONLimits.stringBytes`.
        case numberTooLong = "number_too_long"
        /// `JSONLimits.values` is exceeded.
        case tooManyValues = "too_many_values"
        /// The document ends inside a string or an open bracket, or is empty.
        case truncated = "truncated"
        /// A closing bracket closes nothing, or one of the other kind.
        case mismatchedBracket = "mismatched_bracket"
        /// Not JSON in some other way.
        case syntax = "syntax"
        /// A string is not UTF-8.
        case invalidUTF8 = "invalid_utf8"
        /// An object has a key twice, or a document a record list.
        case duplicateKey = "duplicate_key"
        /// An integer beyond `Int64` or a number beyond `Double`.
        case numberOutOfRange = "number_out_of_range"
        /// A string or key holds U+0000, which C hosts cannot take.
        case nullCharacter = "null_character"
        /// jansson found no memory.
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
