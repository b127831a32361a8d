import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

@Suite struct ConfigurationTests {
    @Test func fillsInTheVendorsDefaults() throws {
        let adapter = try adapter()
        #expect(adapter.kind == "exponea")
        #expect(adapter.instance == "shop")
        #expect(
            adapter.policy
                == VendorPolicy(
                    sessionTimeout: 60_000, automaticSessions: true, consent: .granted,
                    prefetch: [], eventIDHeader: "x-event-id", maximumAttempts: 10,
                    displayMemory: 2_592_000_000, reservedIDs: ["cookie"]))
        #expect(
            adapter.definitionsRequest()?.url
                == "https://api.exponea.com/wxstatic/projects/T-1/bundle-ios.json?v=2")
    }

    @Test func takesOverWhatIsSet() throws {
        let policy = try adapter(
            """
            {"session_timeout_ms": 5000, "automatic_session_tracking": false,
             "consent": "unknown", "prefetch_placements": ["b", "a"],
             "event_id_header": null, "display_memory_days": null,
             "extra": {"anything": 1}}
            """
        ).policy
        #expect(
            policy
                == VendorPolicy(
                    sessionTimeout: 5_000, automaticSessions: false, consent: .unknown,
                    prefetch: ["b", "a"], eventIDHeader: nil, displayMemory: nil,
                    reservedIDs: ["cookie"]))
        #expect(try adapter(#"{"display_memory_days": 1}"#).policy.displayMemory == 86_400_000)
        #expect(try adapter(#"{"event_id_header": "x-id"}"#).policy.eventIDHeader == "x-id")
        #expect(try adapter(#"{"consent": "denied"}"#).policy.consent == .denied)
    }

    /// 1.2: both spellings; the key itself is in no request.
    @Test(arguments: ["Token sEcrEt", "sEcrEt"])
    func keepsTheKeyApart(authorization: String) throws {
        let configured = try configured(#"{"authorization": "\#(authorization)"}"#)
        #expect(
            configured.secrets == [Secret(reference: "shop/authorization", value: "sEcrEt")])
        #expect(
            try exponea(configured).definitionsRequest()?.headers.last
                == Request.Header("authorization", "Token ", secret: "shop/authorization"))
        #expect(configured.redacted["authorization"] == "Token ***")
        #expect(!String(describing: configured.adapter).contains("sEcrEt"))
    }

    @Test func makesTheSameRequestsOfRedactedSettings() throws {
        let configured = try configured(#"{"base_url": "https://h.test/x/", "bundle": "android"}"#)
        let again = try ExponeaFactory().make(
            instance: "shop", settings: configured.redacted, device: kiosk, path: "$")
        #expect(
            try exponea(again).definitionsRequest() == exponea(configured).definitionsRequest())
        #expect(again.redacted == configured.redacted)
    }

    @Test func sendsNoAuthorizationForAnExplicitNull() throws {
        let configured = try configured(#"{"authorization": null}"#)
        #expect(configured.secrets.isEmpty)
        #expect(configured.redacted["authorization"] == .null)
        #expect(
            try exponea(configured).definitionsRequest()?.headers.map(\.name)
                == ["content-type", "accept"])
    }

    /// 1.1: one trailing slash is stripped, the bundle is configurable.
    @Test(arguments: [
        (
            #"{"base_url": "https://h.test/"}"#,
            "https://h.test/wxstatic/projects/T-1/bundle-ios.json"
        ),
        (
            #"{"base_url": "http://[::1]:80/a"}"#,
            "http://[::1]:80/a/wxstatic/projects/T-1/bundle-ios.json"
        ),
        (
            #"{"base_url": "HTTPS://h.test:8443"}"#,
            "HTTPS://h.test:8443/wxstatic/projects/T-1/bundle-ios.json"
        ),
        (#"{"bundle": "ios"}"#, "https://api.exponea.com/wxstatic/projects/T-1/bundle-ios.json"),
        (
            #"{"bundle": "android"}"#,
            "https://api.exponea.com/wxstatic/projects/T-1/bundle-android.json"
        ),
        (#"{"bundle": "web.json"}"#, "https://api.exponea.com/wxstatic/projects/T-1/web.json"),
    ])
    func buildsTheAddress(settings: String, url: String) throws {
        #expect(try adapter(settings).definitionsRequest()?.url == url + "?v=2")
    }

    static let good = #""project_token": "T", "authorization": "k""#

    @Test(arguments: [
        (#"{"authorization": "k"}"#, "missing_key", "project_token", "Copy the project token"),
        (#"{"project_token": "T"}"#, "missing_key", "authorization", "Token <API key>"),
        (#"{"project_token": 5, "authorization": "k"}"#, "wrong_type", "project_token", "Copy"),
        (
            #"{"project_token": "a/b", "authorization": "k"}"#, "invalid_project_token",
            "project_token", "alone"
        ),
        (
            #"{"project_token": "..", "authorization": "k"}"#, "invalid_project_token",
            "project_token", "alone"
        ),
        (
            #"{"project_token": "", "authorization": "k"}"#, "invalid_project_token",
            "project_token", "alone"
        ),
        (
            #"{"project_token": "T", "authorization": "Basic abc"}"#, "basic_authorization",
            "authorization", "public API key"
        ),
        (
            #"{"project_token": "T", "authorization": "basic abc"}"#, "basic_authorization",
            "authorization", "public API key"
        ),
        (
            #"{"project_token": "T", "authorization": "Bearer a.b.c"}"#, "bearer_authorization",
            "authorization", "API key"
        ),
        (
            #"{"project_token": "T", "authorization": "Token a b"}"#, "invalid_authorization",
            "authorization", "one space"
        ),
        (
            #"{"project_token": "T", "authorization": "Token  a"}"#, "invalid_authorization",
            "authorization", "one space"
        ),
        (
            #"{"project_token": "T", "authorization": "Token"}"#, "invalid_authorization",
            "authorization", "one space"
        ),
        (
            #"{"project_token": "T", "authorization": ""}"#, "invalid_authorization",
            "authorization", "one space"
        ),
        (
            #"{"project_token": "T", "authorization": "k\r\nx: y"}"#, "invalid_authorization",
            "authorization", "line breaks"
        ),
        (
            #"{\#(good), "base_url": "ftp://h"}"#, "invalid_url", "base_url",
            "https://api.exponea.com"
        ),
        (
            #"{\#(good), "base_url": "api.exponea.com"}"#, "invalid_url", "base_url",
            "https://api.exponea.com"
        ),
        (#"{\#(good), "base_url": "https://"}"#, "invalid_url", "base_url", "https://api"),
        (
            #"{\#(good), "base_url": "https://h?x=1"}"#, "invalid_url", "base_url",
            "from the ? or # on"
        ),
        (
            #"{\#(good), "base_url": "https://h/#f"}"#, "invalid_url", "base_url",
            "from the ? or # on"
        ),
        (
            #"{\#(good), "base_url": "https://me:pw@h"}"#, "invalid_url", "base_url",
            "\"authorization\""
        ),
        (#"{\#(good), "base_url": "https://h:99999"}"#, "invalid_url", "base_url", "https://api"),
        (#"{\#(good), "base_url": "https://h:"}"#, "invalid_url", "base_url", "https://api"),
        (#"{\#(good), "base_url": "https://h /"}"#, "invalid_url", "base_url", "https://api"),
        (#"{\#(good), "base_url": "https://[x]"}"#, "invalid_url", "base_url", "https://api"),
        (
            #"{\#(good), "application_id": "Shop"}"#, "invalid_application_id", "application_id",
            "com.example"
        ),
        (
            #"{\#(good), "application_id": "a--b"}"#, "invalid_application_id", "application_id",
            "com.example"
        ),
        (
            #"{\#(good), "application_id": "a."}"#, "invalid_application_id", "application_id",
            "com.example"
        ),
        (
            #"{\#(good), "application_id": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#,
            "invalid_application_id", "application_id", "com.example"
        ),
        (#"{\#(good), "bundle": "../x.json"}"#, "invalid_bundle", "bundle", "\"ios\""),
        (#"{\#(good), "bundle": "linux"}"#, "invalid_bundle", "bundle", "\"ios\""),
        (
            #"{\#(good), "event_id_header": "a b"}"#, "invalid_header", "event_id_header",
            "x-event-id"
        ),
        (
            #"{\#(good), "event_id_header": "Authorization"}"#, "invalid_header", "event_id_header",
            "of your own"
        ),
        (#"{\#(good), "display_memory_days": 0}"#, "out_of_range", "display_memory_days", "null"),
        (#"{\#(good), "base_ulr": "x"}"#, "unknown_key", "base_ulr", "\"base_url\""),
        (#"{\#(good), "api_token": "x"}"#, "unknown_key", "api_token", "Known keys: base_url"),
        (
            #"{\#(good), "prefetch_placement": []}"#, "unknown_key", "prefetch_placement",
            "\"prefetch_placements\""
        ),
    ])
    func saysWhatIsWrongAndWhatToDo(
        settings: String, reason: String, key: String, hint: String
    ) throws {
        let error = try refusal(settings)
        #expect(error.code == .configuration)
        #expect(error.reason == reason)
        #expect(error.path == "$.vendors[0].\(key)")
        #expect(error.hint?.contains(hint) == true, "\(error)")
        #expect(error.vendor == "shop")
        #expect(!error.message.isEmpty)
    }

    @Test(arguments: [
        (#"{\#(good), "consent": "yes"}"#, "invalid_value", "consent"),
        (#"{\#(good), "session_timeout_ms": -1}"#, "out_of_range", "session_timeout_ms"),
        (#"{\#(good), "session_timeout_ms": 1.5}"#, "wrong_type", "session_timeout_ms"),
        (
            #"{\#(good), "automatic_session_tracking": 1}"#, "wrong_type",
            "automatic_session_tracking"
        ),
        (#"{\#(good), "default_properties": []}"#, "wrong_type", "default_properties"),
        (
            #"{\#(good), "allow_default_customer_properties": "no"}"#, "wrong_type",
            "allow_default_customer_properties"
        ),
        (
            #"{\#(good), "prefetch_placements": ["a", ""]}"#, "invalid_value",
            "prefetch_placements[1]"
        ),
        (#"{\#(good), "prefetch_placements": "a"}"#, "wrong_type", "prefetch_placements"),
    ])
    func refusesTheRest(settings: String, reason: String, path: String) throws {
        let error = try refusal(settings)
        #expect(error.code == .configuration)
        #expect(error.reason == reason)
        #expect(error.path == "$.vendors[0].\(path)")
    }

    /// 1.10.
    @Test(arguments: ["default-application", "a", "com.example.kiosk-2"])
    func acceptsApplicationIDs(id: String) throws {
        let delivery = try adapter(#"{"application_id": "\#(id)"}"#).encode(
            EventDraft(type: "e", properties: [:]), identity: ada, deviceID: "d", at: now)
        #expect(delivery.body.contains(#""application_id":"\#(id)""#))
    }
}
