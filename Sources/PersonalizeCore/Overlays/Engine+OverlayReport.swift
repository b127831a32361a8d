import PersonalizeJSON

/// What the vendor hears of overlays with the next request.
extension Engine {
    /// What there is to tell. It is forgotten by `overlayReportSent` alone.
    func overlayReport(vendor: Int, profile: String) -> OverlayReport {
        var report = OverlayReport()
        guard vendors[vendor].overlaying != nil else { return report }
        let content = vendors[vendor].overlays[profile]
        report.shownToday = content.shown.today(at: now)
        // Most campaigns were set off and never shown.
        let shown = content.tallies.filter { $0.value.days.lifetime > 0 }
        report.counters = shown.sorted { $0.key < $1.key }.map { campaign, tally in
            OverlayReport.Counter(
                campaign: campaign, today: tally.days.today(at: now),
                lifetime: tally.days.lifetime)
        }
        report.matched = content.notices.matched.map(\.value)
        report.suppressed = content.notices.suppressed.map(\.value)
        report.sequence = content.notices.lastNumber
        return report
    }

    /// Whether the vendor waits to hear what was set off.
    func hasMatchedOverlays(_ vendor: Int) -> Bool {
        !vendors[vendor].overlays[vendors[vendor].profile].notices.matched.isEmpty
    }

    /// A report was received: exactly what it held is forgotten.
    mutating func overlayReportSent(_ report: OverlayReport, vendor: Int, profile: String) {
        guard vendors[vendor].overlaying != nil,
            vendors[vendor].overlays[profile].notices.remove(through: report.sequence)
        else { return }
        storeNotices(vendor, profile: profile)
    }
}
