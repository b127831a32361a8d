import CGumbo

/// Keeps the parser out of its dangerous and its inexact states.
///
/// gumbo 0.10.1 ends the process with a failed assertion on some texts that
/// mix tables with foreign content, templates or selects. It gets into those
/// states only by the start tags of a few elements, all of which are dropped
/// or, as SVG, rebuilt from a list. So those tags get another name before
/// parsing, with their own name as the first attribute behind a mark.
///
/// As HTML, `/>` closes nothing, and gumbo takes the end tag of any unknown
/// element for that of the innermost one. So the aliases are elements that
/// gumbo knows and does nothing about, and SVG's shapes become empty ones.
///
/// A name is changed wherever it follows `<` or `</` like a tag's, whether or
/// not it is one there: a scanner cannot know better than the parser, and what
/// turns out to be text is restored.
enum TagAlias {
    /// Two private characters, which a text has no reason to contain.
    static let mark: [UInt8] = Array(" \u{F8F5}\u{F8F6}".utf8)
    /// The mark without its space, as an attribute's name begins with it.
    static let attributeMark: [UInt8] = Array(mark[1...])

    private static let aliases: [(name: [UInt8], alias: [UInt8])] = {
        let empty = [
            "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "stop", "use",
            "animate", "animatetransform", "animatemotion", "set", "isindex",
        ].map { ($0, "track") }
        let others = [
            ("svg", "multicol"), ("g", "blink"), ("defs", "spacer"),
            ("lineargradient", "nextid"), ("radialgradient", "mglyph"),
            ("clippath", "malignmark"), ("filter", "mi"), ("mask", "annotation-xml"),
            ("math", "mtext"), ("template", "mn"), ("select", "mo"), ("frameset", "ms"),
        ]
        return (empty + others).map { (Array($0.0.utf8), Array($0.1.utf8)) }
    }()

    static func put(into source: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(source.count &+ 1024)
        var copied = 0
        var at = 0
        while at < source.count {
            guard source[at] == 0x3C else {
                at += 1
                continue
            }
            at += 1
            if at < source.count && source[at] == 0x2F { at += 1 }
            guard let (name, alias) = alias(in: source, at: at) else { continue }
            result.append(contentsOf: source[copied..<at])
            result.append(contentsOf: alias)
            result.append(contentsOf: mark)
            copied = at
            at += name.count
        }
        result.append(contentsOf: source[copied...])
        return result
    }

    /// A tag's name ends at white space, `/` or `>`; a text that ends with it
    /// has no tag there.
    private static func alias(
        in source: [UInt8], at start: Int
    ) -> (name: [UInt8], alias: [UInt8])? {
        guard start < source.count else { return nil }
        let first = ASCII.lower(source[start])
        for entry in aliases where entry.name[0] == first {
            let end = start + entry.name.count
            guard end < source.count,
                ASCII.isSpace(source[end]) || source[end] == 0x2F || source[end] == 0x3E
            else { continue }
            var offset = 1
            while offset < entry.name.count
                && ASCII.lower(source[start + offset]) == entry.name[offset]
            {
                offset += 1
            }
            if offset == entry.name.count { return entry }
        }
        return nil
    }

    /// The text as it was, for what turned out to be no tag.
    static func restored(_ text: String) -> String {
        guard text.utf8.contains(mark[1]) else { return text }
        let source = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var at = 0
        while at < source.count {
            if source[at] == mark[0], at + mark.count <= source.count,
                source[at..<at + mark.count].elementsEqual(mark),
                let (_, alias) = alias(in: source, at: at + mark.count),
                result.suffix(alias.count).elementsEqual(alias),
                opensTag(result.dropLast(alias.count))
            {
                result.removeLast(alias.count)
                at += mark.count
            } else {
                result.append(source[at])
                at += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func opensTag(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let last = bytes.last else { return false }
        return last == 0x3C || last == 0x2F && bytes.dropLast().last == 0x3C
    }

    /// The name in lower case that an element had before parsing; nil when
    /// the parser has seen its own. A mark that an author wrote names nothing
    /// that has this alias.
    static func name(of element: GumboElement) -> String? {
        guard element.attributes.length > 0,
            let first = element.attributes.data[0]?.assumingMemoryBound(to: GumboAttribute.self),
            let name = first.pointee.name, isMarked(name)
        else { return nil }
        let text = String(cString: name + attributeMark.count)
        return isAlias(element, of: Array(text.utf8)) ? text : nil
    }

    private static func isAlias(_ element: GumboElement, of name: [UInt8]) -> Bool {
        let text = element.original_tag
        guard let data = text.data, text.length > 1 else { return false }
        let tag = UnsafeRawBufferPointer(start: data, count: Int(text.length)).dropFirst()
        return aliases.contains { $0.name == name && tag.starts(with: $0.alias) }
    }

    /// Whether an attribute is not the author's.
    static func isMarked(_ name: UnsafePointer<CChar>) -> Bool {
        for (offset, byte) in attributeMark.enumerated()
        where UInt8(bitPattern: name[offset]) != byte {
            return false
        }
        return true
    }
}
