import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeCleverTap

struct ConfigurationTests {
    @Test func theTokenIsKeptApart() throws {
        let made = try configured()
        #expect(made.secrets == [Secret(reference: "ct/token", value: "abc-d12")])
        #expect(made.redacted["token"] == "***")
    }

    @Test func theRedactedSettingsMakeTheSameInstance() throws {
        let made = try configured(#"{"device": {"make": "ACME"}, "locale": "en_GB"}"#)
        let again = try CleverTapFactory().make(
            instance: "ct", settings: made.redacted, device: Device(model: "other"), path: "$")
        let adapter = try #require(again.adapter as? CleverTapAdapter)
        let before = try #require(made.adapter as? CleverTapAdapter)
        #expect(adapter.configuration.application.make == "ACME")
        #expect(
            adapter.configuration.application.deviceSettings
                == before.configuration.application.deviceSettings)
    }

    @Test(arguments: [
        (" EU1 ", "https://eu1.clevertap-prod.com"), ("in1", "https://in1.clevertap-prod.com"),
    ])
    func regionsAreTrimmedAndLowered(_ region: String, _ address: String) throws {
        let route = try adapter(#"{"region": "\#(region)"}"#).configuration.route
        #expect(route.address(domain: nil) == address)
        #expect(route.isFixed)
    }

    @Test func theFirstOfRegionProxyAndDomainWins() throws {
        let both = try adapter(#"{"region": "eu1", "proxy_domain": "p.test"}"#)
        #expect(
            both.configuration.route.address(domain: "d.test") == "https://eu1.clevertap-prod.com")
        let proxy = try adapter(#"{"proxy_domain": "P.test"}"#)
        #expect(proxy.configuration.route.address(domain: "d.test") == "https://p.test")
        let neither = try adapter().configuration.route
        #expect(neither.address(domain: "d.test") == "https://d.test")
        #expect(neither.address(domain: nil) == nil)
        #expect(!neither.isFixed)
    }

    @Test(arguments: [
        (#"{"token": "t"}"#, "missing_key", "$.vendors[0].account_id"),
        (#"{"account_id": "a"}"#, "missing_key", "$.vendors[0].token"),
        (#"{"account_id": "a b", "token": "t"}"#, "invalid_account_id", "$.vendors[0].account_id"),
        (#"{"account_id": "a", "token": "\""}"#, "invalid_token", "$.vendors[0].token"),
        (
            #"{"account_id": "a", "token": "t", "regoin": "eu1"}"#, "unknown_key",
            "$.vendors[0].regoin"
        ),
        (
            #"{"account_id": "a", "token": "t", "region": "eu1/x"}"#, "invalid_host",
            "$.vendors[0].region"
        ),
        (
            #"{"account_id": "a", "token": "t", "base_url": "ftp://x"}"#, "invalid_url",
            "$.vendors[0].base_url"
        ),
        (
            #"{"account_id": "a", "token": "t", "identity_keys": ["Name"]}"#,
            "invalid_identity_keys", "$.vendors[0].identity_keys"
        ),
        (
            #"{"account_id": "a", "token": "t", "custom_device_id": "a b"}"#,
            "invalid_device_id", "$.vendors[0].custom_device_id"
        ),
        (
            #"{"account_id": "a", "token": "t", "encryption_in_transit": true}"#,
            "not_supported", "$.vendors[0].encryption_in_transit"
        ),
        (
            #"{"account_id": "a", "token": "t", "device": {"mark": "x"}}"#, "unknown_key",
            "$.vendors[0].device.mark"
        ),
    ])
    func wrongSettingsAreErrors(_ settings: String, _ reason: String, _ path: String) throws {
        let error = try refusal(settings)
        #expect(error.code == .configuration)
        #expect(error.reason == reason)
        #expect(error.path == path)
    }

    @Test(arguments: [("0.1.0", 100), ("1.2.3", 10_203), ("2", 20_000), ("x", 0)])
    func versionsBecomeRevisions(_ version: String, _ revision: Int64) {
        #expect(Application.revision(of: version) == revision)
    }

    @Test func identityKeysKeepTheVendorsSpelling() throws {
        let settings = #"{"identity_keys": ["phone", "IDENTITY", "Phone"]}"#
        #expect(try adapter(settings).configuration.identityKeys == ["Phone", "Identity"])
    }
}
