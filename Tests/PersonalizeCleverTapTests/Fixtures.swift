import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeCleverTap

let now = Instant(wall: 1_790_000_000_000, monotonic: 5)

let kiosk = Device(osVersion: "6.8", appVersion: "2.4", sdkVersion: "0.1.0")

/// Makes an instance of settings given as JSON text, which are added to what
/// is required.
func configured(_ settings: String = "{}") throws -> ConfiguredAdapter {
    var object: JSONObject = ["account_id": "TEST-ABC", "token": "abc-d12"]
    object.merge(try #require(try JSONValue.parse(settings).object))
    return try CleverTapFactory().make(
        instance: "ct", settings: object, device: kiosk, path: "$.vendors[0]")
}

func adapter(_ settings: String = "{}") throws -> CleverTapAdapter {
    try #require(configured(settings).adapter as? CleverTapAdapter)
}

/// Why settings are refused; they are used as they are.
func refusal(_ settings: String) throws -> PersonalizeError {
    let object = try #require(try JSONValue.parse(settings).object)
    return try #require(throws: PersonalizeError.self) {
        try CleverTapFactory().make(
            instance: "ct", settings: object, device: kiosk, path: "$.vendors[0]")
    }
}
