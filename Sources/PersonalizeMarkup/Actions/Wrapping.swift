/// Where an anchor may be put.
enum Wrapping {
    /// Whether an anchor around the node stays where it is when read back and
    /// leaves lists and tables in one piece.
    static func isAllowed(around id: Tree.ID, in tree: Tree) -> Bool {
        guard case .element(let element) = tree[id].content else {
            guard let parent = tree.element(tree[id].parent) else { return false }
            return !ElementPolicy.isTablePart(parent.name)
        }
        if let parent = tree.element(tree[id].parent), ElementPolicy.isTablePart(parent.name) {
            return false
        }
        switch element.name {
        case "html", "head", "body", "tbody", "thead", "tfoot", "tr", "td", "th", "caption",
            "colgroup", "col", "li", "dt", "dd", "legend", "summary", "figcaption", "rt", "rp",
            "rb", "rtc":
            return false
        default:
            return true
        }
    }

    /// Whether there is something to click on.
    static func isWorth(_ id: Tree.ID, in tree: Tree) -> Bool {
        switch tree[id].content {
        case .text(let text): !ASCII.isBlank(text)
        case .element(let element):
            element.name != "style" && element.name != "meta" && element.name != "br"
        }
    }
}

/// Which nodes are anchors or have one inside.
struct AnchorMarks {
    private var marked: [Bool]

    init(_ tree: Tree) {
        marked = [Bool](repeating: false, count: tree.nodes.count)
        for index in tree.nodes.indices {
            if case .element(let element) = tree.nodes[index].content, element.name == "a" {
                add(Tree.ID(truncatingIfNeeded: index), in: tree)
            }
        }
    }

    func contains(_ id: Tree.ID) -> Bool {
        Int(id) < marked.count && marked[Int(id)]
    }

    /// Stops at what is marked already, so that all calls together are linear.
    mutating func add(_ id: Tree.ID, in tree: Tree) {
        while marked.count < tree.nodes.count { marked.append(false) }
        var at = id
        while at != Tree.none && !marked[Int(at)] {
            marked[Int(at)] = true
            at = tree[at].parent
        }
    }
}
