import CGumbo

/// What happens to an element of HTML.
enum ElementPolicy {
    case keep
    /// Written under another name that looks and parses alike.
    case rename(String)
    /// Dropped together with everything in it.
    case drop(String)

    static func policy(for tag: GumboTag) -> ElementPolicy {
        let index = Int(tag.rawValue)
        return index < table.count ? table[index] : .rename("span")
    }

    /// For an element that the parser has no number for. A `dialog` hides its
    /// content; under another name it would show.
    static func policy(forUnknown name: String) -> ElementPolicy {
        switch name {
        case "dialog", "portal", "fencedframe", "slot", "template", "select", "frameset",
            "isindex":
            .drop("forbidden")
        case "math": .drop("foreign_content")
        default: .rename("span")
        }
    }

    /// The element's name as the parser spells it.
    static func name(of tag: GumboTag) -> String {
        guard tag.rawValue < GUMBO_TAG_UNKNOWN.rawValue,
            let name = gumbo_normalized_tagname(tag)
        else { return "" }
        return String(cString: name)
    }

    static func isVoid(_ name: String) -> Bool {
        switch name {
        case "br", "col", "hr", "img", "input", "meta", "wbr": true
        default: false
        }
    }

    /// Where a table is built; a parser throws other elements out of it.
    static func isTablePart(_ name: String) -> Bool {
        switch name {
        case "table", "tbody", "thead", "tfoot", "tr", "colgroup": true
        default: false
        }
    }

    private static let table: [ElementPolicy] = {
        var table = [ElementPolicy](
            repeating: .rename("span"), count: Int(GUMBO_TAG_LAST.rawValue) + 1)
        func set(_ names: String, _ policy: ElementPolicy) {
            for name in names.split(separator: " ") {
                let tag = gumbo_tag_enum(String(name))
                guard tag != GUMBO_TAG_UNKNOWN, Int(tag.rawValue) < table.count else { continue }
                table[Int(tag.rawValue)] = policy
            }
        }
        set(
            """
            html head body style article section nav aside h1 h2 h3 h4 h5 h6 hgroup header footer \
            address main p hr pre blockquote ol ul li dl dt dd figure figcaption div a em strong \
            small s cite q dfn abbr data time code var samp kbd sub sup i b u mark ruby rb rt rp \
            rtc bdi bdo span br wbr ins del img table caption colgroup col tbody thead tfoot tr \
            td th fieldset legend label button meter progress output details summary center font \
            big strike tt nobr acronym marquee dir menu input meta
            """, .keep)
        // A form sends what a person types to whoever wrote the markup.
        set("form", .rename("div"))
        set("listing", .rename("pre"))
        set(
            """
            script title link iframe base object embed applet param frame frameset noframes \
            noembed noscript template xmp plaintext textarea select option optgroup datalist \
            keygen isindex video audio source track canvas map area portal bgsound basefont menuitem
            """, .drop("forbidden"))
        return table
    }()
}
