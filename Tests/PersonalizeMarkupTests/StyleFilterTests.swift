import PersonalizeMarkup
import Testing

/// 14.19: CSS is kept as it was written, except for what does harm.
@Suite struct StyleFilterTests {
    private func style(_ css: String) throws -> String {
        let html = try Markup.clean("<style>\(css)</style>", options: fixed).html()
        guard let start = html.range(of: "<style>"), let end = html.range(of: "</style>") else {
            return html
        }
        return String(html[start.upperBound..<end.lowerBound])
    }

    @Test(arguments: [
        "ul > li:first-child { content: \"\\201C > & 'x'\" }",
        "a::before{content:'\\'';color:#fff}/* > \" ' & */b{}",
        "@media (min-width:10px) and (400px <= width < 500px) and (height<9px){p>b~i+u{margin:-1px}}",
        "@font-face{font-family:\"A B\";src:url('data:font/woff2;base64,AA==') format('woff2')}",
        "a{background:url(https://e.test/a.png) no-repeat,url( \"//e.test/b.png\" )}",
        "a{filter:url(#f);clip-path:url( '#c' );background:URL(DATA:text/plain,x)}",
        "a{cursor:url(data:text/html,%3Cp%3E) 1 1,auto;--x:url(data:,)}",
        "a{background:image-set(url(https://e.test/a) 1x,url('https://e.test/b') type('image/png'))}",
        "@font-face{src:local('A'),url(https://e.test/a.woff2)format('woff2')}",
        "a{background:image-set( url(data:,)1x, /* ) */ url(data:,) 2dppx)}",
        ":root{--x:calc(1px + 2em)}p{width:var(--x);scroll-behavior:smooth}",
        "@keyframes k{from{opacity:0}to{opacity:1}}", ".a\\:b,.\\31 x{}", "a{b:c;;}}}{{",
        "p{content:\"unclosed\n}b{}", "-->",
    ]) func row14_19_cssStaysRaw(_ css: String) throws {
        #expect(try style(css) == css)
    }

    @Test(arguments: [
        ("@import url(x.css);a{}", "/**/a{}"), ("@IMPORT 'x';a{}", "/**/a{}"),
        ("@im\\port 'a;b' screen ;a{}", "/**/a{}"), ("@import", "/**/"),
        ("@import url(a;b);c{}", "/**/c{}"), ("@import x{}", "/**/{}"),
        ("a{width:expression(1)}", "a{width:invalid(1)}"),
        ("a{width:EXPR\\45SSION(1)}", "a{width:invalid(1)}"),
        ("a{-moz-binding:url(x)}", "a{-removed:url(\"data:,\")}"),
        ("a{behavior : url(#x)}", "a{-removed : url(#x)}"),
        ("a{behavior/* x */<!--:url(#x)}", "a{-removed/* x *//**/:url(#x)}"),
        ("a{b:url(javascript:x)}", "a{b:url(\"data:,\")}"),
        ("a{b:url( ' javascript:x' )}", "a{b:url(\"data:,\" )}"),
        ("a{b:url(file:///x)}", "a{b:url(\"data:,\")}"),
        ("<!-- a{} -->", "/**/ a{} -->"), ("a{b:\"<b>\"}", "a{b:\"\\3c b>\"}"),
        ("a{b:\"<\\/style>\"}", "a{b:\"\\3c \\/style>\"}"), ("<\\image(x)", "< invalid(x)"),
        ("@media (400px<width){}", "@media (400px< width){}"),
        ("a{b:\"<!--\"}", "a{b:\"\\3c !--\"}"), ("a{b:\"\\\\<b\"}", "a{b:\"\\\\\\3c b\"}"),
        ("a<url(x)", "a< url(\"data:,\")"),
        ("a{b:\"\\<b>\"}", "a{b:\"\\3c b>\"}"),
    ]) func harmIsTakenOut(_ css: String, _ clean: String) throws {
        #expect(try style(css) == clean)
        #expect(try style(clean) == clean)
    }

    /// An escape takes the space behind it, and with it what would separate.
    @Test(arguments: ["<!--", "@import x;", "@namespace x;"]) func whatIsLeftOutJoinsNothing(
        _ piece: String
    ) throws {
        let markup = try Markup.clean(
            "<style>a{background:\\000075\\000072\(piece)\\00006C(https://e.test/a)}</style>",
            options: fixed)
        let again = try Markup.clean(markup.html(), options: fixed)
        #expect(again.html() == markup.html())
        #expect(again.styleResources.isEmpty)
        #expect(markup.html().contains("\\000072/**/\\00006C("))
    }

    @Test func theSameHoldsForAttributes() throws {
        #expect(
            try body("<p style='width:expression(1);color:red'>x</p>")
                == "<p style=\"width:invalid(1);color:red\">x</p>")
        #expect(
            try body("<p style=\"a:url('#x')\">x</p>") == "<p style=\"a:url('#x')\">x</p>")
        #expect(
            try body("<p style=\"a:url('x')\">x</p>")
                == "<p style=\"a:url(&quot;data:,&quot;)\">x</p>")
    }

    @Test func otherKindsOfStyleSheetsGo() throws {
        #expect(try body("<p>x</p><style type='text/less'>a{}</style>") == "<p>x</p>")
        #expect(
            try body("<p>x</p><style type=' Text/CSS' media=print>a{}</style>")
                == "<p>x</p><style type=\" Text/CSS\" media=\"print\">a{}</style>")
    }

    @Test func everyPieceOfAStyleSheetIsSafeToScan() throws {
        let css = Array(
            "@import url(\"a\\\")\");a{b:url( 'c\\65 ' )/* d */;-moz-binding:\\;e:expression(\\"
                .utf8)
        for start in css.indices {
            for end in stride(from: start, through: css.count, by: 3) {
                let text = String(decoding: css[start..<end], as: UTF8.self)
                let once = try style(text)
                #expect(try style(once) == once, "\(text)")
            }
        }
    }

    /// Without strings, comments and URLs the words themselves may not occur.
    @Test(arguments: 1...4) func randomStyleSheetsHaveNothingHarmfulLeft(_ seed: UInt64) throws {
        let pieces = [
            "@import", "@im", "port", " x", ";", "{", "}", "expression", "expr", "ession", "(", ")",
            "-moz-binding", "behavior", ":", " ", "\n", "\\", "\\65", "\\000069", "<", "<!--",
            "-->",
            "</", "a", "@", "<b>", "-",
        ]
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        for _ in 0..<1_000 {
            var css = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                css += pieces[Int(state >> 33) % pieces.count]
            }
            let html = try Markup.clean("<style>\(css)</style>", options: fixed).html()
            #expect(dangers(in: html).isEmpty, "\(css) => \(html)")
            #expect(try Markup.clean(html, options: fixed).html() == html, "\(css)")
        }
    }
}
