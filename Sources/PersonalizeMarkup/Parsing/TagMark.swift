/// Keeps the parser out of its dangerous states.
///
/// gumbo 0.10.1 ends the process with a failed assertion on some texts that
/// mix tables with foreign content, templates or selects. It gets into those
/// states only by the start tags of a few elements, all of which are dropped
/// or, as SVG, rebuilt from a list. So a mark behind their names makes them
/// unknown elements before parsing, and is taken off again afterwards.
///
/// The mark is put behind every such name that follows `<` or `</`, whether
/// or not it is a tag there: a scanner cannot know better than the parser,
/// and what is no tag is restored.
enum TagMark {
    /// Two private characters, which a text has no reason to contain.
    static let mark: [UInt8] = Array("\u{F8F5}\u{F8F6}".utf8)

    private static let names: [[UInt8]] = [
        "svg", "math", "template", "select", "frameset", "isindex",
    ].map { Array($0.utf8) }

    static func put(into source: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(source.count &+ 256)
        var at = 0
        while at < source.count {
            let byte = source[at]
            result.append(byte)
            at += 1
            guard byte == 0x3C else { continue }
            if at < source.count && source[at] == 0x2F {
                result.append(0x2F)
                at += 1
            }
            guard let name = name(in: source, at: at) else { continue }
            result.append(contentsOf: source[at..<at + name.count])
            result.append(contentsOf: mark)
            at += name.count
        }
        return result
    }

    private static func name(in source: [UInt8], at start: Int) -> [UInt8]? {
        guard start < source.count else { return nil }
        let first = ASCII.lower(source[start])
        for name in names where name[0] == first && start + name.count <= source.count {
            var matches = true
            for offset in name.indices where ASCII.lower(source[start + offset]) != name[offset] {
                matches = false
                break
            }
            if matches { return name }
        }
        return nil
    }

    /// The text without marks, for what turned out to be no tag.
    static func removed(from text: String) -> String {
        let bytes = text.utf8
        guard bytes.contains(mark[0]) else { return text }
        let source = Array(bytes)
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var at = 0
        while at < source.count {
            if source[at] == mark[0], at + mark.count <= source.count,
                source[at..<at + mark.count].elementsEqual(mark)
            {
                at += mark.count
            } else {
                result.append(source[at])
                at += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
