import PersonalizeMarkup
import Testing

/// What is refused before or while it is parsed.
@Suite struct LimitTests {
    private func reason(_ html: String) -> MarkupError.Reason? {
        do {
            _ = try Markup.clean(html, options: fixed)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func oneMebibyteIsTheLimit() {
        #expect(reason(String(repeating: "a", count: 1 << 20)) == nil)
        #expect(reason(String(repeating: "a", count: (1 << 20) + 1)) == .tooLarge)
        #expect(reason(String(repeating: "\u{E9}", count: (1 << 19) + 1)) == .tooLarge)
    }

    @Test func fiveHundredAndTwelveOpenElementsAreTheLimit() {
        #expect(reason(String(repeating: "<div>", count: 512)) == nil)
        #expect(reason(String(repeating: "<div>", count: 513)) == .tooDeep)
        #expect(reason(String(repeating: "<div>", count: 200_000)) == .tooDeep)
        #expect(reason(String(repeating: "<div x='>'>", count: 513)) == .tooDeep)
        #expect(reason(String(repeating: "<div/>", count: 513)) == .tooDeep)
    }

    @Test(arguments: [
        "<div></div>", "<p>x", "<br>", "<img src=x>", "<li>x", "<b>x</b> ", "<DIV></div>",
        "<hr/>", "<option>x", "<td>", "<!-- <div> -->", "<p title='<div>'>", "<i></I\n>",
        "<style><div></style>", "<script>'<div>'</script>", "<input>", "</div>",
    ]) func whatIsClosedIsNotCounted(_ piece: String) {
        #expect(reason(String(repeating: piece, count: 2_000)) == nil)
    }

    @Test func aGraphicMayHaveManyShapes() throws {
        let html = "<svg>" + String(repeating: "<path d='M0 0'/>", count: 1_000) + "</svg>"
        let markup = try Markup.clean(html, options: fixed)
        #expect(markup.html().utf8.count > 20_000)
    }

    /// Each of these looks flat to a scan of tags and is deep or large for a
    /// parser.
    @Test(arguments: [
        ("", "<div><table></div></table>", ""), ("", "<b x='</b>'>", ""),
        ("", "<i><!--</i>-->", ""), ("", "<u><style></u></style>", ""),
        ("", "<div><textarea></div></textarea>", ""), ("<table>", "<td><table>", ""),
        ("", "<span><p></span>", ""), ("", "<button><a></button>", ""),
    ]) func deepTextsInDisguiseAreRefusedOrFlat(_ before: String, _ piece: String, _ after: String)
    {
        let count = (1 << 20) / piece.utf8.count - 10
        let html = before + String(repeating: piece, count: count) + after
        let found = reason(html)
        #expect(found == nil || found == .tooDeep || found == .tooComplex)
    }

    @Test func formattingThatMultipliesIsRefused() {
        let open = (0..<500).map { "<b id=\($0)>" }.joined()
        #expect(
            reason("<p>" + open + String(repeating: "<p>x", count: 200_000)) == .tooComplex)
    }

    @Test func largeFlatTextsAreAccepted() throws {
        for piece in ["<p>", "<br>", "<b>x</b>", "&amp;", "<p data-link=x:1>y</p>"] {
            let html = String(repeating: piece, count: 200_000 / piece.utf8.count)
            #expect(reason(html) == nil, "\(piece)")
        }
    }

    @Test func errorsSayWhy() {
        #expect(throws: MarkupError.self) {
            try Markup.clean(String(repeating: "<div>", count: 600), options: fixed)
        }
        #expect(MarkupError.Reason.tooDeep.rawValue == "too_deep")
        #expect(MarkupError.Reason.tooLarge.rawValue == "too_large")
        #expect(MarkupError.Reason.tooComplex.rawValue == "too_complex")
    }
}
