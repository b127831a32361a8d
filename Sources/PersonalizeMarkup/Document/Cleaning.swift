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
        var (tree, written) = try pass(ParsedSource.prepared(source), &log)

        if Stability.isCertain(tree) { return markup(tree, written, isEmpty, &log) }

        // What a parser makes of the written text has to be what was vetted,
        // down to the links: a pass over it may not change it any more.
        var ignored = RemovalLog()
        for _ in 0..<Self.roundLimit {
            let again = try pass(written.bytes, &ignored)
            tree = again.tree
            if again.written.bytes == written.bytes {
                return markup(tree, written, isEmpty, &log)
            }
            written = again.written
        }
        throw MarkupError(.unstable, "The document does not keep its structure.")
    }

    private func markup(
        _ tree: Tree, _ written: WrittenDocument, _ isEmpty: Bool, _ log: inout RemovalLog
    ) -> Markup {
        let actions = ActionCollector(options: options).collect(tree, log: &log)
        return Markup(written: written, actions: actions, isEmpty: isEmpty, log: log)
    }

    private func pass(
        _ source: [UInt8], _ log: inout RemovalLog
    ) throws(MarkupError) -> (tree: Tree, written: WrittenDocument) {
        var tree = try ParsedSource.tree(of: source, log: &log)
        ActionResolver(options: options).resolve(&tree, log: &log)
        return (tree, TreeWriter.write(tree))
    }
}
