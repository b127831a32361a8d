import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeWebEngage

let account: JSONObject = ["license_code": "~lic-1", "api_key": "key-1"]

func adapter(_ more: JSONObject = [:]) throws -> WebEngageAdapter {
    var settings = account
    settings.merge(more)
    let made = try WebEngageFactory().make(
        instance: "inline", settings: settings, device: Device(), path: "$.vendors[0]")
    return try #require(made.adapter as? WebEngageAdapter)
}

func bytes(_ value: JSONValue) -> [UInt8] { Array(value.encoded().utf8) }

/// A campaign as it stands in its place.
func presentation(
    _ rules: ScreenRules = ScreenRules(), identity: Identity = Identity(anonymousID: "anon")
) -> Presentation {
    Presentation(
        vendor: "inline", placement: "top",
        campaign: Campaign(id: "cmp", name: "cmp", placements: ["top"], screen: rules),
        personalization: nil, identity: identity,
        screen: ScreenPresentation(place: "prop-1", variation: "var a"))
}
