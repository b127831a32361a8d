import PersonalizeCore
import PersonalizeJSON

/// Overlays as the tests' vendor answers them: lists of campaigns by the
/// names of the parts of an answer, each with `id`, and `on`, the events that
/// set it off; besides stored forms of triggers and limits.
enum PosterReader {
    static func read(_ payload: [UInt8]) -> OverlayAnswer {
        guard let object = (try? JSONValue.parse(payload))?.object else { return OverlayAnswer() }
        var answer = OverlayAnswer()
        answer.mode = object["mode"]?.string.flatMap(OverlayMode.init(rawValue:))
        answer.stale = object["stale"]?.array?.compactMap(\.string) ?? []
        answer.sessionCap = object["session_cap"]?.integer
        answer.dayCap = object["day_cap"]?.integer
        answer.clientSide = list(object["client"])
        answer.serverSide = list(object["server"], isMetadata: true)
        answer.immediate = list(object["now"])
        answer.inaction = list(object["ask"], isMetadata: true)
        answer.launch = list(object["launch"])
        answer.launchInaction = list(object["launch_ask"], isMetadata: true)
        answer.awaitsFollowUp = object["more"]?.bool ?? false
        answer.isFollowUp = object["follow_up"]?.bool ?? false
        return answer
    }

    private static func list(
        _ value: JSONValue?, isMetadata: Bool = false
    ) -> Reading<OverlayCampaign>? {
        value?.array.map { Reading(records: $0.map { campaign($0, isMetadata: isMetadata) }) }
    }

    private static func campaign(_ value: JSONValue, isMetadata: Bool) -> OverlayCampaign {
        func limits(_ key: String) -> [Limit] {
            (value[key]?.array ?? []).compactMap { $0.object.flatMap(Limit.init(json:)) }
        }
        let overlay = Overlay(
            campaign: value["id"]?.string ?? "", template: value["template"]?.string ?? "poster",
            values: value["values"]?.object ?? [:], expires: value["expires_ms"]?.integer,
            priority: value["priority"]?.integer ?? 1,
            caps: DisplayCaps(json: value["caps"]?.object ?? [:]), limits: limits("limits"))
        let events = (value["on"]?.array ?? []).compactMap(\.string).map { Trigger(event: $0) }
        let triggers = (value["triggers"]?.array ?? []).compactMap {
            $0.object.flatMap(Trigger.init(json:))
        }
        return OverlayCampaign(
            overlay: overlay, triggers: events + triggers,
            occurrenceLimits: limits("occasions"),
            isSuppressed: value["suppressed"]?.bool ?? false,
            suppression: ["id": .string(overlay.campaign)],
            delay: value["delay_ms"]?.integer, inaction: value["inaction_ms"]?.integer,
            timeToLive: value["ttl_ms"]?.integer, isMetadata: isMetadata,
            isReportable: value["unreportable"]?.bool != true)
    }
}
