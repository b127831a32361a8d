import PersonalizeMarkup
import Testing

/// 9.2: what is removed, and what has to stay.
@Suite struct CleaningTests {
    @Test func theOutputIsAWholeDocument() throws {
        let html = try Markup.clean("<p>x</p>", options: fixed).html()
        #expect(
            html == "<!DOCTYPE html><html><head></head><body><p>x</p></body></html>")
    }

    @Test func elementsOfTheVendorsListGo() throws {
        let html = try Markup.clean(
            """
            <html><head><title>T</title><meta charset=utf-8><link rel=x href=y>
            <meta name=viewport content="width=device-width"><script>1</script>
            <base href=x></head><body><iframe></iframe>a</body></html>
            """, options: fixed
        ).html()
        #expect(
            html == "<!DOCTYPE html><html><head><meta name=\"viewport\""
                + " content=\"width=device-width\"></head><body>a</body></html>")
    }

    @Test func viewportIsMatchedInAnyCase() throws {
        let html = try Markup.clean("<meta name=' ViewPort ' content=x>", options: fixed).html()
        #expect(html.contains("<meta name=\" ViewPort \" content=\"x\">"))
    }

    @Test func hrefStaysOnAnchorsOnly() throws {
        #expect(try body("<div href=https://e.test>a</div>") == "<div>a</div>")
        #expect(
            try body("<a href=https://e.test>a</a>") == "<a href=\"https://e.test\">a</a>")
        #expect(try body("<map><area href=https://e.test></map>b") == "b")
    }

    @Test func navigationAttributesGoEverywhere() throws {
        #expect(
            try body("<a download=x ping=y target=_blank href=https://e.test>a</a>")
                == "<a href=\"https://e.test\">a</a>")
        #expect(try body("<p target=x download ping=y>a</p>") == "<p>a</p>")
    }

    @Test(arguments: [
        "onclick", "onpointerdown", "ontouchstart", "onanimationend", "ontransitionrun",
        "onbeforeinput", "ONCLICK", "onwhatever", "on",
    ]) func everyHandlerGoes(_ name: String) throws {
        #expect(try body("<p \(name)=\"x()\" class=c>a</p>") == "<p class=\"c\">a</p>")
    }

    @Test func whatTheAuthorWroteForLooksStays() throws {
        let source =
            "<div id=\"i\" class=\"a b\" style=\"color:red\" data-x=\"1\" aria-label=\"l\""
            + " role=\"button\" title=\"t\" lang=\"cs\" dir=\"rtl\" hidden=\"\">x</div>"
        #expect(try body(source) == source)
        let table =
            "<table width=\"100%\" border=\"0\" cellpadding=\"0\" cellspacing=\"0\""
            + " bgcolor=\"#fff\" align=\"center\"><tbody><tr><td colspan=\"2\" valign=\"top\">"
            + "<font color=\"red\" face=\"Arial\" size=\"2\">x</font></td></tr></tbody></table>"
        #expect(try body(table) == table)
    }

    @Test func attributesOfTheDocumentStay() throws {
        let html = try Markup.clean(
            "<html lang=cs class=h onclick=x><body class=b style='margin:0' onload=y>x",
            options: fixed
        ).html()
        #expect(html.contains("<html lang=\"cs\" class=\"h\"><head>"))
        #expect(html.contains("<body class=\"b\" style=\"margin:0\">x"))
    }

    @Test func unknownElementsAreShownAsSpans() throws {
        #expect(
            try body("<my-card class=c><b>x</b></my-card>")
                == "<span class=\"c\"><b>x</b></span>")
    }

    @Test func aFormIsABoxAndItsFieldsGo() throws {
        #expect(
            try body("<form action=x><input name=a><button>OK</button></form>")
                == "<div><button>OK</button></div>")
    }

    @Test func aButtonSubmitsNothing() throws {
        #expect(
            try body("<button type=submit form=x>OK</button>")
                == "<button type=\"button\">OK</button>")
    }

    @Test func switchesWithoutScriptStay() throws {
        let source =
            "<input type=\"checkbox\" id=\"t\" checked=\"\"><label for=\"t\">more</label>"
        #expect(try body(source) == source)
    }

    @Test func iconsStay() throws {
        #expect(
            try body(
                "<svg viewBox='0 0 24 24' onload=x><title>t</title><defs><linearGradient id=g>"
                    + "<stop offset=1 /></linearGradient></defs><g fill='url(#g)'>"
                    + "<path d='M0 0'/><circle r=1 /></g></svg>after")
                == "<svg viewBox=\"0 0 24 24\"><defs><linearGradient id=\"g\">"
                + "<stop offset=\"1\"></stop></linearGradient></defs><g fill=\"url(#g)\">"
                + "<path d=\"M0 0\"></path><circle r=\"1\"></circle></g></svg>after")
    }

    @Test func anUnclosedIconDoesNotSwallowThePage() throws {
        #expect(
            try body("<div><svg><path d=x><p>text <b>bold</b></p></div><p>more</p>")
                == "<div><svg><path d=\"x\"></path></svg><p>text <b>bold</b></p></div>"
                + "<p>more</p>")
    }

    @Test(arguments: [
        "<svg><defs/><g><path d=a /></g></svg>", "<svg><g/><use href='#a'/><path d=a></path></svg>",
        "<svg><title>t</title><desc>d</desc><path d=a /><text>t</text></svg>",
        "<SVG><filter><feBlend/></filter><Path d=a><animate/></Path></SVG>",
        "<svg><symbol><path/></symbol><style>p{}</style></svg>", "<svg />", "<svg/>", "<svg></svg>",
    ]) func whatFollowsAnIconStays(_ icon: String) throws {
        #expect(try body("<p>\(icon)after</p>").contains("after</p>"), "\(icon)")
        #expect(try body("<p>\(icon)</p>after").contains("</p>after"), "\(icon)")
    }

    @Test(arguments: ["template", "select", "math", "frameset", "iframe", "object", "noscript"])
    func whatFollowsADroppedElementStays(_ name: String) throws {
        #expect(try body("a<\(name) x=y><b>c</b></\(name)><i>after</i>") == "a<i>after</i>")
    }

    @Test func foreignNamesInTextAndStylesStayAsTheyWere() throws {
        let css = "a{background:url(\"data:image/svg+xml,%3Csvg/%3E\")}"
        #expect(
            try Markup.clean("<style>\(css)</style>", options: fixed).html()
                .contains("<style>\(css)</style>"))
        #expect(
            try body("<p title='<svg> <select>' data-x='</math>'>&lt;svg></p>")
                == "<p title=\"&lt;svg&gt; &lt;select&gt;\" data-x=\"&lt;/math&gt;\">"
                + "&lt;svg&gt;</p>")
    }

    /// The cleaning marks some tags before they are parsed; an author's text
    /// that looks like a mark names nothing.
    @Test(arguments: ["svg", "path", "animate", "x"]) func aForgedMarkNamesNothing(
        _ name: String
    ) throws {
        for element in ["base", "b", "p", "track", "blink", "style"] {
            let html = try Markup.clean(
                "<\(element) \u{F8F5}\u{F8F6}\(name)=1><a href=x:1>y</a>", options: fixed
            ).html()
            #expect(dangers(in: html).isEmpty, "\(html)")
            #expect(!html.contains("<svg") && !html.contains("\u{F8F5}"), "\(html)")
            #expect(try Markup.clean(html, options: fixed).html() == html)
        }
    }

    @Test func textIsEscaped() throws {
        #expect(
            try body("<p title='a\"b&amp;c\u{A0}d'>1 &lt; 2 &amp;&amp; 3 > 2\u{A0}\"x\"</p>")
                == "<p title=\"a&quot;b&amp;c&nbsp;d\">1 &lt; 2 &amp;&amp; 3 &gt; 2&nbsp;"
                + "&quot;x&quot;</p>")
    }

    @Test func unusualBytesKeepTheirMeaning() throws {
        #expect(try body("\u{FEFF}<p>a</p>") == "<p>a</p>")
        #expect(try body("<p>a\r\nb\rc</p>") == "<p>a\nb\nc</p>")
        #expect(try body("<p title='a&#13;b'>c&#13;d</p>") == "<p title=\"a&#13;b\">c&#13;d</p>")
        #expect(try body("<pre>\n\nx</pre>") == "<pre>\n\nx</pre>")
        #expect(try body("<p>\u{1F600}\u{10FFFF}e\u{301}</p>").contains("\u{1F600}"))
        _ = try Markup.clean("\u{0}<p\u{0}>\u{0}</p>\u{0}", options: fixed)
    }

    @Test func commentsAndInstructionsGo() throws {
        #expect(try body("a<!-- b -->c<?d e?>f<![CDATA[g]]>h") == "acfh")
    }

    @Test(arguments: ["", " ", "\n\t \r\n"]) func blankSourcesAreEmpty(_ html: String) throws {
        let markup = try Markup.clean(html, options: fixed)
        #expect(markup.isEmpty)
        #expect(markup.actions.isEmpty && markup.images.isEmpty)
    }

    @Test(arguments: ["x", "<p></p>", "<!-- -->"]) func otherSourcesAreNot(_ html: String) throws {
        #expect(try Markup.clean(html, options: fixed).isEmpty == false)
    }

    @Test func removalsAreNamedAndCounted() throws {
        let markup = try Markup.clean(
            "<script>1</script><p onclick=a><b onclick=b>x</b></p><script></script>"
                + "<a href=javascript:1>y</a>", options: fixed)
        #expect(
            markup.removed == [
                RemovedItem(kind: .element, name: "script", reason: "forbidden", count: 2),
                RemovedItem(kind: .attribute, name: "onclick", reason: "event_handler", count: 2),
                RemovedItem(kind: .url, name: "a@href", reason: "unsafe_url"),
            ])
        #expect(markup.removedOverflow == 0)
    }

    @Test func removalsAreBounded() throws {
        let html = (0..<500).map { "<p onx\($0)=1>a</p>" }.joined()
        let markup = try Markup.clean(html, options: fixed)
        #expect(markup.removed.count == 64)
        #expect(markup.removedOverflow == 436)
    }

    @Test func theSameTextGivesTheSameDocument() throws {
        let html =
            "<div data-x=1 class=y id=z data-link='shop://a'>x<img src=https://e.test/i></div>"
        let first = try Markup.clean(html, options: fixed)
        for _ in 0..<5 { #expect(try Markup.clean(html, options: fixed) == first) }
    }
}
