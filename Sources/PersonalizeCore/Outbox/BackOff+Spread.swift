extension BackOff {
    /// The base doubled with each failure after the first, up to the ceiling,
    /// and off by up to a fifth of it either way: for vendors that expect to
    /// be tried again about then.
    static func spread(
        failures: Int64, base: Int64, ceiling: Int64, random: inout RandomSource
    ) -> Int64 {
        let doublings = min(max(failures - 1, 0), 40)
        let (scaled, overflow) = max(base, 0).multipliedReportingOverflow(by: 1 << doublings)
        let middle = overflow ? max(ceiling, 0) : min(scaled, max(ceiling, 0))
        let margin = middle / 5
        return max(middle - margin + random.below(margin &* 2 &+ 1), 1)
    }
}
