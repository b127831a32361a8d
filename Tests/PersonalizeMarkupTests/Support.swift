import CGumbo
import PersonalizeMarkup
import Testing

/// Close ids that are all alike, so that cleaning twice can be compared.
let fixed = MarkupOptions(closeURLPrefix: "https://vendor.test/close_") { "id" }

/// Close ids that count.
func counting() -> MarkupOptions {
    let counter = Counter()
    return MarkupOptions(closeURLPrefix: "https://vendor.test/close_") { counter.next() }
}

private final class Counter: @unchecked Sendable {
    private var value = 0
    func next() -> String {
        value += 1
        return String(value)
    }
}

/// The body of the cleaned document.
func body(_ html: String, _ options: MarkupOptions = fixed) throws -> String {
    let text = try Markup.clean(html, options: options).html()
    guard let start = text.range(of: "<body>"), let end = text.range(of: "</body>") else {
        return text
    }
    return String(text[start.upperBound..<end.lowerBound])
}

extension String {
    func range(of text: String) -> Range<String.Index>? {
        var at = startIndex
        while at < endIndex {
            if self[at...].hasPrefix(text) { return at..<index(at, offsetBy: text.count) }
            at = index(after: at)
        }
        return nil
    }
}

/// Reads a text with the bare parser and names what could do harm.
///
/// Written against the parser and not against the module, with its own lists.
func dangers(in html: String) -> [String] {
    var found: [String] = []
    let bytes = Array(html.utf8)
    var options = kGumboDefaultOptions
    bytes.withUnsafeBytes { buffer in
        let text = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        guard let output = gumbo_parse_with_options(&options, text, buffer.count) else {
            found.append("no parse")
            return
        }
        defer { gumbo_destroy_output(&options, output) }
        guard let document = output.pointee.document else { return }
        var pending = [UnsafePointer<GumboNode>(document)]
        while let node = pending.popLast() {
            inspect(node, &found)
            guard let children = children(of: node) else { continue }
            for index in 0..<Int(children.length) {
                guard let child = children.data[index] else { continue }
                pending.append(UnsafePointer(child.assumingMemoryBound(to: GumboNode.self)))
            }
        }
    }
    return found
}

private func children(of node: UnsafePointer<GumboNode>) -> GumboVector? {
    switch node.pointee.type {
    case GUMBO_NODE_DOCUMENT: node.pointee.v.document.children
    case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE: node.pointee.v.element.children
    default: nil
    }
}

private let forbiddenElements: Set<String> = [
    "script", "iframe", "object", "embed", "base", "link", "title", "frame", "frameset",
    "noframes", "noembed", "noscript", "template", "xmp", "plaintext", "textarea", "select",
    "form", "applet", "param", "audio", "video", "source", "track", "math", "foreignobject",
    "desc", "use", "animate", "set", "isindex", "keygen", "portal", "image", "dialog", "",
]

private let forbiddenAttributes: Set<String> = [
    "srcset", "srcdoc", "poster", "background", "action", "formaction", "data", "codebase",
    "classid", "code", "archive", "ping", "download", "target", "xlink:href", "xml:base",
    "http-equiv", "manifest", "profile", "longdesc", "cite", "usemap", "dynsrc", "lowsrc",
    "is", "slot", "contenteditable", "autofocus", "form", "xmlns", "charset",
]

private func inspect(_ node: UnsafePointer<GumboNode>, _ found: inout [String]) {
    switch node.pointee.type {
    case GUMBO_NODE_COMMENT: found.append("comment")
    case GUMBO_NODE_CDATA: found.append("cdata")
    case GUMBO_NODE_TEMPLATE: found.append("template")
    case GUMBO_NODE_ELEMENT: inspectElement(node.pointee.v.element, node, &found)
    default: break
    }
}

private func inspectElement(
    _ element: GumboElement, _ node: UnsafePointer<GumboNode>, _ found: inout [String]
) {
    var original = element.original_tag
    var name = String(cString: gumbo_normalized_tagname(element.tag))
    if name.isEmpty && original.length > 2 {
        gumbo_tag_from_original_text(&original)
        let raw = UnsafeRawBufferPointer(start: original.data, count: original.length)
        name = String(decoding: raw, as: UTF8.self).lowercased()
    }
    if forbiddenElements.contains(name) { found.append("<\(name)>") }
    if element.tag_namespace == GUMBO_NAMESPACE_MATHML { found.append("math \(name)") }
    var attributes: [String: String] = [:]
    for index in 0..<Int(element.attributes.length) {
        guard let raw = element.attributes.data[index] else { continue }
        let attribute = raw.assumingMemoryBound(to: GumboAttribute.self).pointee
        attributes[String(cString: attribute.name).lowercased()] = String(
            cString: attribute.value)
    }
    for (key, value) in attributes {
        if key.hasPrefix("on") || forbiddenAttributes.contains(key) {
            found.append("\(name)@\(key)")
        }
        if key == "href" && name != "a" { found.append("\(name)@href") }
        if key == "src" && name != "img" { found.append("\(name)@src") }
        if key == "href" || key == "src" || key == "data-link" {
            let compact = value.unicodeScalars.filter { $0.value > 0x20 }
                .reduce(into: "") { $0.unicodeScalars.append($1) }.lowercased()
            for scheme in ["javascript:", "vbscript:", "data:", "file:", "blob:"]
            where compact.hasPrefix(scheme)
                && !(key == "src" && compact.hasPrefix("data:image/"))
            {
                found.append("\(name)@\(key)=\(scheme)")
            }
        }
    }
    switch name {
    case "meta":
        if attributes["name"]?.lowercased() != "viewport" { found.append("meta") }
    case "input":
        let type = attributes["type"]?.lowercased()
        if type != "checkbox" && type != "radio" { found.append("input \(type ?? "")") }
    case "style":
        inspectStyle(node, &found)
    default: break
    }
}

private func inspectStyle(_ node: UnsafePointer<GumboNode>, _ found: inout [String]) {
    let children = node.pointee.v.element.children
    for index in 0..<Int(children.length) {
        guard let raw = children.data[index] else { continue }
        let child = raw.assumingMemoryBound(to: GumboNode.self)
        guard child.pointee.type == GUMBO_NODE_TEXT else { continue }
        let css = String(cString: child.pointee.v.text.text).lowercased()
        for text in [
            "@import", "expression(", "-moz-binding:", "</", "<!", "<?", "url(javascript:",
            "url('javascript:", "url(\"javascript:",
        ]
        where containsWord(css, text) {
            found.append("style \(text)")
        }
        var previous: UInt8 = 0
        for byte in css.utf8 {
            if previous == 0x3C, byte >= 0x61, byte <= 0x7A { found.append("style <") }
            previous = byte
        }
    }
}

/// Whether CSS has a word that is not a part of a longer name.
private func containsWord(_ css: String, _ word: String) -> Bool {
    func isName(_ byte: UInt8) -> Bool {
        byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D
            || byte == 0x5F || byte == 0x5C || byte >= 0x80
    }
    let text = Array(css.utf8)
    let pattern = Array(word.utf8)
    guard text.count >= pattern.count else { return false }
    for start in 0...(text.count - pattern.count)
    where text[start..<start + pattern.count].elementsEqual(pattern) {
        let end = start + pattern.count
        if start > 0 {
            let before = text[start - 1]
            if isName(pattern[0]) && (isName(before) || before == 0x40) { continue }
            if before == 0x5C || start > 1 && text[start - 2] == 0x5C { continue }
        }
        if isName(pattern[pattern.count - 1]), end < text.count, isName(text[end]) { continue }
        return true
    }
    return false
}
