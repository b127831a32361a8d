/// One element of a record list, parsed alone.
public struct JSONRecord: Sendable, Equatable {
    /// The list it stands in; empty when the document itself is the list.
    public let list: String
    /// Its place in the list, from 0, refused records counted.
    public let index: Int
    /// Where its bytes start in the document.
    public let offset: Int
    /// The record, or why it was refused.
    public let result: Result<JSONValue, JSONError>

    /// The record's place in the document, as `$.list[3]`.
    public var path: String { Self.path(list: list, index: index) }

    static func path(list: String, index: Int) -> String {
        list.isEmpty ? "$[\(index)]" : "$.\(list)[\(index)]"
    }
}
