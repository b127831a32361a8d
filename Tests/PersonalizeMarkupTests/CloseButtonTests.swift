import PersonalizeMarkup
import Testing

/// 9.4: close buttons.
@Suite struct CloseButtonTests {
    @Test func everyButtonGetsItsOwnUrl() throws {
        let markup = try Markup.clean(
            "<div data-actiontype=close>a</div><span data-actiontype='close'>b</span>",
            options: counting())
        #expect(
            markup.actions == [
                MarkupAction(name: "a", url: "https://vendor.test/close_1", kind: .close),
                MarkupAction(name: "b", url: "https://vendor.test/close_2", kind: .close),
            ])
        #expect(
            markup.html().contains(
                "<a href=\"https://vendor.test/close_1\" data-actiontype=\"close\""
                    + " style=\"text-decoration:none\"><div data-actiontype=\"close\">a</div></a>"))
    }

    @Test func row14_36_anAnchorThatClosesIsNotNested() throws {
        let html = "<a href='https://e.test/old' class=c data-actiontype=close>x</a>"
        let markup = try Markup.clean(html, options: counting())
        #expect(
            try body(html, counting()) == "<a href=\"https://vendor.test/close_1\" class=\"c\""
                + " data-actiontype=\"close\">x</a>")
        #expect(markup.actions.map(\.kind) == [.close])
    }

    @Test func theAnchorAroundAButtonCloses() throws {
        let html = "<a href='https://e.test/old'><i data-actiontype=close>x</i></a>"
        #expect(
            try body(html, counting()) == "<a href=\"https://vendor.test/close_1\""
                + " data-actiontype=\"close\"><i data-actiontype=\"close\">x</i></a>")
        let far = "<a href='https://e.test/old'><b><i data-actiontype=close>x</i></b></a>"
        #expect(try Markup.clean(far, options: counting()).actions.map(\.kind) == [.close])
    }

    @Test func closeWinsOverLinks() throws {
        for html in [
            "<div data-actiontype=close data-link='https://e.test'>x</div>",
            "<a data-actiontype=close data-link='https://e.test' href='https://e.test/2'>x</a>",
            "<a href=x:1 data-link=x:2><b data-link=x:3>a</b><b data-actiontype=close>x</b></a>",
        ] {
            let markup = try Markup.clean(html, options: counting())
            #expect(markup.actions.map(\.url) == ["https://vendor.test/close_1"], "\(html)")
            #expect(!markup.html().contains("e.test"), "\(html)")
        }
    }

    @Test func theTypeIsRecognisedInAnyCase() throws {
        #expect(
            try Markup.clean("<p data-actiontype=' Close '>x</p>", options: fixed)
                .actions.map(\.kind) == [.close])
    }

    @Test func withoutTextThereIsNoName() throws {
        let markup = try Markup.clean(
            "<div data-actiontype=close><img src=https://e.test/x.png></div>", options: fixed)
        #expect(markup.actions.map(\.name) == [nil])
    }

    @Test func aButtonOfOnlyLinksStillCloses() throws {
        let markup = try Markup.clean(
            "<div data-actiontype=close><a href='https://e.test'>x</a></div>",
            options: counting())
        #expect(
            markup.actions
                == [MarkupAction(name: "x", url: "https://vendor.test/close_1", kind: .close)])
    }

    @Test func oneButtonInAnotherIsOneAction() throws {
        let markup = try Markup.clean(
            "<a data-actiontype=close><b data-actiontype=close>x</b></a>", options: counting())
        #expect(markup.actions.count == 1)
    }

    @Test func noButtonIsAdded() throws {
        let options = MarkupOptions(closeURLPrefix: "close:") {
            Issue.record("asked for an id")
            return ""
        }
        let markup = try Markup.clean("<p>x</p>", options: options)
        #expect(markup.actions.isEmpty)
    }

    @Test func idsAreEscaped() throws {
        let options = MarkupOptions(closeURLPrefix: "https://vendor.test/?") { "\"><b>'&" }
        let markup = try Markup.clean("<p data-actiontype=close>x</p>", options: options)
        #expect(markup.actions.map(\.url) == ["https://vendor.test/?\"><b>'&"])
        #expect(!markup.html().contains("<b>"))
    }

    @Test func aCleanDocumentKeepsItsCloseUrls() throws {
        let html = "<p data-actiontype=close>a</p><a data-actiontype=close>b</a>"
        let options = counting()
        let once = try Markup.clean(html, options: options)
        let twice = try Markup.clean(once.html(), options: options)
        #expect(twice.html() == once.html())
        #expect(twice.actions == once.actions)
        #expect(once.actions.map(\.url).map { $0.suffix(2) } == ["_1", "_2"])
    }
}
