import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

@Suite struct IngestTests {
    func ingest(_ kind: String, _ payload: String) throws -> Ingested {
        try adapter().ingest(kind: kind, payload: Array(payload.utf8), at: now)
    }

    @Test func readsWhatItWouldHaveFetched() throws {
        let bundle = #"{"success":true,"data":[{"id":"b","name":"n","placeholders":["p"]},{}]}"#
        guard case .definitions(let reading) = try ingest("definitions", bundle) else {
            Issue.record("not definitions")
            return
        }
        let fetched = try adapter().readDefinitions(answer(bundle), at: now).get()
        #expect(reading.records == fetched.records)
        #expect(reading.diagnostics == fetched.diagnostics)
        #expect(reading.diagnostics.map(\.path) == ["$.data[1].id"])
    }

    @Test func readsDecisions() throws {
        let payload = #"{"success":true,"data":[{"id":"b","status":"OK","ttl_seconds":1}]}"#
        guard case .personalization(let reading) = try ingest("personalization", payload) else {
            Issue.record("not decisions")
            return
        }
        #expect(reading.records.map(\.personalization.received) == [now.wall])
        #expect(reading.records.map(\.personalization.lifetime) == [1000])
    }

    @Test(arguments: [
        ("surveys", "{}", PersonalizeError.Code.argument, "unknown_kind", nil),
        ("", "{}", .argument, "unknown_kind", nil),
        ("definitions", "{", .json, "truncated", "$"),
        ("definitions", "", .json, "truncated", "$"),
        ("definitions", "[]", .json, "wrong_type", "$"),
        ("definitions", "{}", .json, "missing_field", "$.success"),
        ("definitions", #"{"success":"yes"}"#, .json, "wrong_type", "$.success"),
        ("personalization", #"{"success":false}"#, .json, "refused", "$.success"),
        ("personalization", #"{"success":true,"data":{}}"#, .json, "wrong_type", "$.data"),
    ])
    func saysWhatIsWrong(
        kind: String, payload: String, code: PersonalizeError.Code, reason: String, path: String?
    ) throws {
        let error = #expect(throws: PersonalizeError.self) { try ingest(kind, payload) }
        #expect(error?.code == code)
        #expect(error?.reason == reason)
        #expect(error?.path == path)
        #expect(error?.vendor == "shop")
    }

    @Test func refusesWhatIsTooLarge() throws {
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        let tooDeep = #expect(throws: PersonalizeError.self) {
            try ingest("definitions", #"{"success":true,"x":\#(deep)}"#)
        }
        #expect(tooDeep?.code == .limit)
        #expect(tooDeep?.reason == "too_deep")
        let tooLarge = #expect(throws: PersonalizeError.self) {
            try ingest("definitions", String(repeating: " ", count: (16 << 20) + 1))
        }
        #expect(tooLarge?.code == .limit)
        #expect(tooLarge?.reason == "document_too_large")
    }
}
