import PersonalizeMarkup
import Testing

/// 9.7: the URL that a web view reports, and the link it belongs to.
@Suite struct ActionMatchTests {
    private func match(
        _ clicked: String, _ urls: String..., kind: MarkupAction.Kind = .browser
    ) -> String? {
        ActionMatch.match(
            clicked: clicked,
            among: urls.map { MarkupAction(name: nil, url: $0, kind: kind) })?.url
    }

    @Test(arguments: [
        ("https://e.test/", "https://e.test"), ("https://e.test", "https://e.test/"),
        ("https://e.test/a/", "https://e.test/a"), ("https://e.test/a?b=c", "HTTPS://E.Test/a?b=c"),
        ("https://e.test/a%7Bb%7D", "https://e.test/a{b}"),
        ("https://e.test/?q=%3Cb%3E", "https://e.test/?q=<b>"),
        ("https://e.test/?q=%3cb%3e", "https://e.test/?q=<b>"),
        ("https://e.test/a%20b", "https://e.test/a b"),
        ("https://e.test/~x", "https://e.test/%7Ex"),
        ("https://e.test/%C3%A9", "https://e.test/\u{E9}"),
        ("https://e.test/b", "https://e.test/a/../b"),
        ("https://e.test/a/b", "https://e.test\\a\\b"), ("https://e.test/a", "//e.test/a"),
        ("https://user:pass@e.test/a", "https://e.test/a"),
        ("https://e.test:443/a", "https://e.test/a"),
        ("https://e.test/a#x", "https://e.test/a"), ("https://e.test:8080/a", "https://e.test/a"),
        ("https://xn--mnchen-3ya.test/", "https://M\u{FC}nchen.test"),
        ("shop://sale/", "shop://sale"), ("SHOP://sale", "shop://sale"),
        ("shop://x?q=%7Ba%7D", "shop://x?q={a}"), (" https://e.test ", "https://e.test"),
        ("https://e.test/100%25", "https://e.test/100%"),
    ]) func spellingsOfOneUrlMatch(_ clicked: String, _ url: String) {
        #expect(match(clicked, url) == url)
    }

    @Test(arguments: [
        ("https://e.test/a", "http://e.test/a"), ("https://e.test/a", "https://f.test/a"),
        ("https://e.test/a", "https://e.test/A"),
        (
            "https://e.test/a",
            "https://e.test/a?"
                + "b"
        ), ("https://e.test/?a=1", "https://e.test/?a=2"), ("tel:1", "tel:2"),
        ("mailto:a@e.test", "mailto:b@e.test"), ("message:1", "message:2"), ("tel:1", "sms:1"),
        ("shop://a", "shop://b"), ("shop://a?x=1", "shop://a?x=2"), ("shop://A", "shop://a"),
        ("tel:", "tel:1"), ("", "https://e.test"), ("https://", "https://e.test"),
        ("https://e.test/a%2Fb", "https://e.test/a/b"), ("a", "b"),
    ]) func otherUrlsDoNot(_ clicked: String, _ url: String) {
        #expect(match(clicked, url) == nil)
    }

    @Test func row14_12_opaqueUrlsAreComparedWhole() {
        #expect(match("tel:2", "tel:1", "tel:2", "tel:3") == "tel:2")
        #expect(match("mailto:b@e.test", "mailto:a@e.test", "mailto:b@e.test") == "mailto:b@e.test")
    }

    @Test func row14_13_fragmentAndPortDecideWhenTheyCan() {
        #expect(
            match("https://e.test/a#2", "https://e.test/a#1", "https://e.test/a#2")
                == "https://e.test/a#2")
        #expect(
            match("https://e.test:2/a", "https://e.test:1/a", "https://e.test:2/a")
                == "https://e.test:2/a")
        // The same with the web view's own spelling of them.
        #expect(
            match("https://e.test/#2", "https://e.test#1", "https://e.test#2")
                == "https://e.test#2")
        #expect(match("https://e.test/a#3", "https://e.test/a#1") == "https://e.test/a#1")
        #expect(match("shop://a#2", "shop://a#1", "shop://a#2") == "shop://a#2")
    }

    @Test func anExactUrlWinsOverAnEqualOne() {
        #expect(match("https://e.test/", "https://e.test", "https://e.test/") == "https://e.test/")
    }

    @Test func amongEqualsOneThatDoesNotClose() {
        let actions = [
            MarkupAction(name: "close", url: "https://e.test/x#1", kind: .close),
            MarkupAction(name: "go", url: "https://e.test/x#2", kind: .browser),
        ]
        #expect(ActionMatch.match(clicked: "https://e.test/x", among: actions)?.name == "go")
        #expect(
            ActionMatch.match(clicked: "https://e.test/x", among: [actions[0]])?.name == "close")
        #expect(ActionMatch.match(clicked: "https://e.test/x", among: []) == nil)
    }

    @Test func everyActionOfADocumentMatchesItself() throws {
        let markup = try Markup.clean(
            "<a href=' https://e.test/?a=1&amp;b='>a</a><p data-link=//e.test/x>b</p>"
                + "<p data-actiontype=close>c</p><a href=tel:1>d</a>", options: counting())
        #expect(markup.actions.count == 4)
        for action in markup.actions {
            #expect(ActionMatch.match(clicked: action.url, among: markup.actions) == action)
        }
    }

    @Test(arguments: [
        "about:blank", "ABOUT:BLANK", " about:blank ", "about:blank#x", "about:blank?",
    ])
    func row14_27_theEmptyPageIsNoClick(_ url: String) {
        #expect(ActionMatch.isBlank(url))
    }

    @Test(arguments: ["", "about:blankx", "about:srcdoc", "https://e.test/about:blank"])
    func otherPagesAre(_ url: String) {
        #expect(!ActionMatch.isBlank(url))
    }
}
