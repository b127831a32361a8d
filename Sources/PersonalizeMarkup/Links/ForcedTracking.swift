/// Links that are tracked although the person did not consent to tracking.
public enum ForcedTracking {
    /// Whether a query parameter of the URL forces tracking: its value is
    /// `true` or `1` in any case, or empty, or missing. The first of several
    /// parameters of the name counts.
    public static func isForced(_ url: String, parameter: String) -> Bool {
        let url = URLScheme.trimmed(url)
        let beforeFragment = url.utf8.firstIndex(of: 0x23).map { url[..<$0] } ?? url[...]
        guard let mark = beforeFragment.utf8.firstIndex(of: 0x3F) else { return false }
        let query = beforeFragment[beforeFragment.utf8.index(after: mark)...]
        for pair in query.split(separator: "&") {
            let parts = pair.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first,
                PercentEncoding.decoded(name, plusIsSpace: true) == parameter
            else { continue }
            guard parts.count > 1 else { return true }
            let value = ASCII.lower(PercentEncoding.decoded(parts[1], plusIsSpace: true))
            return value.isEmpty || value == "true" || value == "1"
        }
        return false
    }
}
