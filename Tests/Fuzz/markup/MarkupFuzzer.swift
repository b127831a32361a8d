/// The fuzzer of PersonalizeMarkup, compiled together with its sources.
///
/// Whatever the bytes are, nothing may trap, the parser may not end the
/// process, and what is written has to be read back as itself: same text, same
/// actions, same files. Nothing that could run may be in the clean text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let once = try? Markup.clean(text, options: options) else { return 0 }
    let html = once.html()
    guard let twice = try? Markup.clean(html, options: options) else {
        fatalError("a clean text was refused")
    }
    guard twice.html() == html else { fatalError("cleaning again changes the text") }
    guard twice.actions.map(\.url) == once.actions.map(\.url) else {
        fatalError("cleaning again changes the actions")
    }
    guard twice.images == once.images, twice.styleResources == once.styleResources else {
        fatalError("cleaning again changes the files")
    }
    checkTags(Array(html.utf8))
    checkOffline(once)
    for action in once.actions {
        guard ActionMatch.match(clicked: action.url, among: once.actions) != nil else {
            fatalError("an action does not match itself")
        }
    }
    checkPlainFunctions(text)
    return 0
}

private let options = MarkupOptions(closeURLPrefix: "https://close.test/") { "1" }

/// The clean text has `<` only where it writes a tag, and no tag of a name
/// that is never written.
private func checkTags(_ html: [UInt8]) {
    for forbidden in [
        "<script", "<iframe", "<object", "<embed", "<base", "<link", "<form", "<template",
        "<math", "<textarea", "<title", "<!--", "</script", "<noscript", "<select", "<?",
    ] {
        let pattern = Array(forbidden.utf8)
        for index in html.indices
        where html[index] == 0x3C && html[index...].starts(with: pattern) {
            fatalError("\(forbidden) in a clean text")
        }
    }
}

/// With files put in that try to get out, nothing but data is left to load.
private func checkOffline(_ markup: Markup) {
    var resources: [String: String] = [:]
    for url in markup.images + markup.styleResources.map(\.url) {
        resources[url] = "data:,\"></style><script>'\\\n"
    }
    let html = markup.html(replacing: resources, isOffline: true)
    checkTags(Array(html.utf8))
    guard let again = try? Markup.clean(html, options: options) else {
        fatalError("an offline text was refused")
    }
    guard again.images.isEmpty, again.styleResources.isEmpty else {
        fatalError("an offline text has something to load")
    }
}

private func checkPlainFunctions(_ text: String) {
    _ = ActionMatch.isBlank(text)
    _ = ForcedTracking.isForced(text, parameter: "force")
    _ = MediaType.sniff(Array(text.utf8))
    let trimmed = URLScheme.trimmed(text)
    guard URLScheme.trimmed(trimmed) == trimmed else { fatalError("trimming is not stable") }
}
