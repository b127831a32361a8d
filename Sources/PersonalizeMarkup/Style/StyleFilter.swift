/// CSS as it was written, without what runs code or leaves the document.
///
/// The text is not parsed into rules: it is copied token by token, and only
/// the tokens that do harm are changed. So CSS the scanner does not know
/// passes unchanged, `>` and quotes included.
///
/// - `@import` rules are dropped, and `expression(`, `-moz-binding:` and
///   `behavior:` are renamed; escapes such as `\65 xpression` do not hide them.
/// - `url()` of `javascript:` and its like becomes an empty one.
/// - `<` that could begin a tag or a comment becomes an escape, so that no
///   parser finds markup in a style sheet, whatever it takes it for.
enum StyleFilter {
    static func clean(_ css: String, log: inout RemovalLog) -> String {
        var scanner = StyleScanner(Array(css.utf8))
        scanner.run(&log)
        return String(decoding: scanner.out, as: UTF8.self)
    }
}
