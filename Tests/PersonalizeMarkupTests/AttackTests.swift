import PersonalizeMarkup
import Testing

/// Inputs that are meant to run something, and what has to hold for all.
@Suite struct AttackTests {
    @Test(arguments: attacks) func nothingDangerousIsLeft(_ attack: String) throws {
        let once = try Markup.clean(attack, options: fixed)
        let html = once.html()
        #expect(dangers(in: html).isEmpty, "\(attack) => \(html)")
        for action in once.actions {
            #expect(!["javascript", "vbscript", "data"].contains(URLScheme.of(action.url) ?? ""))
        }
    }

    @Test(arguments: attacks) func cleaningTwiceChangesNothing(_ attack: String) throws {
        let once = try Markup.clean(attack, options: fixed).html()
        let twice = try Markup.clean(once, options: fixed).html()
        #expect(once == twice, "\(attack)")
    }

    /// What harms in a document must not come together from pieces either.
    @Test(arguments: attacks) func wrappedInOtherContexts(_ attack: String) throws {
        for (before, after) in [
            ("<table><tr><td>", "</td></tr></table>"), ("<table>", "</table>"),
            ("<select><option>", "</select>"), ("<svg>", "</svg>"), ("<math><mtext>", "</math>"),
            ("<svg><desc>", "</desc></svg>"), ("<a href='x:y'>", "</a>"), ("<style>", "</style>"),
            ("<noscript>", "</noscript>"), ("<textarea>", "</textarea>"), ("<!--", "-->"),
            ("<div title=\"", "\">"), ("<p data-link='shop://x'>", "</p>"),
            ("<head><style>", "</style></head>"), ("<frameset>", "</frameset>"),
        ] {
            // Quotes would make CSS of it that is text in a string.
            let inner = before.contains("<style>") ? attack.filter { !"'\"".contains($0) } : attack
            let input = before + inner + after
            let html = try Markup.clean(input, options: fixed).html()
            #expect(dangers(in: html).isEmpty, "\(input) => \(html)")
            #expect(try Markup.clean(html, options: fixed).html() == html, "\(input)")
        }
    }

    @Test func thereAreEnough() { #expect(Set(attacks).count >= 400) }
}
