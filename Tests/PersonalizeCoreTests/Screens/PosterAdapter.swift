import PersonalizeCore
import PersonalizeJSON

/// A small vendor with screens, of the tests' own. That it joins the engine
/// without a change anywhere else is itself a test.
///
/// Its payload is an array of campaign ids; each is shown in the place `wall`
/// of every screen, as text.
struct PosterAdapter: ScreenAdapter {
    var kind: String { "poster" }
    var instance: String { "poster" }
    var policy: VendorPolicy { VendorPolicy(automaticSessions: false) }
    var screenPolicy = ScreenPolicy()

    func definitionsRequest() -> RequestDraft? { nil }

    func readScreens(_ response: Response) -> Result<ScreenReading, VendorFailure> {
        .success(read(response.body))
    }

    func ingest(
        kind: String, payload: [UInt8], at now: Instant
    ) throws(PersonalizeError) -> Ingested { .screens(read(payload)) }

    private func read(_ body: [UInt8]) -> ScreenReading {
        let ids = (try? JSONValue.parse(body))?.array?.compactMap(\.string) ?? []
        let records = ids.enumerated().map { index, id in
            CampaignRecord(
                Campaign(
                    id: id, name: id, placements: ["wall"], priority: -Int64(index),
                    screen: ScreenRules(
                        maximumViews: 1, variations: [Variation(id: "only")])))
        }
        return ScreenReading(
            plan: ScreenPlan(places: [ScreenPlace(id: "p", target: "wall")]),
            campaigns: Reading(records: records))
    }

    func user(_ identity: Identity, deviceID: String) -> String {
        identity.ids["registered"]?.string ?? deviceID
    }

    func content(
        of variation: String, in body: [UInt8]?
    ) throws(ContentFailure) -> (any ScreenContent)? { Poster() }

    func contentRequest(
        for presentation: Presentation, deviceID: String, template: String
    ) -> RequestDraft? { nil }

    func readContent(_ response: Response) -> Result<any ScreenContent, VendorFailure> {
        .success(Poster())
    }

    func data(
        of presentation: Presentation, content: any ScreenContent, isRendered: Bool
    ) -> JSONObject { ["poster": .string(presentation.campaign.id)] }

    func event(
        for happening: ScreenHappening, of presentation: Presentation, attributes: JSONObject
    ) -> EventDraft? { nil }

    func word(for failure: ScreenFailure) -> String { failure.rawValue }
}

/// Content without anything in it.
struct Poster: ScreenContent {
    var isEmpty: Bool { false }
    var resources: [ContentResource] { [] }
    var actions: [Action] { [] }
    var isData: Bool { false }
    var lacksImage: Bool { false }

    func rendered(resources: [String: String]) -> JSONObject { ["type": "poster"] }
    func action(matching url: String) -> Action? { nil }
    func isIncidental(_ url: String) -> Bool { false }
    func action(of part: ContentPart) -> Action? { nil }
    func replacing(content: JSONValue?, values: JSONValue?) -> (any ScreenContent)? { self }
}
