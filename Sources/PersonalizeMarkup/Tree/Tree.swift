/// A document in arrays: nodes are numbers, so that nothing recurses.
struct Tree {
    typealias ID = Int32
    static let none: ID = -1

    enum Content {
        case element(Element)
        case text(String)
    }

    struct Element {
        /// Lower case, except for SVG's own spellings.
        var name: String
        var isForeign = false
        var attributes: [Attribute] = []

        func value(of name: String) -> String? {
            for attribute in attributes where attribute.name == name { return attribute.value }
            return nil
        }

        mutating func set(_ name: String, to value: String) {
            for index in attributes.indices where attributes[index].name == name {
                attributes[index].value = value
                return
            }
            attributes.append(Attribute(name: name, value: value))
        }

        mutating func remove(_ name: String) {
            attributes.removeAll { $0.name == name }
        }
    }

    struct Attribute {
        var name: String
        var value: String
    }

    struct Node {
        var content: Content
        var parent: ID
        var firstChild: ID = none
        var lastChild: ID = none
        var next: ID = none
        var previous: ID = none
    }

    private(set) var nodes: [Node] = []
    /// What the CSS of a node wants: of an element its `style` attribute, of a
    /// text the style sheet that it is.
    var references: [ID: [StyleReference]] = [:]

    /// The root is `html`; its children are `head` and `body`.
    let root: ID
    let head: ID
    let body: ID

    init() {
        nodes.append(Node(content: .element(Element(name: "html")), parent: Self.none))
        root = 0
        head = 1
        body = 2
        _ = append(.element(Element(name: "head")), to: 0)
        _ = append(.element(Element(name: "body")), to: 0)
    }

    subscript(id: ID) -> Node {
        get { nodes[Int(id)] }
        set { nodes[Int(id)] = newValue }
    }

    func element(_ id: ID) -> Element? {
        if case .element(let element) = self[id].content { return element }
        return nil
    }

    mutating func update(_ id: ID, _ change: (inout Element) -> Void) {
        guard case .element(var element) = self[id].content else { return }
        change(&element)
        self[id].content = .element(element)
    }

    mutating func append(_ content: Content, to parent: ID) -> ID {
        let id = ID(truncatingIfNeeded: nodes.count)
        nodes.append(Node(content: content, parent: parent))
        let last = self[parent].lastChild
        if last == Self.none {
            self[parent].firstChild = id
        } else {
            self[last].next = id
            self[id].previous = last
        }
        self[parent].lastChild = id
        return id
    }

    /// Puts a new element around neighbours: `first` to `last` have to be
    /// children of one parent, in order.
    mutating func wrap(from first: ID, to last: ID, in element: Element) -> ID {
        let parent = self[first].parent
        let id = ID(truncatingIfNeeded: nodes.count)
        var wrapper = Node(content: .element(element), parent: parent)
        wrapper.firstChild = first
        wrapper.lastChild = last
        wrapper.previous = self[first].previous
        wrapper.next = self[last].next
        nodes.append(wrapper)
        if wrapper.previous == Self.none {
            self[parent].firstChild = id
        } else {
            self[wrapper.previous].next = id
        }
        if wrapper.next == Self.none {
            self[parent].lastChild = id
        } else {
            self[wrapper.next].previous = id
        }
        self[first].previous = Self.none
        self[last].next = Self.none
        var child = first
        while child != Self.none {
            self[child].parent = id
            child = self[child].next
        }
        return id
    }

    /// The node that follows in document order, within `top`.
    func following(_ id: ID, within top: ID, enter: Bool = true) -> ID {
        if enter && self[id].firstChild != Self.none { return self[id].firstChild }
        var at = id
        while at != top {
            if self[at].next != Self.none { return self[at].next }
            at = self[at].parent
            if at == Self.none { return Self.none }
        }
        return Self.none
    }
}
