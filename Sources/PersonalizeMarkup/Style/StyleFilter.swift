/// CSS as it was written, without what runs code or leaves the document.
///
/// The text is not parsed into rules: it is copied token by token, and only
/// the tokens that do harm are changed. So CSS the scanner does not know
/// passes unchanged, `>` and quotes included.
///
/// - `@import` and `@namespace` rules are dropped, and `expression(`,
///   `-moz-binding:` and `behavior:` are renamed; escapes such as
///   `\65 xpression` do not hide them.
/// - A `url()` that could load something becomes an empty data URI, unless it
///   is a web URL of a property that may have one: that is a reference, and
///   the document replaces it. `image-set()` of strings, `image()` and `src()`
///   load without a `url()` and are renamed.
/// - `<` that could begin a tag or a comment becomes an escape, so that no
///   parser finds markup in a style sheet, whatever it takes it for.
enum StyleFilter {
    /// What stands in the place of a file that is not there.
    static let blankURL = "data:,"

    private static let roundLimit = 4

    /// A pass over what is returned changes nothing: what a browser makes of
    /// the text is what was looked at.
    static func clean(_ css: String, log: inout RemovalLog) -> CleanStyle {
        var scanner = StyleScanner(StyleSource(css))
        scanner.run(&log)
        var before = Array(css.utf8)
        var ignored = RemovalLog()
        for _ in 0..<roundLimit {
            if scanner.out == before {
                return CleanStyle(
                    text: String(decoding: scanner.out, as: UTF8.self),
                    references: scanner.references)
            }
            before = scanner.out
            scanner = StyleScanner(StyleSource(String(decoding: before, as: UTF8.self)))
            scanner.run(&ignored)
        }
        log.note(.style, "style", "unstable")
        return CleanStyle(text: "")
    }

    /// The same for declarations. Most have nothing that is looked for, which
    /// is seen in one pass.
    static func clean(declarations css: String, log: inout RemovalLog) -> CleanStyle {
        css.utf8.contains(where: isSuspect) ? clean(css, log: &log) : CleanStyle(text: css)
    }

    /// No function, escape, rule or tag begins without one of these, and
    /// without a function `behavior` has nothing to load.
    private static func isSuspect(_ byte: UInt8) -> Bool {
        byte == 0x28 || byte == 0x5C || byte == 0x40 || byte == 0x3C || byte == 0x0D
            || byte == 0x0C
    }
}
