import CGumbo

/// HTML text to a tree of what is allowed.
///
/// The parser's memory lives only inside `tree(of:log:)`; everything that is
/// kept is copied out of it.
enum ParsedSource {
    /// A tree may be deeper than the scan counted, by elements whose end tag
    /// may be left out, but not by more than this.
    static let depthLimit: UInt32 = 2048
    /// Steps from nodes to the root, as a measure of the parser's time.
    static let workLimit: UInt64 = 32_000_000
    /// Bytes for a text of `count`; what real documents need is a tenth.
    static func memoryLimit(for count: Int) -> Int { 4 << 20 + count &* 128 }

    static let doctype: [UInt8] = Array("<!DOCTYPE html>".utf8)

    /// Makes every text parse in standards mode, as its output will: in the
    /// other mode a table may stand in a paragraph, which would move when the
    /// output is read. A later doctype of the text is ignored by the parser.
    static func prepared(_ source: [UInt8]) -> [UInt8] {
        let start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return doctype + source[start...]
    }

    static func tree(of source: [UInt8], log: inout RemovalLog) throws(MarkupError) -> Tree {
        let source = TagAlias.put(into: source)
        var status = Int32(BOUNDED_PARSE_MEMORY)
        var tree: Tree?
        source.withUnsafeBytes { buffer in
            guard
                let parse = bounded_parse_start(
                    buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count,
                    memoryLimit(for: buffer.count), depthLimit, workLimit)
            else { return }
            defer { bounded_parse_end(parse) }
            status = parse.pointee.status
            guard status == BOUNDED_PARSE_OK, let root = parse.pointee.output?.pointee.root
            else { return }
            var builder = TreeBuilder(log: log)
            builder.build(from: root)
            tree = builder.tree
            log = builder.log
        }
        if let tree { return tree }
        if status == BOUNDED_PARSE_DEPTH {
            throw MarkupError(.tooDeep, "Elements are nested too deeply.")
        }
        throw MarkupError(.tooComplex, "Parsing the document takes too much memory or time.")
    }
}
