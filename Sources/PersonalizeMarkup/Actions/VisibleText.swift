/// The text of a part of a document as a person reads it.
enum VisibleText {
    /// Names are for reports; a page of text in a link is cut here.
    static let byteLimit = 4096

    /// White space collapsed, tags left out, a space where a block begins or
    /// a line breaks; nil when nothing is left.
    static func of(_ top: Tree.ID, in tree: Tree) -> String? {
        var text: [UInt8] = []
        var space = false
        var at = top
        while at != Tree.none && text.count < byteLimit {
            var enter = true
            switch tree[at].content {
            case .text(let content):
                append(content, to: &text, space: &space)
            case .element(let element):
                if element.name == "style" || element.isForeign { enter = false }
                if at != top && !isInline(element.name) { space = true }
            }
            let next = tree.following(at, within: top, enter: enter)
            if leavesBlock(from: at, to: next, top, tree) { space = true }
            at = next
        }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    private static func append(_ content: String, to text: inout [UInt8], space: inout Bool) {
        for scalar in content.unicodeScalars {
            switch scalar.value {
            case 0x20, 0x09, 0x0A, 0x0C, 0x0D, 0xA0:
                space = true
            // A zero-width space and a soft hyphen show nothing.
            case 0x200B, 0xAD:
                continue
            default:
                if space && !text.isEmpty { text.append(0x20) }
                space = false
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    private static func leavesBlock(
        from: Tree.ID, to next: Tree.ID, _ top: Tree.ID, _ tree: Tree
    ) -> Bool {
        var at = from
        let target = next == Tree.none ? top : tree[next].parent
        while at != target && at != Tree.none && at != top {
            if let element = tree.element(at), !isInline(element.name) { return true }
            at = tree[at].parent
        }
        return false
    }

    private static func isInline(_ name: String) -> Bool {
        switch name {
        case "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "button", "cite", "code", "data",
            "del", "dfn", "em", "font", "i", "img", "input", "ins", "kbd", "label", "mark",
            "nobr", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "small", "span",
            "strike", "strong", "sub", "sup", "svg", "time", "tt", "u", "var", "wbr", "meter",
            "progress", "output", "meta", "style":
            true
        default: false
        }
    }
}
