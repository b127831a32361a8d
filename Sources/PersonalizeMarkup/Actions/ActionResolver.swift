/// Turns every element that is a link or a close button into an anchor.
///
/// - An anchor, or one around the element, takes the URL. Close wins over a
///   link attribute; a link attribute inside an anchor wins over the anchor's
///   own URL, and the first of several wins.
/// - Elsewhere an anchor is put around the element. Anchors cannot be nested
///   in HTML, nor stand between the parts of a table: then it goes around
///   those parts of the content where it can.
struct ActionResolver {
    let options: MarkupOptions

    private struct Target {
        var url: String
        var kind: MarkupAction.Kind
        var rank: Rank
        var closes: Bool { rank == .close }
    }

    /// What an anchor's URL comes from, weakest first.
    private enum Rank: Int, Comparable {
        case own, inner, close
        static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    func resolve(_ tree: inout Tree, log: inout RemovalLog) {
        var anchors: [Tree.ID: Target] = [:]
        var order: [Tree.ID] = []
        var wraps: [(id: Tree.ID, target: Target)] = []

        var at = tree.root
        while at != Tree.none {
            let id = at
            at = tree.following(at, within: tree.root)
            guard let target = target(of: id, &tree, log: &log) else { continue }
            guard let anchor = anchor(around: id, in: tree) else {
                var target = target
                if target.closes { target.url = newCloseURL() }
                wraps.append((id, target))
                continue
            }
            var claim = target
            if claim.rank == .inner && anchor == id { claim.rank = .own }
            if let current = anchors[anchor] {
                guard claim.rank > current.rank else {
                    if claim.url != current.url && !claim.closes {
                        log.note(.action, claim.url, "shadowed")
                    }
                    continue
                }
            } else {
                order.append(anchor)
            }
            if claim.closes { claim.url = closeURL(for: anchor, in: tree) }
            anchors[anchor] = claim
        }

        for anchor in order {
            guard let target = anchors[anchor] else { continue }
            tree.update(anchor) { retarget(&$0, target) }
        }
        var marks = AnchorMarks(tree)
        for (id, target) in wraps.reversed() {
            wrap(id, target, &tree, &marks, log: &log)
        }
    }

    private func newCloseURL() -> String {
        URLScheme.resolved(options.closeURLPrefix + options.makeCloseID())
    }

    /// An anchor that was given its URL by an earlier cleaning keeps it.
    private func closeURL(for anchor: Tree.ID, in tree: Tree) -> String {
        if let element = tree.element(anchor), closes(element), !options.closeURLPrefix.isEmpty,
            let url = element.value(of: "href"), url.hasPrefix(options.closeURLPrefix)
        {
            return url
        }
        return newCloseURL()
    }

    private func retarget(_ element: inout Tree.Element, _ target: Target) {
        element.set("href", to: target.url)
        element.set(options.actionTypeAttribute, to: target.kind.rawValue)
        if target.closes {
            element.remove(options.linkAttribute)
        } else {
            element.set(options.linkAttribute, to: target.url)
        }
    }

    /// What an element asks for; nil when it is no link. A link that is empty
    /// or unsafe is taken off the element.
    private func target(
        of id: Tree.ID, _ tree: inout Tree, log: inout RemovalLog
    ) -> Target? {
        guard case .element(let element) = tree[id].content, id != tree.root, id != tree.head,
            !element.attributes.isEmpty
        else { return nil }
        if element.isForeign && element.name != "svg" { return nil }
        if element.name == "style" || element.name == "meta" { return nil }
        let stated = element.value(of: options.actionTypeAttribute)
        let link = element.value(of: options.linkAttribute)
        if closes(element) {
            if link != nil { tree.update(id) { $0.remove(options.linkAttribute) } }
            return Target(url: "", kind: .close, rank: .close)
        }
        guard let link else { return nil }
        let url = URLScheme.resolved(link)
        if url.isEmpty {
            log.note(.action, "", "empty_action")
            return nil
        }
        guard URLScheme.isSafeLink(url) else {
            log.note(.url, "\(element.name)@\(options.linkAttribute)", "unsafe_url")
            tree.update(id) { $0.remove(options.linkAttribute) }
            return nil
        }
        return Target(url: url, kind: MarkupAction.kind(stated: stated, url: url), rank: .inner)
    }

    private func isServed(_ target: Target, by anchor: Tree.Element) -> Bool {
        anchor.value(of: "href") == target.url || target.closes && closes(anchor)
    }

    private func closes(_ element: Tree.Element) -> Bool {
        guard let stated = element.value(of: options.actionTypeAttribute) else { return false }
        return ASCII.lower(ASCII.trimmed(stated)) == MarkupAction.Kind.close.rawValue
    }

    private func anchor(around id: Tree.ID, in tree: Tree) -> Tree.ID? {
        var at = id
        while at != Tree.none {
            if case .element(let element) = tree[at].content {
                if element.name == "a" { return at }
            }
            at = tree[at].parent
        }
        return nil
    }

    private func wrap(
        _ id: Tree.ID, _ target: Target, _ tree: inout Tree, _ marks: inout AnchorMarks,
        log: inout RemovalLog
    ) {
        var placed = false
        if !marks.contains(id) && Wrapping.isAllowed(around: id, in: tree) {
            place(from: id, to: id, target, &tree, &marks)
            return
        }
        var pending = [id]
        var inner: [Tree.ID] = []
        while let parent = pending.popLast() {
            var first = Tree.none
            var last = Tree.none
            var worth = false
            var child = tree[parent].firstChild
            while child != Tree.none {
                let next = tree[child].next
                let fits = !marks.contains(child) && Wrapping.isAllowed(around: child, in: tree)
                if fits {
                    if first == Tree.none { first = child }
                    last = child
                    worth = worth || Wrapping.isWorth(child, in: tree)
                } else if let element = tree.element(child) {
                    if element.name == "a" {
                        inner.append(child)
                    } else if !element.isForeign && element.name != "style" {
                        pending.append(child)
                    }
                }
                if !fits || next == Tree.none {
                    if worth {
                        place(from: first, to: last, target, &tree, &marks)
                        placed = true
                    }
                    first = Tree.none
                    worth = false
                }
                child = next
            }
        }
        if placed { return }
        let links = inner.compactMap { tree.element($0) }
        // The markup was cleaned before: its parts are anchors already.
        if links.contains(where: { isServed(target, by: $0) }) {
            return
        }
        if inner.isEmpty {
            log.note(.action, target.url, "nothing_to_click")
            tree.update(id) { element in
                element.remove(options.linkAttribute)
                element.remove(options.actionTypeAttribute)
            }
            return
        }
        guard target.closes else {
            log.note(.action, target.url, "shadowed")
            return
        }
        // A close button that is nothing but links: they close.
        for anchor in inner { tree.update(anchor) { retarget(&$0, target) } }
    }

    private func place(
        from first: Tree.ID, to last: Tree.ID, _ target: Target, _ tree: inout Tree,
        _ marks: inout AnchorMarks
    ) {
        var anchor = Tree.Element(name: "a")
        anchor.set("href", to: target.url)
        if !target.closes { anchor.set(options.linkAttribute, to: target.url) }
        anchor.set(options.actionTypeAttribute, to: target.kind.rawValue)
        anchor.set("style", to: "text-decoration:none")
        marks.add(tree.wrap(from: first, to: last, in: anchor), in: tree)
    }
}
