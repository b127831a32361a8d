/// The events that are the vendor's own.
enum EventName {
    static let launch = "App Launched"
    static let charged = "Charged"
    static let viewed = "Notification Viewed"
    static let clicked = "Notification Clicked"
    static let fetch = "wzrk_fetch"
    static let followUp = "content_fetch"

    /// Names that only the library may use: those of all the vendor's SDKs.
    private static let restricted: Set<String> = Set(
        [
            "Stayed", clicked, viewed, "UTM Visited", "Notification Sent", launch,
            "App Uninstalled", "Geocluster Entered", "Geocluster Exited", "wzrk_d",
            "SCCampaignOptOut", fetch, "Notification Bounced", "SCOutgoing", "SCIncoming", "SCEnd",
            followUp,
        ].map(normalized))

    static func isRestricted(_ name: String) -> Bool { restricted.contains(normalized(name)) }

    /// As names are compared: without white space and capitals.
    static func normalized(_ name: String) -> String {
        let visible = name.filter { !$0.isWhitespace }
        return String(
            decoding: visible.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 },
            as: UTF8.self)
    }
}
