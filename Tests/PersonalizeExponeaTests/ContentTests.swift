import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

/// 9.1 to 9.7, as far as the vendor has its own rules.
@Suite struct ContentTests {
    func prepare(_ html: String?) throws -> any PreparedContent {
        var count = 0
        return try adapter().prepare(
            html.map { Array($0.utf8) }, of: Campaign(id: "b", name: "n", placements: []),
            makeID: {
                count += 1
                return "id\(count)"
            })
    }

    func html(_ content: any PreparedContent, _ resources: [String: String] = [:]) -> String {
        content.rendered(resources: resources)["html"]?.string ?? ""
    }

    /// 3.7.
    @Test(arguments: [nil, "", "  \n\t "])
    func takesEmptyContentForAControlVariant(source: String?) throws {
        let content = try prepare(source)
        #expect(content.isEmpty)
        #expect(content.actions.isEmpty && content.resources.isEmpty)
        #expect(content.rendered(resources: [:]) == ["type": "html", "html": ""])
        #expect(content.action(matching: "https://h/") == nil)
    }

    /// 9.3: in document order, the first of one URL wins.
    @Test func offersItsActions() throws {
        let content = try prepare(
            """
            <a data-link="shop://sale">Go  <b>now</b></a><a href=" HTTPS://h.test/a">Web</a>
            <a href="https://h.test/b" data-actiontype="deep-link"></a>
            <a href="shop://sale">again</a><div data-actiontype="close">x</div>
            """)
        #expect(!content.isEmpty)
        #expect(
            content.actions == [
                Action(name: "Go now", url: "shop://sale", kind: .deepLink),
                Action(name: "Web", url: "HTTPS://h.test/a", kind: .browser),
                Action(name: nil, url: "https://h.test/b", kind: .deepLink),
                Action(
                    name: "x", url: "https://exponea.com/close_action_id1", kind: .close),
            ])
    }

    /// 9.4: each close button has its own URL; none is added.
    @Test func numbersCloseButtons() throws {
        let content = try prepare(
            "<p data-actiontype='close'>a</p><a data-actiontype='close' href='https://h/'>b</a>")
        #expect(
            content.actions == [
                Action(name: "a", url: "https://exponea.com/close_action_id1", kind: .close),
                Action(name: "b", url: "https://exponea.com/close_action_id1-2", kind: .close),
            ])
        #expect(try prepare("<p>text</p>").actions.isEmpty)
    }

    /// 9.5 and 9.6: what CSS names is fetched, and the block can do without.
    @Test func cssImagesAndFontsAreNotRequired() throws {
        let content = try prepare(
            """
            <style>a{background:url(https://h.test/a.png)}
            @font-face{src:url('https://h.test/f.woff2')}</style>
            <p style="cursor:url(https://h.test/c.png)">x</p><img src="https://h.test/c.png">
            """)
        #expect(
            content.resources == [
                ContentResource(url: "https://h.test/c.png"),
                ContentResource(url: "https://h.test/a.png", isRequired: false),
                ContentResource(url: "https://h.test/f.woff2", kind: .font, isRequired: false),
            ])
        #expect(content.notes.isEmpty)
        let html = html(content, ["https://h.test/c.png": "data:image/png;base64,CC=="])
        #expect(html.contains(#"a{background:url("data:,")}"#))
        #expect(html.contains(#"src:url("data:,")"#))
        #expect(html.contains("cursor:url(&quot;data:image/png;base64,CC==&quot;)"))
        #expect(html.contains(#"<img src="data:image/png;base64,CC==">"#))
    }

    /// 9.6: a relative URL in CSS makes nothing invalid, and is told.
    @Test func whatCssCannotLoadIsTold() throws {
        let content = try prepare(
            "<style>a{background:url(a.png)}b{clip-path:url(https://h.test/c)}</style><p>x</p>")
        #expect(content.notes.map(\.reason) == ["relative_url", "unlisted_property"])
        #expect(content.notes.allSatisfy { $0.line.level == .warning })
        #expect(content.notes.first?.line.message.contains("a.png") == true)
    }

    /// 9.3: the vendor's own words.
    @Test func anEmptyActionIsLogged() throws {
        let content = try prepare("<p data-link=' '>x</p><a href='x:1'>a</a><a href='x:1'>b</a>")
        #expect(
            content.notes.map(\.line) == [
                LogLine(.warning, "[HTML] Action button found but with empty action"),
                LogLine(.verbose, "[HTML] Action x:1 is left out: duplicate_url"),
            ])
    }

    @Test func aStyleSheetCannotAskForEndlessFiles() throws {
        let css = (0..<500).map { "a{cursor:url(https://h.test/\($0))}" }.joined()
        let content = try prepare("<style>\(css)</style>")
        #expect(content.resources.count == 128)
        #expect(content.notes.map(\.reason) == ["too_many_files"])
    }

    @Test func asksForItsImagesAndPutsThemIn() throws {
        let content = try prepare("<img src='https://h.test/a.png'><img src='https://h.test/a'>")
        #expect(
            content.resources == [
                ContentResource(url: "https://h.test/a.png"),
                ContentResource(url: "https://h.test/a"),
            ])
        let html = html(
            content,
            ["https://h.test/a.png": "data:image/png;base64,AA==", "https://h.test/a": "data:,b"])
        #expect(html.contains(#"src="data:image/png;base64,AA==""#))
        #expect(html.contains(#"src="data:,b""#))
        #expect(!html.contains("h.test"))
        #expect(content.rendered(resources: [:]).keys == ["type", "html"])
    }

    /// 9.2.
    @Test func cleans() throws {
        let html = html(
            try prepare("<script>x()</script><p onclick='y()'>t</p><a href='javascript:z()'>l</a>"))
        #expect(html.contains("<p>t</p>"))
        for word in ["script", "onclick", "x()", "z()"] { #expect(!html.contains(word)) }
    }

    /// 9.6 and 5.2.
    @Test(arguments: ["<img src='a.png'>", "<img src='shop://a.png'>"])
    func refusesImagesNobodyCanFetch(source: String) throws {
        let failure = #expect(throws: ContentFailure.self) { try prepare(source) }
        #expect(failure == ContentFailure("unloadable_image", "Invalid HTML or empty"))
    }

    @Test func ignoresAnEmptyImageSource() throws {
        #expect(try prepare("<p>a</p><img src=''>").resources.isEmpty)
    }

    @Test func refusesWhatCannotBeCleaned() throws {
        let tooLarge = #expect(throws: ContentFailure.self) {
            try prepare(String(repeating: "a", count: (1 << 20) + 1))
        }
        #expect(tooLarge == ContentFailure("too_large", "Invalid HTML or empty"))
        let tooDeep = #expect(throws: ContentFailure.self) {
            try prepare(String(repeating: "<div>", count: 100_000))
        }
        #expect(tooDeep == ContentFailure("too_deep", "Invalid HTML or empty"))
    }

    /// 9.7, 14.12, 14.13.
    @Test func findsTheActionOfAURL() throws {
        let content = try prepare(
            """
            <a href="tel:1">one</a><a href="tel:2">two</a><a href="https://h.test/a#x">x</a>
            <a href="https://h.test/a#y">y</a><a href="https://h.test/p/?q=1">p</a>
            """)
        #expect(content.action(matching: "tel:2")?.name == "two")
        #expect(content.action(matching: "tel:3") == nil)
        #expect(content.action(matching: "https://h.test/a#y")?.name == "y")
        #expect(content.action(matching: "https://H.test/p?q=1")?.name == "p")
        #expect(content.action(matching: "https://other.test/") == nil)
    }

    /// 5.4, 14.27.
    @Test func knowsWhatNoCustomerClicked() throws {
        let content = try prepare("<p>a</p>")
        #expect(content.isIncidental("about:blank"))
        #expect(!content.isIncidental("https://h.test/"))
    }

    @Test func survivesBytesThatAreNoText() throws {
        let content = try adapter().prepare(
            [0xFF, 0x61, 0xC0], of: Campaign(id: "b", name: "n", placements: []),
            makeID: { "i" })
        #expect(html(content).contains("\u{FFFD}a\u{FFFD}"))
    }

    /// 14.16, 14.17: by the bytes, not by the name.
    @Test func sniffsImages() throws {
        let adapter = try adapter()
        #expect(adapter.mediaType(of: Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]) == "image/gif")
        #expect(adapter.mediaType(of: Array("<html>404</html>".utf8)) == nil)
        #expect(adapter.mediaType(of: []) == nil)
    }
}
