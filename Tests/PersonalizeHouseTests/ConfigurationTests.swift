import PersonalizeCore
import PersonalizeHouse
import PersonalizeJSON
import Testing

@Suite struct ConfigurationTests {
    @Test func readsWhereTheDocumentIs() throws {
        #expect(try house().definitionsRequest() == nil)
        let file = try configured(#"{"file": "/etc/house.json"}"#)
        #expect(file.files == ["/etc/house.json"])
        #expect(
            try house(#"{"file": "/etc/house.json"}"#).definitionsRequest()
                == RequestDraft(method: "GET", url: "file:/etc/house.json"))
        let web = try house(#"{"url": "https://kiosk.test/house.json"}"#)
        #expect(
            web.definitionsRequest()
                == RequestDraft(method: "GET", url: "https://kiosk.test/house.json"))
        #expect(try configured(#"{"url": "https://kiosk.test/house.json"}"#).files.isEmpty)
    }

    @Test(arguments: [
        (#"{"file": "a", "url": "https://b"}"#, "two_sources", "$.vendors[0].url"),
        (#"{"url": "ftp://b"}"#, "invalid_url", "$.vendors[0].url"),
        (#"{"url": "https://b c"}"#, "invalid_url", "$.vendors[0].url"),
        (#"{"file": ""}"#, "out_of_range", "$.vendors[0].file"),
        (#"{"flie": "a"}"#, "unknown_key", "$.vendors[0].flie"),
        (#"{"display_memory_days": 0}"#, "out_of_range", "$.vendors[0].display_memory_days"),
        (#"{"consent": "perhaps"}"#, "invalid_value", "$.vendors[0].consent"),
    ])
    func refuses(settings: String, reason: String, path: String) throws {
        let error = try #require(throws: PersonalizeError.self) {
            try configured(settings)
        }
        #expect(error.path == path)
        #expect(error.vendor == "house")
        if reason != "invalid_value", reason != "out_of_range" { #expect(error.reason == reason) }
    }

    @Test func readsThePolicy() throws {
        let policy = try house(
            #"{"session_timeout_ms": 5, "consent": "denied", "display_memory_days": 2}"#
        ).policy
        #expect(policy.sessionTimeout == 5)
        #expect(policy.consent == .denied)
        #expect(policy.displayMemory == 172_800_000)
    }
}
