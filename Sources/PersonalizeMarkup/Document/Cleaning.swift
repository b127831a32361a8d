/// The steps from a vendor's text to a clean document.
struct Cleaning {
    static let byteLimit = 1 << 20
    /// Writing and reading again settles at once or after a step or two;
    /// what moves for longer is refused.
    static let roundLimit = 6

    let options: MarkupOptions

    func clean(_ html: String) throws(MarkupError) -> Markup {
        guard html.utf8.count <= Self.byteLimit else {
            throw MarkupError(.tooLarge, "The document is larger than 1 MiB.")
        }
        let source = Array(html.utf8)
        let isEmpty = source.allSatisfy(ASCII.isSpace)
        guard NestingScan.isAcceptable(source) else {
            throw MarkupError(.tooDeep, "More than \(NestingScan.limit) elements are open.")
        }

        var log = RemovalLog()
        var tree = try ParsedSource.tree(of: ParsedSource.prepared(source), log: &log)
        ActionResolver(options: options).resolve(&tree, log: &log)
        var written = TreeWriter.write(tree)

        // What a parser makes of the written text has to be what was vetted.
        var ignored = RemovalLog()
        var round = 0
        while true {
            tree = try ParsedSource.tree(of: written.bytes, log: &ignored)
            let again = TreeWriter.write(tree)
            if again.bytes == written.bytes { break }
            round += 1
            guard round < Self.roundLimit else {
                throw MarkupError(.unstable, "The document does not keep its structure.")
            }
            written = again
        }
        let actions = ActionCollector(options: options).collect(tree, log: &log)
        return Markup(written: written, actions: actions, isEmpty: isEmpty, log: log)
    }
}
