/// What is wrong at an offset, before anybody works out its line.
///
/// The scan reports these: making one allocates nothing.
struct JSONFault: Error, Equatable {
    var reason: JSONError.Reason
    var position: Int
    /// jansson's own words, empty when the reason says everything.
    var detail = ""

    func message(_ limits: JSONLimits) -> String {
        switch reason {
        case .documentTooLarge: "the document is longer than \(limits.documentBytes) bytes"
        case .tooDeep: "nested deeper than \(limits.depth) levels"
        case .stringTooLong: "a string is longer than \(limits.stringBytes) bytes"
        case .numberTooLong: "a number is longer than \(limits.stringBytes) bytes"
        case .tooManyValues: "more than \(limits.values) values"
        case .truncated: "the document ends too early"
        case .mismatchedBracket: "a closing bracket has no opening one of its kind"
        case .nullCharacter: "the character U+0000 is not allowed"
        case .syntax, .invalidUTF8, .duplicateKey, .numberOutOfRange, .outOfMemory:
            detail.isEmpty ? "not JSON" : detail
        }
    }

    func error(at place: JSONPlace, limits: JSONLimits, path: String? = nil) -> JSONError {
        JSONError(
            reason: reason, message: message(limits), line: place.line, column: place.column,
            position: place.position, path: path)
    }
}
