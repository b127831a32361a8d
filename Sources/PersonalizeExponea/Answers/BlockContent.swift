import PersonalizeJSON

/// The `content` of a block.
struct BlockContent: Equatable {
    /// UTF-8; nil when the content is there but has no HTML, which is how a
    /// control variant looks.
    var html: [UInt8]?

    /// Nil when there is no content. The difference matters: a personalised
    /// record with content replaces that of the definition even when it is
    /// empty, one without leaves it.
    static func read(_ fields: JSONFields) throws(FieldError) -> BlockContent? {
        guard let content = try fields.optionalFields("content") else { return nil }
        return BlockContent(
            html: try content.optional("html", as: .string).map { Array($0.utf8) })
    }
}
