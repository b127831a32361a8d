/// Reads the actions off a document whose links are all anchors.
struct ActionCollector {
    let options: MarkupOptions

    func collect(_ tree: Tree, log: inout RemovalLog) -> [MarkupAction] {
        var actions: [MarkupAction] = []
        var seen: Set<String> = []
        var at = tree.root
        while at != Tree.none {
            if case .element(let element) = tree[at].content, element.name == "a",
                let url = element.value(of: "href"), !url.isEmpty
            {
                if seen.insert(url).inserted {
                    actions.append(
                        MarkupAction(
                            name: VisibleText.of(at, in: tree), url: url,
                            kind: MarkupAction.kind(
                                stated: element.value(of: options.actionTypeAttribute),
                                url: url)))
                } else {
                    log.note(.action, url, "duplicate_url")
                }
            }
            at = tree.following(at, within: tree.root)
        }
        return actions
    }
}
