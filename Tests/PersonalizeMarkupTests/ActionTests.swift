import PersonalizeMarkup
import Testing

/// 9.3: links and what they do.
@Suite struct ActionTests {
    private func actions(_ html: String) throws -> [MarkupAction] {
        try Markup.clean(html, options: fixed).actions
    }

    @Test func actionsComeInDocumentOrder() throws {
        let found = try actions(
            "<a href=https://e.test/1>One</a><div data-link='shop://2'>Two</div>"
                + "<p><a href='tel:3'>Three</a></p>")
        #expect(
            found == [
                MarkupAction(name: "One", url: "https://e.test/1", kind: .browser),
                MarkupAction(name: "Two", url: "shop://2", kind: .deepLink),
                MarkupAction(name: "Three", url: "tel:3", kind: .deepLink),
            ])
    }

    @Test(arguments: [
        ("browser", "shop://x", MarkupAction.Kind.browser),
        ("deep-link", "https://e.test", .deepLink),
        ("DEEP-LINK", "https://e.test", .deepLink),
        (" browser ", "shop://x", .browser),
        ("nonsense", "https://e.test", .browser),
        ("nonsense", "shop://x", .deepLink),
        ("", "http://e.test", .browser),
    ]) func theStatedTypeWins(
        _ stated: String, _ url: String, _ kind: MarkupAction.Kind
    ) throws {
        #expect(
            try actions("<div data-link='\(url)' data-actiontype='\(stated)'>x</div>").map(\.kind)
                == [kind])
        #expect(
            try actions("<a href='\(url)' data-actiontype='\(stated)'>x</a>").map(\.kind) == [kind])
    }

    @Test(arguments: [
        "HTTPS://e.test", " https://e.test", "\n\thttp://e.test", "Http://e.test",
        "ht\ntps://e.test",
    ]) func row14_35_caseAndSpaceMakeNoDeepLink(_ url: String) throws {
        let found = try actions("<a href='\(url)'>x</a>") + actions("<p data-link='\(url)'>x</p>")
        #expect(found.map(\.kind) == [.browser, .browser])
        #expect(found.allSatisfy { $0.url == URLScheme.trimmed(url) })
    }

    @Test func aLinkWithoutSchemeIntoTheWebIsCompleted() throws {
        #expect(
            try actions("<a href='//e.test/x'>x</a>")
                == [MarkupAction(name: "x", url: "https://e.test/x", kind: .browser)])
    }

    @Test func dataLinkOnAnAnchorReplacesItsHref() throws {
        #expect(
            try body("<a href='https://e.test/old' data-link='shop://new' class=c>x</a>")
                == "<a href=\"shop://new\" data-link=\"shop://new\" class=\"c\""
                + " data-actiontype=\"deep-link\">x</a>")
    }

    @Test func dataLinkInsideAnAnchorReplacesTheAnchorsHref() throws {
        let html = "<a href='https://e.test/old'><b data-link='shop://new'>x</b></a>"
        #expect(
            try body(html) == "<a href=\"shop://new\" data-actiontype=\"deep-link\""
                + " data-link=\"shop://new\"><b data-link=\"shop://new\">x</b></a>")
        #expect(try actions(html).map(\.url) == ["shop://new"])
    }

    @Test func theFirstOfSeveralLinksInAnAnchorCounts() throws {
        let markup = try Markup.clean(
            "<a href=x:0><b data-link=x:1>a</b><b data-link=x:2>b</b></a>", options: fixed)
        #expect(markup.actions.map(\.url) == ["x:1"])
        #expect(
            markup.removed == [RemovedItem(kind: .action, name: "x:2", reason: "shadowed")])
    }

    @Test func dataLinkElsewhereGetsAnAnchorAround() throws {
        #expect(
            try body("<div class=c data-link='shop://x'>a</div>")
                == "<a href=\"shop://x\" data-link=\"shop://x\" data-actiontype=\"deep-link\""
                + " style=\"text-decoration:none\"><div class=\"c\" data-link=\"shop://x\">a</div>"
                + "</a>")
    }

    @Test(arguments: [
        "https://e.test/?q='", "https://e.test/?q=\"", "https://e.test/?a=1&b=2",
        "https://e.test/?q=' onclick='alert(1)", "https://e.test/?q=<b>",
    ]) func row14_14_quotesCannotLeaveTheAnchor(_ url: String) throws {
        let escaped = url.map { character in
            switch character {
            case "'": "&#39;"
            case "\"": "&quot;"
            case "&": "&amp;"
            default: String(character)
            }
        }.joined()
        for html in ["<div data-link='\(escaped)'>x</div>", "<a href=\"\(escaped)\">x</a>"] {
            let markup = try Markup.clean(html, options: fixed)
            #expect(markup.actions.map(\.url) == [url])
            #expect(dangers(in: markup.html()).isEmpty)
        }
    }

    @Test func anchorsAreNotNested() throws {
        let markup = try Markup.clean(
            "<div data-link=x:1>a <i>b</i> <a href=x:2>c</a> d</div>", options: fixed)
        #expect(markup.actions.map(\.url) == ["x:1", "x:2"])
        #expect(markup.actions.map(\.name) == ["a b", "c"])
        let twice = try Markup.clean(markup.html(), options: fixed)
        #expect(twice.html() == markup.html())
        #expect(
            markup.html().contains(
                "<a href=\"x:1\" data-link=\"x:1\" data-actiontype=\"deep-link\""
                    + " style=\"text-decoration:none\"> d</a></div>"))
    }

    @Test func nestedLinksKeepBothActions() throws {
        let found = try actions("<div data-link=x:1><p data-link=x:2>in</p>out</div>")
        #expect(found.map(\.url) == ["x:2", "x:1"])
        #expect(found.map(\.name) == ["in", "out"])
    }

    @Test func partsOfTablesAndListsAreLinkedFromInside() throws {
        #expect(
            try body("<table><tr data-link=x:1><td>a</td><td> </td></tr></table>").contains(
                "<td><a href=\"x:1\" data-link=\"x:1\" data-actiontype=\"deep-link\""
                    + " style=\"text-decoration:none\">a</a></td><td> </td></tr>"))
        #expect(
            try body("<ul><li data-link=x:1>a <b>b</b></li></ul>").contains(
                "style=\"text-decoration:none\">a <b>b</b></a></li>"))
        #expect(try actions("<body data-link=x:1><p>a</p></body>").map(\.name) == ["a"])
    }

    @Test func aStyleSheetInALinkedRowStaysOne() throws {
        let html = try body("<table><tr data-link=x:1><style>a>b{}</style><td>x</td></tr></table>")
        #expect(html.contains("<style>a>b{}</style>"))
        #expect(html.contains("style=\"text-decoration:none\">x</a></td>"))
    }

    /// The stated type counts on whatever element has the link.
    @Test(arguments: [
        "div", "span", "p", "h1", "button", "section", "label", "li", "td", "tr", "ul", "table",
        "center", "font", "b", "x-button", "form", "svg", "img", "a",
    ]) func theTypeCanBeStatedInAnyElement(_ name: String) throws {
        let inner = name == "svg" ? "<path d='M0 0'/>" : "x"
        let element =
            "<\(name) data-link='https://e.test/\(name)' data-actiontype='deep-link'>\(inner)"
            + (name == "img" ? "" : "</\(name)>")
        let html =
            [
                "li": "<ul>\(element)</ul>", "td": "<table><tr>\(element)</tr></table>",
                "tr": "<table><tr data-link='https://e.test/tr' data-actiontype='deep-link'>"
                    + "<td>x</td></tr></table>",
                "table": "<table data-link='https://e.test/table' data-actiontype='deep-link'><tr>"
                    + "<td>x</td></tr></table>",
            ][name] ?? element
        let found = try actions(html)
        #expect(found.map(\.kind) == [.deepLink], "\(html)")
        #expect(found.map(\.url) == ["https://e.test/\(name)"])
        let browser = try actions(
            html.split(separator: "https://e.test").joined(separator: "shop://x")
                .split(separator: "deep-link").joined(separator: "Browser"))
        #expect(browser.map(\.kind) == [.browser], "\(html)")
    }

    @Test(arguments: [
        "<a href=''>x</a>", "<a href='  '>x</a>", "<div data-link=''>x</div>",
        "<div data-link=' \n'>x</div>", "<a>x</a>", "<a data-link=''>x</a>",
    ]) func emptyLinksAreSkipped(_ html: String) throws {
        #expect(try actions(html).isEmpty)
    }

    @Test(arguments: [
        "<a href='javascript:x()'>x</a>", "<div data-link=' VBScript:x'>x</div>",
        "<a data-link='javascript:x'>x</a>", "<a href='data:text/html,x'>x</a>",
    ]) func unsafeLinksAreNoActionsAndLeaveNoTrace(_ html: String) throws {
        let markup = try Markup.clean(html, options: fixed)
        #expect(markup.actions.isEmpty)
        #expect(!markup.html().lowercased().contains("script:"))
        #expect(markup.removed.contains { $0.reason == "unsafe_url" })
    }

    @Test func theFirstOfTwoEqualUrlsGivesTheNameAndType() throws {
        let markup = try Markup.clean(
            "<a href=https://e.test data-actiontype=deep-link>First</a>"
                + "<a href=https://e.test>Second</a>", options: fixed)
        #expect(
            markup.actions
                == [MarkupAction(name: "First", url: "https://e.test", kind: .deepLink)])
        #expect(
            markup.removed.contains {
                $0.kind == .action && $0.reason == "duplicate_url" && $0.name == "https://e.test"
            })
    }

    @Test(arguments: [
        ("  Buy \n <b>now</b>! ", "Buy now!"), ("<p>a</p><p>b</p>", "a b"), ("a<br>b", "a b"),
        ("a<b>b</b>c", "abc"), ("a\u{A0}&nbsp; b", "a b"), ("a\u{AD}b\u{200B}c", "abc"),
        ("<style>p{}</style>x", "x"), ("1 &lt; 2 &amp; 3", "1 < 2 & 3"),
        ("<div><div>a</div></div>b", "a b"),
    ]) func namesAreTheVisibleText(_ html: String, _ name: String) throws {
        #expect(try actions("<a href=x:1>\(html)</a>").first?.name == name)
    }

    @Test(arguments: ["", "  ", "<img src=https://e.test/i.png alt=x>", "<br>&nbsp;"])
    func withoutTextThereIsNoName(_ html: String) throws {
        let found = try actions("<a href=x:1>\(html)</a>")
        #expect(found.count == 1)
        #expect(found.first?.name == nil)
    }

    @Test func otherAttributeNamesCanBeChosen() throws {
        let options = MarkupOptions(
            closeURLPrefix: "close:", linkAttribute: "data-go", actionTypeAttribute: "data-how"
        ) { "1" }
        let markup = try Markup.clean(
            "<p data-go=x:1 data-how=browser>a</p><p data-how=close>b</p><p data-link=x:2>c</p>",
            options: options)
        #expect(
            markup.actions == [
                MarkupAction(name: "a", url: "x:1", kind: .browser),
                MarkupAction(name: "b", url: "close:1", kind: .close),
            ])
    }
}
