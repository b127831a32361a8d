import PersonalizeMarkup
import Testing

/// Random texts from pieces that parsers stumble over. The seed is fixed, so
/// that a failure can be repeated.
@Suite struct MutationTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    private static let names = [
        "a", "b", "p", "div", "span", "i", "table", "tr", "td", "th", "tbody", "caption",
        "colgroup", "col", "ul", "li", "dl", "dd", "h1", "button", "form", "fieldset", "pre",
        "svg", "math", "path", "g", "foreignObject", "desc", "mtext", "mi", "annotation-xml",
        "style", "script", "template", "select", "option", "textarea", "title", "noscript",
        "frameset", "iframe", "xmp", "plaintext", "body", "html", "head", "img", "input", "br",
        "isindex", "object", "marquee", "nobr", "font", "ruby", "rt", "x-y", "dialog",
        "linearGradient",
    ]

    private static let attributes = [
        "", "", " class=c", " data-link='x:1'", " data-link=https://e.test", " href=x:2",
        " data-actiontype=close", " style='a:url(b)'", " onclick=x", " type=checkbox",
        " href=javascript:x", " src=https://e.test/i", " src=data:text/html,x", " id='\"><b>'",
        " xmlns=x", " encoding=text/html", " title='<svg>'", " /",
    ]

    private static let texts = [
        "x", " ", "\n", "\r", "&amp;", "&lt;b&gt;", "&#13;", "&#0;", "<!--", "-->", "<![CDATA[",
        "]]>", "<?", "<", "</", ">", "\"", "'", "\u{0}", "\u{FEFF}", "\u{A0}", "\u{F8F5}\u{F8F6}",
        "<style>@import 'x';</style>", "<style>a{b:expression(1)}</style>", "\\", "url(", "/*",
        "\u{1F600}", "<!doctype html>",
    ]

    private func text(_ generator: inout Generator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 1...30, using: &generator) {
            let name = Self.names.randomElement(using: &generator) ?? ""
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<5:
                text += "<\(name)\(Self.attributes.randomElement(using: &generator) ?? "")>"
            case 5..<8:
                text += "</\(name)>"
            default:
                text += Self.texts.randomElement(using: &generator) ?? ""
            }
        }
        return text
    }

    /// In a string or a comment of CSS the words do no harm.
    private func outsideStrings(_ dangers: [String]) -> [String] {
        dangers.filter { !["style @import", "style expression("].contains($0) }
    }

    @Test(arguments: 1...8) func randomTextsAreMadeSafeAndStable(_ seed: UInt64) throws {
        var generator = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15)
        let options = counting()
        for _ in 0..<1_500 {
            let input = text(&generator)
            let once = try Markup.clean(input, options: options)
            let html = once.html()
            #expect(outsideStrings(dangers(in: html)).isEmpty, "\(input) => \(html)")
            let twice = try Markup.clean(html, options: options)
            #expect(twice.html() == html, "\(input)")
            #expect(twice.actions.map(\.url) == once.actions.map(\.url), "\(input)")
        }
    }

    @Test(arguments: attacks) func damagedAttacksStaySafe(_ attack: String) throws {
        var generator = Generator(state: UInt64(attack.utf8.count) &* 0x9E37_79B9 | 1)
        for _ in 0..<12 {
            var bytes = Array(attack.utf8)
            guard !bytes.isEmpty else { return }
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let at = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[at] = UInt8.random(in: 0...127, using: &generator)
                case 1: bytes.insert(0x3C, at: at)
                case 2: bytes.insert(bytes[bytes.count - 1 - at], at: at)
                default: bytes.removeSubrange(at..<min(at + 2, bytes.count))
                }
                if bytes.isEmpty { return }
            }
            let input = String(decoding: bytes, as: UTF8.self)
            let html = try Markup.clean(input, options: fixed).html()
            #expect(outsideStrings(dangers(in: html)).isEmpty, "\(input) => \(html)")
            #expect(try Markup.clean(html, options: fixed).html() == html, "\(input)")
        }
    }
}
