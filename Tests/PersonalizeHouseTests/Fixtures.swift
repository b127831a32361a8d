import PersonalizeCore
import PersonalizeHouse
import PersonalizeJSON
import Testing

func object(_ text: String) throws -> JSONObject {
    try #require(JSONValue.parse(text).object)
}

func configured(_ settings: String = "{}") throws -> ConfiguredAdapter {
    try HouseFactory().make(
        instance: "house", settings: try object(settings), device: Device(), path: "$.vendors[0]")
}

func house(_ settings: String = "{}") throws -> HouseAdapter {
    try #require(configured(settings).adapter as? HouseAdapter)
}

let moment = Instant(wall: 1_767_225_600_000, monotonic: 0)

/// The campaigns and the messages of a document.
func read(
    _ document: String
) throws -> (campaigns: Reading<CampaignRecord>, inbox: InboxAnswer) {
    let ingested = try house().ingest(
        kind: "definitions", payload: Array(document.utf8), at: moment)
    guard case .several(let all) = ingested, case .definitions(let campaigns) = all.first else {
        throw Unexpected()
    }
    for each in all {
        if case .inbox(let inbox) = each { return (campaigns, inbox) }
    }
    throw Unexpected()
}

/// What a document is refused for.
func refusal(_ document: String) throws -> PersonalizeError? {
    do throws(PersonalizeError) {
        _ = try HouseAdapter.read(document)
        return nil
    } catch {
        return error
    }
}

extension HouseAdapter {
    fileprivate static func read(_ document: String) throws(PersonalizeError) -> Ingested {
        let adapter = try HouseFactory().make(
            instance: "house", settings: [:], device: Device(), path: "$"
        ).adapter
        return try adapter.ingest(kind: "definitions", payload: Array(document.utf8), at: moment)
    }
}

struct Unexpected: Error {}
