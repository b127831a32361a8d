import PersonalizeMarkup
import Testing

/// 9.5: files that CSS names, and how they are put in.
@Suite struct StyleReferenceTests {
    private let image = "https://e.test/a.png"

    private func clean(_ css: String) throws -> Markup {
        try Markup.clean("<style>\(css)</style>", options: fixed)
    }

    /// The style sheet of a document.
    private func sheet(_ html: String) -> String {
        guard let start = html.range(of: "<style>"), let end = html.range(of: "</style>") else {
            return html
        }
        return String(html[start.upperBound..<end.lowerBound])
    }

    private func replaced(_ css: String, _ resources: [String: String]) throws -> String {
        try sheet(clean(css).html(replacing: resources))
    }

    @Test(arguments: [
        "background", "background-image", "border-image", "border-image-source", "content",
        "cursor", "filter", "list-style", "list-style-image", "mask", "mask-image",
        "offset-path",
    ]) func everyListedPropertyNamesAnImage(_ property: String) throws {
        let wanted = [StyleResource(url: image, kind: .image)]
        #expect(try clean("a{\(property):url(\(image))}").styleResources == wanted)
        let attribute = try Markup.clean(
            "<p style=\"color:red;\(property.uppercased()) : url('\(image)') 0 0\">x</p>",
            options: fixed)
        #expect(attribute.styleResources == wanted)
        #expect(attribute.images.isEmpty)
    }

    @Test func sourcesAreFonts() throws {
        let markup = try clean(
            "@font-face{font-family:A;src:url(\(image)) format('woff2'),url(//e.test/b.ttf)}")
        #expect(
            markup.styleResources == [
                StyleResource(url: image, kind: .font),
                StyleResource(url: "https://e.test/b.ttf", kind: .font),
            ])
    }

    @Test(arguments: [
        "url(https://e.test/a.png)", "url('https://e.test/a.png')",
        "url(\"https://e.test/a.png\")", "url( https://e.test/a.png )",
        "url(\n'https://e.test/a.png'\t)", "URL(https://e.test/a.png)",
        "u\\72l(https://e.test/a.png)", "url(https\\3A//e.test/a.png)",
        "url('https://e.test/\\61 .png')", "url('https://e.te\\\nst/a.png')",
        "url(  'https://e.test/a.png'  )", "linear-gradient(red,blue),url(https://e.test/a.png)",
        "url(https://e\\.test\\/a\\.png)", "/* url(x) */url(https://e.test/a.png)",
    ]) func everySpellingIsFoundAndReplaced(_ value: String) throws {
        for css in ["a{background:\(value) no-repeat;color:red}", "a{background : \(value)"] {
            let markup = try clean(css)
            #expect(markup.styleResources == [StyleResource(url: image, kind: .image)], "\(css)")
            let result = sheet(markup.html(replacing: [image: "data:image/png;base64,AA=="]))
            #expect(result.contains("\"data:image/png;base64,AA==\""), "\(css)")
            #expect(!result.contains("e.test") && !result.contains("e\\.test"), "\(css)")
            let again = try clean(result)
            #expect(again.styleResources.isEmpty && sheet(again.html()) == result, "\(css)")
        }
    }

    @Test func row14_15_replacementIsByPosition() throws {
        let css =
            "a{background:url(https://e.test/a)}b{background:url(https://e.test/ab)}"
            + "i{content:'https://e.test/a'}u{background:url( 'https://e.test/a' )}"
        #expect(
            try replaced(css, ["https://e.test/a": "data:a", "https://e.test/ab": "data:b"])
                == "a{background:url(\"data:a\")}b{background:url(\"data:b\")}"
                + "i{content:'https://e.test/a'}u{background:url( \"data:a\" )}")
        #expect(try replaced(css, [:]) == css)
    }

    @Test func attributesKeepTheirQuotes() throws {
        let html = try Markup.clean(
            "<p style='a:b;background:url(\"\(image)\");c:\"d\"'>x</p>"
                + "<svg style=\"mask:url(\(image)#m)\"></svg>", options: fixed
        ).html(replacing: [image: "data:image/png,A"])
        #expect(
            html.contains(
                "<p style=\"a:b;background:url(&quot;data:image/png,A&quot;);c:&quot;d&quot;\">x"))
        #expect(html.contains("<svg style=\"mask:url(&quot;data:image/png,A#m&quot;)\">"))
    }

    @Test func aFragmentIsNotFetchedAndStays() throws {
        let css = "a{filter:url(https://e.test/f.svg#one) url(https://e.test/f.svg#two)}"
        #expect(
            try clean(css).styleResources
                == [StyleResource(url: "https://e.test/f.svg", kind: .image)])
        #expect(
            try replaced(css, ["https://e.test/f.svg": "data:x"])
                == "a{filter:url(\"data:x#one\") url(\"data:x#two\")}")
    }

    @Test func theFirstKindOfAUrlCountsAndRepeatsAreOne() throws {
        let markup = try clean(
            "a{background:url(\(image))}@font-face{src:url(\(image))}b{cursor:url(\(image))}")
        #expect(markup.styleResources == [StyleResource(url: image, kind: .image)])
    }

    @Test(arguments: [
        ("a{clip-path:url(https://e.test/a)}", "https://e.test/a", "unlisted_property"),
        (
            "a{--x:url(https://e.test/a);background:var(--x)}", "https://e.test/a",
            "unlisted_property"
        ),
        ("a{-webkit-mask-image:url(//e.test/a)}", "//e.test/a", "unlisted_property"),
        ("url(https://e.test/a)", "https://e.test/a", "unlisted_property"),
        ("a{background:url(a.png)}", "a.png", "relative_url"),
        ("a{background:url('/a.png')}", "/a.png", "relative_url"),
        ("a{background:url(?x)}", "?x", "relative_url"),
        ("a{background:url(app-asset://a)}", "url(app-asset:)", "unsafe_url"),
        ("a{background:url(java\\73 cript:x)}", "url(javascript:)", "unsafe_url"),
        ("a{background:url(a b)}", "url()", "bad_url"),
        ("a{background:url(https://e.test/'a)}", "url()", "bad_url"),
        ("a{background:url('https://e.test/a\n)}", "url()", "bad_url"),
        ("a{background:url(var(--x))}", "url()", "bad_url"),
    ]) func whatIsNotFetchedCannotBeLoadedEither(
        _ css: String, _ name: String, _ reason: String
    ) throws {
        let markup = try clean(css)
        #expect(markup.removed == [RemovedItem(kind: .style, name: name, reason: reason)])
        #expect(markup.styleResources.isEmpty)
        #expect(markup.html().contains("url(\"data:,\""))
        #expect(!markup.html().contains("e.test"))
    }

    @Test func anEmptyUrlLoadsNothing() throws {
        let markup = try clean("a{background:url()}b{background:url( '' )}")
        #expect(
            sheet(markup.html()) == "a{background:url(\"data:,\")}b{background:url(\"data:,\" )}")
        #expect(markup.removed.isEmpty && markup.styleResources.isEmpty)
    }

    @Test(arguments: [
        "image-set('https://e.test/a' 1x)", "image-set(url(data:,) 1x,\"https://e.test/a\" 2x)",
        "-webkit-image-set('https://e.test/a' 1x)", "image-set(var(--x) 1x)",
        "image-set(linear-gradient(red,blue) 1x)", "image('https://e.test/a')",
        "src('https://e.test/a')", "src(var(--x))", "i\\6d age-set('https://e.test/a' 1x)",
        "image-set(--f() 1x)", "image-set(image-set('https://e.test/a' 1x) 1x)",
        "image-set(/*)*/'https://e.test/a' 1x)", "image-set(url(data:,) 'https://e.test/a' 1x",
        "image-set(attr(data-x) 1x)",
    ]) func functionsThatLoadWithoutAUrlAreRenamed(_ value: String) throws {
        let markup = try clean("a{background:\(value)}")
        #expect(sheet(markup.html()).hasPrefix("a{background:invalid("))
        #expect(markup.removed.contains { $0.reason == "unsafe_url" })
    }

    /// A browser ends a string at each of these, so what follows is live.
    @Test(arguments: ["&#10;", "&#12;", "&#13;"]) func brokenStringsHideNothing(
        _ lineEnd: String
    ) throws {
        let markup = try Markup.clean(
            "<p style='content:\"\(lineEnd);clip-path:url(https://e.test/a);x:\"'>x</p>",
            options: fixed)
        #expect(!markup.html(isOffline: true).contains("e.test"))
    }

    @Test func otherCharactersThanLettersHideNoUrl() throws {
        for character in ["\u{A0}", "\u{E9}", "\u{D7}", "\u{2003}", "\\e9 "] {
            let markup = try clean("a{x:\(character)url(https://e.test/a)}")
            if character.hasPrefix("\\") { continue }
            #expect(!markup.html(isOffline: true).contains("e.test"), "\(character)")
        }
    }

    @Test(arguments: ["image/svg+xml", "font/woff2", "application/font;charset=utf-8", "text/html"])
    func row14_18_everyDataUriStays(_ type: String) throws {
        for css in [
            "@font-face{src:url(data:\(type);base64,AA==)}",
            "a{unlisted:url( 'DATA:\(type),x' )}",
        ] {
            let markup = try clean(css)
            #expect(sheet(markup.html(isOffline: true)) == css)
            #expect(markup.removed.isEmpty && markup.styleResources.isEmpty)
        }
    }

    @Test func offlineNothingIsLeftToLoad() throws {
        let markup = try Markup.clean(
            "<style>a{background:url(https://e.test/a)}</style><p style='cursor:url(//e.test/b)'>x"
                + "</p><img src=https://e.test/c><img src=d.png><img src='data:image/png,x'>",
            options: fixed)
        let html = markup.html(replacing: ["https://e.test/a": "data:a"], isOffline: true)
        #expect(html.contains("a{background:url(\"data:a\")}"))
        #expect(html.contains("style=\"cursor:url(&quot;data:,&quot;)\""))
        #expect(
            html.contains("<img src=\"data:,\"><img src=\"data:,\"><img src=\"data:image/png,x\">"))
    }

    /// What is put in may be anything: it stays in its string.
    @Test(arguments: [
        "data:,\"</style><script>alert(1)</script>", "data:,\\\"); } a{}", "x\n\r\u{C}\u{0}y",
        "data:,'\"><img src=x onerror=alert(1)>", "\\", "&quot;", "<!--", "\u{7F}\u{2028}",
    ]) func replacementsCannotLeaveTheirPlace(_ value: String) throws {
        let source =
            "<style>a{background:url(\(image))}</style><p style='background:url(\(image))'>x</p>"
            + "<img src=\(image)>"
        let html = try Markup.clean(source, options: fixed).html(replacing: [image: value])
        // The engine gives images alone; what is not one is only text here.
        #expect(dangers(in: html).filter { !$0.hasPrefix("img@src") }.isEmpty, "\(html)")
        let again = try Markup.clean(html, options: fixed)
        #expect(again.html().contains("<p style="))
        #expect(again.actions.isEmpty)
        #expect(again.removed.allSatisfy { $0.kind != .element }, "\(again.removed)")
    }

    @Test func manyFilesAreFoundInLinearTime() throws {
        let piece = "a{background:image-set(url(//e.test/"
        let css = (0..<20_000).map { "\(piece)\($0)) 1x)}" }.joined()
        let markup = try clean(css)
        #expect(markup.styleResources.count == 20_000)
        for hostile in ["image-set(", "url(", "a:", "a/*", "image-set(type('", "image-set(url(a)"] {
            let count = 900_000 / hostile.utf8.count
            _ = try clean(String(repeating: hostile, count: count))
        }
    }
}
