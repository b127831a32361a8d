import PersonalizeCore
import PersonalizeJSON

extension CleverTapAdapter {
    private static let keys = [
        "inapp_notifs", "inapp_notifs_meta", "inapp_notifs_applaunched",
        "inapp_notifs_applaunched_meta", "inapp_notifs_cs", "inapp_notifs_ss", "inapp_stale",
        "imc", "imp", "inapp_delivery_mode",
    ]

    func overlays(_ body: JSONObject, isFollowUp: Bool) -> OverlayAnswer? {
        guard Self.keys.contains(where: { body[$0] != nil }) else { return nil }
        var answer = OverlayAnswer()
        answer.isFollowUp = isFollowUp
        return answer
    }
}
