import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

let now = Instant(wall: 1_767_270_012_431, monotonic: 5)

let ada = Identity(
    anonymousID: "7a1d2c3e-0b8f-4f39-9a6b-2f1f0d2c9e11",
    ids: ["registered": "ada@example.test"])

let kiosk = Device(
    osVersion: "6.8", appVersion: "2.4", sdkVersion: "1.0.0")

/// Makes an instance of settings given as JSON text, which are added to what
/// is required.
func configured(_ settings: String = "{}") throws -> ConfiguredAdapter {
    var object: JSONObject = ["project_token": "T-1", "authorization": "Token key"]
    object.merge(try #require(try JSONValue.parse(settings).object))
    return try ExponeaFactory().make(
        instance: "shop", settings: object, device: kiosk, path: "$.vendors[0]")
}

func adapter(_ settings: String = "{}") throws -> ExponeaAdapter {
    try exponea(configured(settings))
}

func exponea(_ configured: ConfiguredAdapter) throws -> ExponeaAdapter {
    try #require(configured.adapter as? ExponeaAdapter)
}

/// Why settings are refused; they are used as they are.
func refusal(_ settings: String) throws -> PersonalizeError {
    let object = try #require(try JSONValue.parse(settings).object)
    return try #require(throws: PersonalizeError.self) {
        try ExponeaFactory().make(
            instance: "shop", settings: object, device: kiosk, path: "$.vendors[0]")
    }
}

func answer(_ body: String, status: Int = 200) -> Response {
    Response(status: status, body: Array(body.utf8))
}

/// Reads a list of definitions, given as the elements of the list.
func definitions(_ elements: String) throws -> Reading<CampaignRecord> {
    try adapter().readDefinitions(
        answer(#"{"success":true,"in_app_content_blocks":[\#(elements)]}"#), at: now
    ).get()
}

/// Reads one definition that has these members besides the required ones.
func definition(_ members: String = "") throws -> Reading<CampaignRecord> {
    let more = members.isEmpty ? "" : ",\(members)"
    return try definitions(#"{"id":"b1","name":"Hero","placeholders":["home"]\#(more)}"#)
}

/// Reads a list of decisions, given as the elements of the list.
func decisions(_ elements: String) throws -> Reading<PersonalizationRecord> {
    try adapter().readPersonalization(
        answer(#"{"success":true,"data":[\#(elements)]}"#), at: now
    ).get()
}

/// Reads one decision that has these members besides the required one.
func decision(_ members: String = "") throws -> Reading<PersonalizationRecord> {
    try decisions(#"{"id":"b1"\#(members.isEmpty ? "" : ",\(members)")}"#)
}

func presentation(
    format: Campaign.Format? = nil, attributes: JSONObject = [:],
    personalization: Personalization? = nil
) -> Presentation {
    Presentation(
        vendor: "shop", placement: "home_top",
        campaign: Campaign(
            id: "66f0a1c2d3e4f50001aa0001", name: "Home hero – autumn", placements: ["home_top"],
            format: format, attributes: attributes),
        personalization: personalization, identity: ada)
}

func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
