import CGumbo

/// Copies what is allowed out of the parser's tree.
struct TreeBuilder {
    private(set) var tree = Tree()
    private(set) var log: RemovalLog

    /// A node whose children are being copied, and where they go.
    ///
    /// `page` is where an element of HTML goes that stands inside a graphic:
    /// a browser ends the graphic there.
    private struct Level {
        var node: UnsafePointer<GumboNode>
        var next: Int
        var target: Tree.ID
        var page: Tree.ID
    }

    private var levels: [Level] = []

    init(log: RemovalLog) {
        self.log = log
    }

    mutating func build(from root: UnsafePointer<GumboNode>) {
        guard root.pointee.type == GUMBO_NODE_ELEMENT else { return }
        copyAttributes(of: root, to: tree.root)
        for index in 0..<Int(root.pointee.v.element.children.length) {
            guard let child = child(index, of: root), child.pointee.type == GUMBO_NODE_ELEMENT
            else { continue }
            switch child.pointee.v.element.tag {
            case GUMBO_TAG_HEAD:
                copyAttributes(of: child, to: tree.head)
                copyChildren(of: child, to: tree.head)
            case GUMBO_TAG_BODY:
                copyAttributes(of: child, to: tree.body)
                copyChildren(of: child, to: tree.body)
            default:
                log.note(.element, Self.name(of: child), "forbidden")
            }
        }
    }

    private mutating func copyChildren(of node: UnsafePointer<GumboNode>, to target: Tree.ID) {
        enter(node, target, page: target)
        while let level = levels.last {
            guard level.next < Int(level.node.pointee.v.element.children.length) else {
                levels.removeLast()
                continue
            }
            levels[levels.count - 1].next += 1
            guard let child = child(level.next, of: level.node) else { continue }
            switch child.pointee.type {
            case GUMBO_NODE_ELEMENT:
                if level.target == level.page {
                    copyElement(child, to: level.page)
                } else {
                    copyGraphic(child, to: level.target, page: level.page)
                }
            case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE: copyText(child, to: level.target)
            case GUMBO_NODE_TEMPLATE: log.note(.element, "template", "forbidden")
            case GUMBO_NODE_CDATA: log.note(.element, "#cdata", "forbidden")
            case GUMBO_NODE_COMMENT: log.note(.element, "#comment", "forbidden")
            default: break
            }
        }
    }

    private mutating func copyText(_ node: UnsafePointer<GumboNode>, to target: Tree.ID) {
        // A head's text is white space, which means nothing there.
        guard target != tree.head, let text = node.pointee.v.text.text else { return }
        if case .element(let parent) = tree[target].content, parent.isForeign { return }
        _ = tree.append(.text(ParsedText.copy(text)), to: target)
    }

    private mutating func copyElement(_ node: UnsafePointer<GumboNode>, to target: Tree.ID) {
        let tag = node.pointee.v.element.tag
        if node.pointee.v.element.tag_namespace != GUMBO_NAMESPACE_HTML {
            log.note(.element, Self.name(of: node), "foreign_content")
            return
        }
        let alias = TagAlias.name(of: node.pointee.v.element)
        if alias == "svg" {
            copyGraphic(node, to: target, page: target)
            return
        }
        let policy =
            alias != nil || tag == GUMBO_TAG_UNKNOWN
            ? ElementPolicy.policy(forUnknown: Self.name(of: node))
            : ElementPolicy.policy(for: tag)
        let name: String
        switch policy {
        case .drop(let reason):
            log.note(.element, Self.name(of: node), reason)
            return
        case .keep:
            name = ElementPolicy.name(of: tag)
        case .rename(let other):
            let parent = tree.element(target)?.name ?? ""
            if ElementPolicy.isTablePart(parent) {
                // Under its new name it would be thrown out of the table.
                enter(node, target, page: target)
                return
            }
            name = other
        }
        switch name {
        case "meta":
            guard ASCII.lower(ASCII.trimmed(value(of: "name", in: node))) == "viewport" else {
                log.note(.element, name, "forbidden")
                return
            }
        case "input":
            let type = ASCII.lower(ASCII.trimmed(value(of: "type", in: node)))
            guard type == "checkbox" || type == "radio" else {
                log.note(.element, name, "form_control")
                return
            }
        case "style":
            copyStyle(node, to: target)
            return
        case "html", "head", "body":
            return
        default:
            break
        }
        let id = tree.append(.element(Tree.Element(name: name)), to: target)
        copyAttributes(of: node, to: id)
        if !ElementPolicy.isVoid(name) {
            enter(node, id, page: id)
        }
    }

    private mutating func enter(
        _ node: UnsafePointer<GumboNode>, _ target: Tree.ID, page: Tree.ID
    ) {
        levels.append(Level(node: node, next: 0, target: target, page: page))
    }

    private mutating func copyStyle(_ node: UnsafePointer<GumboNode>, to target: Tree.ID) {
        let type = ASCII.lower(ASCII.trimmed(value(of: "type", in: node)))
        guard type.isEmpty || type == "text/css" else {
            log.note(.element, "style", "not_css")
            return
        }
        var css = ""
        for index in 0..<Int(node.pointee.v.element.children.length) {
            if let child = child(index, of: node),
                child.pointee.type == GUMBO_NODE_TEXT
                    || child.pointee.type == GUMBO_NODE_WHITESPACE,
                let text = child.pointee.v.text.text
            {
                css += ParsedText.copy(text)
            }
        }
        let id = tree.append(.element(Tree.Element(name: "style")), to: target)
        copyAttributes(of: node, to: id)
        let clean = StyleFilter.clean(css, log: &log)
        guard !clean.text.isEmpty else { return }
        let text = tree.append(.text(clean.text), to: id)
        if !clean.references.isEmpty { tree.references[text] = clean.references }
    }

    /// Copies an element of a graphic, which was parsed as if it were HTML:
    /// there `/>` closes nothing, so that what follows `<path/>` is found in
    /// it and is put behind it.
    private mutating func copyGraphic(
        _ node: UnsafePointer<GumboNode>, to target: Tree.ID, page: Tree.ID
    ) {
        let lower = Self.name(of: node)
        let inside = target != page
        switch GraphicPolicy.policy(for: lower) {
        case .keep(let name):
            guard inside != (name == "svg") else {
                log.note(.element, lower, "foreign_content")
                return
            }
            let id = tree.append(
                .element(Tree.Element(name: name, isForeign: true)), to: target)
            copyAttributes(of: node, to: id)
            if Self.isSelfClosing(node) || GraphicPolicy.isLeaf(name) {
                enter(node, target, page: page)
            } else {
                enter(node, id, page: page)
            }
        case .unwrap:
            log.note(.element, lower, "foreign_content")
            enter(node, target, page: page)
        case .page:
            copyElement(node, to: page)
        case .drop:
            log.note(.element, lower, "foreign_content")
        }
    }

    private static func isSelfClosing(_ node: UnsafePointer<GumboNode>) -> Bool {
        let text = node.pointee.v.element.original_tag
        guard let data = text.data, text.length >= 2 else { return false }
        return data[text.length - 2] == 0x2F
    }

    private mutating func copyAttributes(
        of node: UnsafePointer<GumboNode>, to id: Tree.ID
    ) {
        guard case .element(var element) = tree[id].content else { return }
        let list = node.pointee.v.element.attributes
        for index in 0..<Int(list.length) {
            guard let attribute = list.data[index]?.assumingMemoryBound(to: GumboAttribute.self),
                let rawName = attribute.pointee.name, let rawValue = attribute.pointee.value,
                !TagAlias.isMarked(rawName)
            else { continue }
            var name = String(cString: rawName)
            guard attribute.pointee.attr_namespace == GUMBO_ATTR_NAMESPACE_NONE else {
                log.note(.attribute, name, "forbidden")
                continue
            }
            let value = ParsedText.copy(rawValue)
            if element.isForeign { name = GraphicPolicy.attributeName(for: name) }
            let verdict =
                element.isForeign
                ? GraphicPolicy.verdict(name: name, value: value)
                : AttributePolicy.verdict(element: element.name, name: name, value: value)
            switch verdict {
            case .keep(var kept):
                if name == "style" {
                    let clean = StyleFilter.clean(declarations: kept, log: &log)
                    kept = clean.text
                    if !clean.references.isEmpty { tree.references[id] = clean.references }
                }
                element.attributes.append(Tree.Attribute(name: name, value: kept))
            case .drop(let kind, let reason):
                log.note(kind, kind == .url ? "\(element.name)@\(name)" : name, reason)
            }
        }
        tree[id].content = .element(element)
    }

    private func value(of name: String, in node: UnsafePointer<GumboNode>) -> String {
        var list = node.pointee.v.element.attributes
        guard let attribute = gumbo_get_attribute(&list, name), let value = attribute.pointee.value
        else { return "" }
        return ParsedText.copy(value)
    }

    private func child(
        _ index: Int, of node: UnsafePointer<GumboNode>
    ) -> UnsafePointer<GumboNode>? {
        guard let child = node.pointee.v.element.children.data[index] else { return nil }
        return UnsafePointer(child.assumingMemoryBound(to: GumboNode.self))
    }

    /// The element's name in lower case, also when the parser does not know it.
    private static func name(of node: UnsafePointer<GumboNode>) -> String {
        let element = node.pointee.v.element
        if let alias = TagAlias.name(of: element) { return alias }
        if element.tag != GUMBO_TAG_UNKNOWN { return ElementPolicy.name(of: element.tag) }
        var text = element.original_tag
        guard text.data != nil, text.length > 2 else { return "" }
        gumbo_tag_from_original_text(&text)
        guard let data = text.data else { return "" }
        let bytes = UnsafeRawBufferPointer(start: data, count: min(text.length, 64))
        return String(decoding: bytes.map { ASCII.lower($0) }, as: UTF8.self)
    }
}
