/// The part of SVG that may stay: shapes and gradients, as icons have them.
///
/// Nothing in it holds text, HTML or a URL, so that a parser has no way back
/// from it into HTML except its end tag.
enum GraphicPolicy {
    /// Under the spelling that SVG has for it.
    case keep(String)
    /// Dropped, but not what is in it.
    case unwrap
    /// An element of HTML, which ends the graphic.
    case page
    case drop

    static func policy(for lower: String) -> GraphicPolicy {
        if let name = elements[lower] { return .keep(name) }
        if lower == "a" || lower == "switch" { return .unwrap }
        return pageElements.contains(lower) ? .page : .drop
    }

    /// Whether nothing that is kept can be in it.
    static func isLeaf(_ name: String) -> Bool { leaves.contains(name) }

    /// SVG's spelling of an attribute that was parsed as HTML's.
    static func attributeName(for lower: String) -> String { spellings[lower] ?? lower }

    static func verdict(name: String, value: String) -> AttributePolicy.Verdict {
        if name.hasPrefix("on") { return .drop(.attribute, "event_handler") }
        guard attributes.contains(name) || AttributePolicy.isOpen(name) else {
            return .drop(.attribute, "forbidden")
        }
        if name != "style", mayLoad(value), !isLocalReference(value) {
            return .drop(.url, "unsafe_url")
        }
        return .keep(value)
    }

    /// These attributes are CSS, where an escape hides the name of a function.
    private static func mayLoad(_ value: String) -> Bool {
        guard value.utf8.contains(0x28) else { return false }
        return value.utf8.contains(0x5C)
            || ["url(", "src(", "image(", "image-set("].contains {
                ASCII.contains(ASCII.lower(value), $0)
            }
    }

    /// `url(#name)` and nothing else.
    private static func isLocalReference(_ value: String) -> Bool {
        let text = ASCII.trimmed(value)
        guard text.hasPrefix("url(#"), text.hasSuffix(")") else { return false }
        return text.dropFirst(5).dropLast().utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x5F
        }
    }

    private static let leaves: Set<String> = [
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "stop",
    ]

    private static let elements = bySpelling(
        leaves.sorted() + ["svg", "g", "defs", "linearGradient", "radialGradient", "clipPath"])

    private static let spellings = bySpelling(attributes.sorted())

    private static func bySpelling(_ names: [String]) -> [String: String] {
        var spellings: [String: String] = [:]
        for name in names { spellings[ASCII.lower(name)] = name }
        return spellings
    }

    private static let attributes: Set<String> = Set(
        """
        id class style width height viewBox preserveAspectRatio version x y x1 y1 x2 y2 cx cy r \
        rx ry fx fy d points transform fill fill-opacity fill-rule stroke stroke-width \
        stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset \
        stroke-opacity opacity color display visibility overflow clip-path clip-rule \
        clipPathUnits gradientUnits gradientTransform spreadMethod offset stop-color \
        stop-opacity vector-effect shape-rendering pathLength focusable role tabindex
        """.split(separator: " ").map(String.init))

    /// The elements at which a browser leaves a graphic, and style sheets,
    /// which work in either place. `img` and its kin are not among them: an
    /// `image` of SVG is read as one.
    private static let pageElements: Set<String> = Set(
        """
        b big blockquote body br center code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i li menu \
        nobr ol p pre ruby s small span strong strike sub sup style table tt u ul var
        """.split(separator: " ").map(String.init))
}
