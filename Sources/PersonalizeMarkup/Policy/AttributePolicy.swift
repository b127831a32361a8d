/// Which attributes an element keeps, and what their values become.
enum AttributePolicy {
    enum Verdict {
        case keep(String)
        case drop(RemovedItem.Kind, String)
    }

    static func verdict(
        element: String, name: String, value: String
    ) -> Verdict {
        if name.hasPrefix("on") { return .drop(.attribute, "event_handler") }
        switch name {
        case "href":
            guard element == "a" else { return .drop(.attribute, "forbidden") }
            let url = URLScheme.resolved(value)
            if url.isEmpty { return .drop(.attribute, "empty_action") }
            return URLScheme.isSafeLink(url) ? .keep(url) : .drop(.url, "unsafe_url")
        case "src":
            guard element == "img" else { return .drop(.attribute, "forbidden") }
            let url = URLScheme.resolved(value)
            if url.isEmpty { return .drop(.attribute, "empty_source") }
            return ImageSource.isSafe(url) ? .keep(url) : .drop(.url, "unsafe_url")
        case "style":
            return .keep(value)
        case "type":
            switch element {
            case "button": return .keep("button")
            case "ol", "ul", "li", "input", "style": return .keep(value)
            default: return .drop(.attribute, "forbidden")
            }
        case "name":
            // A name puts an element into the scripts' global scope.
            return element == "input" || element == "meta"
                ? .keep(value) : .drop(.attribute, "forbidden")
        case "media":
            return element == "style" ? .keep(value) : .drop(.attribute, "forbidden")
        case "content":
            return element == "meta" ? .keep(value) : .drop(.attribute, "forbidden")
        case "value":
            return ["li", "data", "meter", "progress"].contains(element)
                ? .keep(value) : .drop(.attribute, "forbidden")
        default:
            if allowed.contains(name) { return .keep(value) }
            if isOpen(name) { return .keep(value) }
            return .drop(.attribute, "forbidden")
        }
    }

    /// `data-*` and `aria-*`, as long as the name can be written back.
    static func isOpen(_ name: String) -> Bool {
        let bytes = name.utf8
        guard bytes.count > 5, bytes.count <= 128,
            name.hasPrefix("data-") || name.hasPrefix("aria-")
        else { return false }
        return bytes.allSatisfy {
            ASCII.isDigit($0) || ($0 >= 0x61 && $0 <= 0x7A) || $0 == 0x2D || $0 == 0x5F
                || $0 == 0x2E || $0 == 0x3A
        }
    }

    private static let allowed: Set<String> = Set(
        """
        id class lang dir title role alt width height align valign bgcolor color border \
        cellpadding cellspacing colspan rowspan face size hspace vspace nowrap start reversed \
        scope headers abbr span rules frame summary datetime open hidden tabindex for checked \
        disabled min max low high optimum compact clear noshade char charoff text link vlink \
        alink marginwidth marginheight topmargin leftmargin rightmargin bottommargin translate \
        behavior direction scrollamount scrolldelay loop decoding loading
        """.split(separator: " ").map(String.init))
}
