import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeWebEngage

@Suite struct ConfigurationTests {
    @Test func theDataCenterGivesTheAddress() throws {
        #expect(try adapter().configuration.baseURL == "https://api.webengage.com")
        #expect(
            try adapter(["data_center": "in"]).configuration.baseURL
                == "https://api.in.webengage.com")
        #expect(
            try adapter(["base_url": "http://127.0.0.1:9/"]).configuration.baseURL
                == "http://127.0.0.1:9")
    }

    @Test func theKeyIsASecret() throws {
        let made = try WebEngageFactory().make(
            instance: "inline", settings: account, device: Device(), path: "$.vendors[0]")
        #expect(made.secrets == [Secret(reference: "inline/api_key", value: "key-1")])
        #expect(made.redacted["api_key"] == "***")
    }

    @Test(
        arguments: [
            ([:], "missing_key", "$.license_code"),
            (["license_code": ""], "invalid_license_code", "$.license_code"),
            (["license_code": "a/b"], "invalid_license_code", "$.license_code"),
            (["license_code": "a", "api_key": "a b"], "invalid_api_key", "$.api_key"),
            (["license_code": "a", "base_url": "ftp://x"], "invalid_url", "$.base_url"),
            (["license_code": "a", "base_url": "https://x?y"], "invalid_url", "$.base_url"),
            (
                ["license_code": "a", "campaigns_url": "https://u@x"], "invalid_url",
                "$.campaigns_url"
            ),
            (["license_code": "a", "content_url": "https://x/ y"], "invalid_url", "$.content_url"),
            (["license_code": "a", "data_center": "eu"], "invalid_value", "$.data_center"),
            (["license_code": "a", "customer_id": ""], "invalid_value", "$.customer_id"),
            (
                ["license_code": "a", "event_id_header": "a:"], "invalid_header",
                "$.event_id_header"
            ),
            (
                ["license_code": "a", "auto_track_impressions": 1], "wrong_type",
                "$.auto_track_impressions"
            ),
            (["license_code": "a", "licence": 1], "unknown_key", "$.licence"),
        ] as [(JSONObject, String, String)])
    func refuses(_ settings: JSONObject, _ reason: String, _ path: String) {
        #expect {
            try WebEngageFactory().make(
                instance: "inline", settings: settings, device: Device(), path: "$")
        } throws: { error in
            let error = error as? PersonalizeError
            return error?.reason == reason && error?.path == path && error?.code == .configuration
        }
    }
}
