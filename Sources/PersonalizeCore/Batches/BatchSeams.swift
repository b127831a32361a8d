public import PersonalizeJSON

public struct OverlayAnswer: Sendable {
    public var isFollowUp = false
    public init() {}
}

public struct OverlayReport: Sendable {
    public var shownToday: Int64 = 0
    public var counters: [(id: String, today: Int64, lifetime: Int64)] = []
    public var matched: [String] = []
    public var suppressed: [JSONObject] = []
    public init() {}
}

extension Engine {
    mutating func takeOverlays(_ answer: OverlayAnswer, vendor: Int, profile: String) {}
    mutating func evaluateOverlays(_ occurrence: TriggerOccurrence, vendor: Int) {}
    mutating func launchAnswered(vendor: Int, isDelivered: Bool) {}
    func overlayReport(vendor: Int, profile: String) -> OverlayReport { OverlayReport() }
    mutating func overlayReportSent(_ report: OverlayReport, vendor: Int, profile: String) {}
    mutating func switchOverlays(vendor: Int, from: String, to: String) {}
    mutating func countOccurrence(_ name: String, vendor: Int) {}
}
