/// How long to wait after a failure.
enum BackOff {
    /// Full jitter: anything from nothing to the base doubled with each
    /// failure, so that hosts that failed together do not return together.
    static func delay(
        failures: Int64, base: Int64, ceiling: Int64, random: inout RandomSource
    ) -> Int64 {
        let doublings = min(max(failures - 1, 0), 40)
        let (scaled, overflow) = max(base, 0).multipliedReportingOverflow(by: 1 << doublings)
        let most = overflow ? ceiling : min(scaled, ceiling)
        return random.below(most == .max ? most : most + 1)
    }

    /// Milliseconds that a Retry-After header asks for, at most a day; nil
    /// when there is none or it makes no sense.
    static func retryAfter(_ response: Response, at now: Instant) -> Int64? {
        guard let text = response.header("retry-after") else { return nil }
        let value = trimmed(text)
        if let seconds = Int64(value) {
            return seconds < 0 ? nil : min(seconds, 86_400) * 1000
        }
        guard let moment = HTTPDate.milliseconds(value) else { return nil }
        return min(max(moment - now.wall, 0), 86_400_000)
    }

    private static func trimmed(_ text: String) -> String {
        var view = Substring(text)
        while view.first == " " || view.first == "\t" { view.removeFirst() }
        while view.last == " " || view.last == "\t" { view.removeLast() }
        return String(view)
    }
}
