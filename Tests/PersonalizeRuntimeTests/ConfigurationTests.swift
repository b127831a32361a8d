import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import PersonalizeStorage
import Testing

@testable import PersonalizeRuntime

@Suite struct ConfigurationTests {
    private func read(_ text: String) throws(PersonalizeError) -> Configuration {
        try ConfigurationReader(factories: [ExponeaFactory()], libraryVersion: "0.1.0").read(text)
    }

    private func failure(_ text: String) -> PersonalizeError? {
        do throws(PersonalizeError) {
            _ = try read(text)
            return nil
        } catch { return error }
    }

    @Test func fillsInWhatIsLeftOut() throws {
        let configuration = try read(#"{"version": 1}"#)
        #expect(configuration.storage == ":memory:")
        #expect(configuration.durability == .process)
        #expect(configuration.transport == .http)
        #expect(configuration.clock == .system)
        #expect(configuration.seed == nil)
        #expect(configuration.vendors.isEmpty)
        #expect(configuration.http == HTTPSettings())
        #expect(configuration.engine == EngineConfiguration())
    }

    @Test func readsEverything() throws {
        let configuration = try read(
            #"""
            {"version": 1, "storage": "/x/{worker}.db", "durability": "power",
             "transport": "scripted", "seed": -1, "journal": "/j", "extra": {"any": [1]},
             "clock": {"manual": {"wall_ms": 5, "offset_seconds": -3600}},
             "http": {"ca_file": "/ca", "proxy": "http://u:p@h:1", "no_proxy": "a,b",
                      "timeout_ms": 1, "connect_timeout_ms": 2, "maximum_redirects": 3,
                      "maximum_bytes": 4, "extra": 1},
             "device": {"os_name": "a", "os_version": "b", "platform": "c", "model": "d",
                        "type": "e", "app_version": "f"},
             "outbox": {"maximum_events": 5, "back_off_base_ms": 6, "back_off_ceiling_ms": 7},
             "resources": {"maximum_bytes": 8, "maximum_total_bytes": 9},
             "vendors": [{"id": "shop", "kind": "exponea", "project_token": "t",
                          "authorization": "Token secret"}]}
            """#)
        #expect(configuration.durability == .power)
        #expect(configuration.clock == .manual(wall: 5, offset: -3600))
        #expect(configuration.seed == .max)
        #expect(configuration.http.maximumRedirects == 3)
        #expect(configuration.http.noProxy == "a,b")
        #expect(
            configuration.engine
                == EngineConfiguration(
                    backOffBase: 6, backOffCeiling: 7, maximumEvents: 5, maximumResourceBytes: 8,
                    maximumCacheBytes: 9, requestTimeout: 1, maximumResponseBytes: 4))
        #expect(configuration.vendors.map(\.adapter.instance) == ["shop"])
    }

    @Test func keepsSecretsOutOfTheRedactedForm() throws {
        let text = try read(
            #"""
            {"version": 1, "extra": {"password": "hush"}, "http": {"proxy": "http://u:hush@h"},
             "vendors": [{"id": "shop", "kind": "exponea", "project_token": "t",
                          "authorization": "Token hush", "extra": "hush"}]}
            """#
        ).redacted
        let encoded = JSONValue.object(text).encoded()
        #expect(!encoded.contains("hush"))
        #expect(throws: Never.self) { try self.read(encoded) }
    }

    /// A configuration that is refused; `members` follow the version.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let members: String
        let reason: String
        let path: String
        var hint: String?

        init(_ members: String, _ reason: String, _ path: String, hint: String? = nil) {
            self.members = members
            self.reason = reason
            self.path = path
            self.hint = hint
        }

        var testDescription: String { members }
    }

    @Test(arguments: [
        Refusal(#""stroage": "x""#, "unknown_key", "$.stroage", hint: "Did you mean \"storage\"?"),
        Refusal(#""http": {"ca": "x"}"#, "unknown_key", "$.http.ca"),
        Refusal(
            #""clock": {"manual": {"wall_ms": 1, "offset": 2}}"#, "unknown_key",
            "$.clock.manual.offset"),
        Refusal(#""version": 2"#, "unsupported_version", "$.version"),
        Refusal(#""version": "1""#, "wrong_type", "$.version"),
        Refusal(#""version": null"#, "missing_key", "$.version"),
        Refusal(
            #""transport": "htttp""#, "invalid_value", "$.transport",
            hint: "Did you mean \"http\"?"),
        Refusal(
            #""clock": {"manual": {"wall_ms": 1}}"#, "manual_clock_needs_transport", "$.clock"),
        Refusal(#""clock": "manual""#, "invalid_value", "$.clock"),
        Refusal(#""http": {"timeout_ms": 0}"#, "out_of_range", "$.http.timeout_ms"),
        Refusal(
            #""outbox": {"back_off_base_ms": 9, "back_off_ceiling_ms": 8}"#, "invalid_value",
            "$.outbox.back_off_ceiling_ms"),
        Refusal(#""vendors": [{"kind": "exponea"}]"#, "missing_key", "$.vendors[0].id"),
        Refusal(
            #""vendors": [{"id": "a", "kind": "exponae"}]"#, "unknown_kind", "$.vendors[0].kind",
            hint: "Did you mean \"exponea\"? Known kinds: exponea."),
        Refusal(
            #""vendors": [{"id": "a/b", "kind": "exponea"}]"#, "invalid_value",
            "$.vendors[0].id"),
        Refusal(
            #""vendors": [\#(vendor), \#(vendor)]"#, "duplicate_vendor", "$.vendors[1].id"),
    ])
    func refuses(_ refusal: Refusal) {
        let version = refusal.members.hasPrefix("\"version") ? "" : "\"version\": 1, "
        let error = failure("{\(version)\(refusal.members)}")
        #expect(error?.code == .configuration)
        #expect(error?.reason == refusal.reason)
        #expect(error?.path == refusal.path)
        if let hint = refusal.hint { #expect(error?.hint == hint) }
    }

    private static let vendor =
        #"{"id": "a", "kind": "exponea", "project_token": "t", "authorization": null}"#

    @Test func wantsAnObject() {
        #expect(failure("[]")?.code == .configuration)
        #expect(failure("{}")?.path == "$.version")
    }

    @Test func tellsTextThatIsNoJSONApart() {
        #expect(failure("{")?.code == .json)
        #expect(failure(String(repeating: "[", count: 70))?.code == .limit)
    }

    @Test func replacesTheWorker() {
        #expect(WorkerPath.resolve("/a/{worker}/b-{worker}", process: 12) == "/a/12/b-12")
        #expect(WorkerPath.resolve("/a/{work}", process: 12) == "/a/{work}")
    }
}
