/// Finds the action that a URL reported by a web view belongs to.
///
/// A web view reports its own spelling of a link: with a slash behind the
/// host, with characters encoded, with the host in lower case.
public enum ActionMatch {
    /// The action of the URL; nil when there is none.
    ///
    /// An exactly equal URL wins. Then URLs are compared by scheme, host,
    /// path and query; among equals, those with the same port and fragment
    /// come first, and an action that does not close comes before one that
    /// does.
    public static func match(clicked: String, among actions: [MarkupAction]) -> MarkupAction? {
        if let exact = first(actions.filter { $0.url == clicked }) { return exact }
        let trimmed = URLScheme.trimmed(clicked)
        if trimmed.isEmpty { return nil }
        if let exact = first(actions.filter { $0.url == trimmed }) { return exact }

        let wanted = ComparableURL(trimmed)
        var same: [MarkupAction] = []
        var identical: [MarkupAction] = []
        for action in actions {
            let url = ComparableURL(action.url)
            guard url.place == wanted.place else { continue }
            same.append(action)
            if url.detail == wanted.detail { identical.append(action) }
        }
        return first(identical) ?? first(same)
    }

    /// Whether the URL is the web view's own empty page, so that its
    /// navigation is no click and is to be ignored.
    public static func isBlank(_ url: String) -> Bool {
        let url = ASCII.lower(URLScheme.trimmed(url))
        return url == "about:blank" || url.hasPrefix("about:blank#")
            || url.hasPrefix("about:blank?")
    }

    private static func first(_ actions: [MarkupAction]) -> MarkupAction? {
        actions.first { $0.kind != .close } ?? actions.first
    }
}
