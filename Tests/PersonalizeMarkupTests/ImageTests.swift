import PersonalizeMarkup
import Testing

/// 9.6 and 14.17: which images are wanted, and how they are put in.
@Suite struct ImageTests {
    @Test func remoteImagesAreListedOnceInOrder() throws {
        let markup = try Markup.clean(
            "<img src=https://e.test/b.png><img src=' HTTP://e.test/a.gif '>"
                + "<img src=https://e.test/b.png><img src=//e.test/c.png>", options: fixed)
        #expect(
            markup.images
                == ["https://e.test/b.png", "HTTP://e.test/a.gif", "https://e.test/c.png"])
        #expect(markup.unloadableImages.isEmpty)
    }

    @Test func emptySourcesAreIgnored() throws {
        let markup = try Markup.clean("<img src=''><img src=' '><img alt=x>", options: fixed)
        #expect(markup.images.isEmpty && markup.unloadableImages.isEmpty)
        #expect(try body("<img src='' alt=x>") == "<img alt=\"x\">")
    }

    @Test func inlineImagesStayAndAreNotListed() throws {
        let html = "<img src=\"data:image/gif;base64,R0lGODlhAQABAAAAACw=\">"
        #expect(try body(html) == html)
        let markup = try Markup.clean(html, options: fixed)
        #expect(markup.images.isEmpty && markup.unloadableImages.isEmpty)
    }

    @Test(arguments: ["a.png", "/a.png", "cid:1", "app-asset://a.png", "?x", "https"])
    func whatNobodyFetchesIsReported(_ url: String) throws {
        let markup = try Markup.clean("<img src='\(url)'><img src='\(url)'>", options: fixed)
        #expect(markup.images.isEmpty)
        #expect(markup.unloadableImages == [url])
    }

    @Test func otherWaysToLoadAnImageGo() throws {
        #expect(
            try body(
                "<picture><source srcset=https://e.test/1><img srcset=https://e.test/2 "
                    + "src=https://e.test/3></picture><table background=https://e.test/4></table>")
                == "<span><img src=\"https://e.test/3\"></span><table></table>")
    }

    @Test func replacementIsByPosition() throws {
        let markup = try Markup.clean(
            "<p>https://e.test/a https://e.test/ab</p><a href=https://e.test/a>x</a>"
                + "<img src=https://e.test/a><img src=https://e.test/ab><img src=https://e.test/a>",
            options: fixed)
        #expect(
            markup.html(replacing: [
                "https://e.test/a": "data:image/png;base64,AAAA",
                "https://e.test/ab": "data:image/gif;base64,BBBB",
                "https://e.test/none": "data:,",
            ]).contains(
                "<p>https://e.test/a https://e.test/ab</p><a href=\"https://e.test/a\">x</a>"
                    + "<img src=\"data:image/png;base64,AAAA\">"
                    + "<img src=\"data:image/gif;base64,BBBB\">"
                    + "<img src=\"data:image/png;base64,AAAA\">"))
        #expect(markup.html(replacing: [:]) == markup.html())
    }

    @Test func urlsAreEscapedBeforeAndComparedAfterReading() throws {
        let markup = try Markup.clean(
            "<img src='https://e.test/?a=1&amp;b=&quot;2&quot;'>", options: fixed)
        #expect(markup.images == ["https://e.test/?a=1&b=\"2\""])
        #expect(
            markup.html(replacing: ["https://e.test/?a=1&b=\"2\"": "data:,\"><b>&"]).contains(
                "<img src=\"data:,&quot;&gt;&lt;b&gt;&amp;\">"))
    }
}
