/// Whether a parser is certain to read a tree back as it was written.
///
/// The tree has explicit start and end tags for everything, so that a parser
/// changes it only where one element may not stand in another. The check
/// knows the common places where it may. Whatever it does not know is not
/// called certain and is found out by parsing, which costs more.
///
/// Nothing about safety depends on it: every element, attribute and text of
/// the tree is harmless wherever a parser puts it.
struct Stability {
    private struct Context: OptionSet {
        var rawValue: UInt8
        static let anchor = Context(rawValue: 1)
        static let paragraph = Context(rawValue: 2)
        static let button = Context(rawValue: 4)
        static let formatting = Context(rawValue: 8)
    }

    static func isCertain(_ tree: Tree) -> Bool {
        var contexts = [Context](repeating: [], count: tree.nodes.count)
        var at = tree.following(tree.root, within: tree.root)
        while at != Tree.none {
            let node = tree[at]
            guard let parent = tree.element(node.parent) else { return false }
            let context = contexts[Int(node.parent)]
            switch node.content {
            case .text(let text):
                if ElementPolicy.isTablePart(parent.name) && !ASCII.isBlank(text) { return false }
            case .element(let element):
                if element.isForeign && parent.isForeign { break }
                guard
                    let inner = self.context(
                        of: element.name, in: parent.name, context, at: at, tree)
                else { return false }
                contexts[Int(at)] = inner
            }
            at = tree.following(at, within: tree.root)
        }
        return true
    }

    /// What holds inside the element; nil when it may not stay where it is.
    private static func context(
        of name: String, in parent: String, _ context: Context, at id: Tree.ID, _ tree: Tree
    ) -> Context? {
        guard let rule = rules[name] else { return nil }
        // A parser closes the head at what does not belong there.
        if parent == "head" && name != "style" && name != "meta" { return nil }
        if ElementPolicy.isTablePart(parent) && name != "style" {
            guard case .part(let places) = rule, places.contains(parent) else { return nil }
            return []
        }
        switch rule {
        case .phrase:
            return context
        case .formatting:
            // A parser forgets the outermost of four equal elements.
            if context.contains(.formatting), repeats(name, above: id, tree) { return nil }
            return context.union(.formatting)
        case .anchor:
            return context.contains(.anchor) ? nil : context.union([.anchor, .formatting])
        case .button:
            return context.contains(.button) ? nil : context.union(.button)
        case .part(let places) where !places.contains(parent):
            return nil
        case .paragraph:
            return context.contains(.paragraph) ? nil : context.union(.paragraph)
        case .heading where headings.contains(parent):
            return nil
        case .block, .part, .heading:
            return context.contains(.paragraph) ? nil : context
        }
    }

    private static func repeats(_ name: String, above id: Tree.ID, _ tree: Tree) -> Bool {
        var count = 0
        var at = tree[id].parent
        while at != Tree.none {
            if tree.element(at)?.name == name { count += 1 }
            at = tree[at].parent
        }
        return count >= 2
    }

    private enum Rule {
        /// Stays anywhere.
        case phrase
        case formatting
        case anchor
        case button
        /// Ends a paragraph.
        case block
        case paragraph
        case heading
        /// Stands in certain elements only.
        case part(Set<String>)
    }

    private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

    /// Elements without a rule, such as `ruby`, are never certain.
    private static let rules: [String: Rule] = {
        var rules: [String: Rule] = ["a": .anchor, "p": .paragraph, "button": .button]
        func set(_ names: String, _ rule: Rule) {
            for name in names.split(separator: " ") { rules[String(name)] = rule }
        }
        set(
            """
            span img br wbr input style meta label q cite dfn abbr data time var samp kbd sub sup \
            mark bdi bdo ins del legend meter progress output acronym svg
            """, .phrase)
        set("b big code em font i s small strike strong tt u", .formatting)
        set(
            """
            address article aside blockquote center details dir div dl fieldset figcaption \
            figure footer header hgroup hr main menu nav ol pre section summary table ul
            """, .block)
        for name in headings.sorted() { rules[name] = .heading }
        set("head body", .part(["html"]))
        set("li", .part(["ul", "ol", "menu", "dir"]))
        set("dt dd", .part(["dl"]))
        set("caption colgroup thead tbody tfoot", .part(["table"]))
        set("tr", .part(["thead", "tbody", "tfoot"]))
        set("td th", .part(["tr"]))
        set("col", .part(["colgroup"]))
        return rules
    }()
}
