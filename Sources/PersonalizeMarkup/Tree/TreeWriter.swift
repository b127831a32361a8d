/// Text as HTML source.
enum Escaping {
    static func appendText(_ text: String, to bytes: inout [UInt8]) {
        append(text, to: &bytes)
    }

    static func appendAttribute(_ text: String, to bytes: inout [UInt8]) {
        append(text, to: &bytes)
    }

    /// One set of escapes for both places: none of them changes meaning, and
    /// a value stays harmless wherever it is copied to. A carriage return
    /// would be read back as a line feed, and a no-break space is hard to see.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { source in
            var copied = 0
            var at = 0
            while at < source.count {
                var width = 1
                let escape: StaticString
                switch source[at] {
                case 0x26: escape = "&amp;"
                case 0x3C: escape = "&lt;"
                case 0x3E: escape = "&gt;"
                case 0x22: escape = "&quot;"
                case 0x0D: escape = "&#13;"
                case 0xC2 where at + 1 < source.count && source[at + 1] == 0xA0:
                    escape = "&nbsp;"
                    width = 2
                default:
                    at += 1
                    continue
                }
                bytes.append(contentsOf: source[copied..<at])
                escape.withUTF8Buffer { bytes.append(contentsOf: $0) }
                at += width
                copied = at
            }
            bytes.append(contentsOf: source[copied...])
        }
    }
}

/// Writes a tree of allowed elements as a document.
enum TreeWriter {
    static func write(_ tree: Tree) -> WrittenDocument {
        var out = WrittenDocument()
        out.bytes.reserveCapacity(tree.nodes.count &* 48)
        out.bytes.append(contentsOf: "<!DOCTYPE html>".utf8)
        var at = tree.root
        while true {
            start(tree, at, &out)
            if tree[at].firstChild != Tree.none {
                at = tree[at].firstChild
                continue
            }
            end(tree, at, &out)
            while at != tree.root && tree[at].next == Tree.none {
                at = tree[at].parent
                end(tree, at, &out)
            }
            if at == tree.root { return out }
            at = tree[at].next
        }
    }

    private static func start(_ tree: Tree, _ id: Tree.ID, _ out: inout WrittenDocument) {
        switch tree[id].content {
        case .text(let text):
            if tree.element(tree[id].parent)?.name == "style" {
                style(text, tree.references[id], .styleSheet, &out)
            } else {
                Escaping.appendText(text, to: &out.bytes)
            }
        case .element(let element):
            out.bytes.append(0x3C)
            out.bytes.append(contentsOf: element.name.utf8)
            for attribute in element.attributes {
                out.bytes.append(0x20)
                out.bytes.append(contentsOf: attribute.name.utf8)
                out.bytes.append(contentsOf: "=\"".utf8)
                let start = out.bytes.count
                if attribute.name == "style", let references = tree.references[id] {
                    style(attribute.value, references, .styleAttribute, &out)
                } else {
                    Escaping.appendAttribute(attribute.value, to: &out.bytes)
                }
                if attribute.name == "src" {
                    out.references.append(
                        WrittenReference(
                            start: start, end: out.bytes.count, url: attribute.value,
                            place: .image))
                }
                out.bytes.append(0x22)
            }
            out.bytes.append(0x3E)
            // A parser drops the first line feed inside `pre`.
            if element.name == "pre", tree[id].firstChild != Tree.none,
                case .text(let text) = tree[tree[id].firstChild].content,
                text.utf8.first == 0x0A
            {
                out.bytes.append(0x0A)
            }
        }
    }

    /// Writes CSS and notes where the values of its references have come to
    /// stand.
    private static func style(
        _ css: String, _ references: [StyleReference]?, _ place: WrittenReference.Place,
        _ out: inout WrittenDocument
    ) {
        let source = Array(css.utf8)
        func copy(_ from: Int, _ end: Int) {
            if place == .styleSheet {
                out.bytes.append(contentsOf: source[from..<end])
            } else {
                Escaping.appendAttribute(
                    String(decoding: source[from..<end], as: UTF8.self), to: &out.bytes)
            }
        }
        var copied = 0
        for reference in references ?? [] {
            copy(copied, reference.start)
            let start = out.bytes.count
            copy(reference.start, reference.end)
            copied = reference.end
            out.references.append(
                WrittenReference(
                    start: start, end: out.bytes.count, url: reference.url,
                    fragment: reference.fragment, isFont: reference.isFont, place: place))
        }
        copy(copied, source.count)
    }

    private static func end(_ tree: Tree, _ id: Tree.ID, _ out: inout WrittenDocument) {
        guard case .element(let element) = tree[id].content,
            element.isForeign || !ElementPolicy.isVoid(element.name)
        else { return }
        out.bytes.append(contentsOf: "</".utf8)
        out.bytes.append(contentsOf: element.name.utf8)
        out.bytes.append(0x3E)
    }
}
