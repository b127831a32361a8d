import PersonalizeCore
import PersonalizeExponea
import Testing

/// 1.4: the strict rules.
@Suite struct AnswerTests {
    @Test(arguments: [
        (401, "not_authorized"), (403, "forbidden"), (404, "not_found"), (410, "gone"),
        (429, "rate_limited"), (400, "rejected"), (422, "rejected"), (500, "server_error"),
        (503, "server_error"), (304, "unexpected_status"), (302, "unexpected_status"),
        (101, "unexpected_status"), (0, "unexpected_status"), (-7, "unexpected_status"),
    ])
    func refusesEveryStatusButSuccess(status: Int, reason: String) throws {
        let response = answer(#"{"success":true,"data":[]}"#, status: status)
        let adapter = try adapter()
        for failure in [
            #expect(throws: VendorFailure.self) {
                try adapter.readDefinitions(response, at: now).get()
            },
            #expect(throws: VendorFailure.self) {
                try adapter.readPersonalization(response, at: now).get()
            },
        ] {
            #expect(failure?.reason == reason)
            #expect(failure?.status == status)
        }
    }

    @Test func passesOnWhatTheServerSays() throws {
        let adapter = try adapter()
        let failure = #expect(throws: VendorFailure.self) {
            try adapter.readDefinitions(
                answer(#"{"error":"unknown project"}"#, status: 404), at: now
            ).get()
        }
        #expect(
            failure?.message
                == #"The server answered 404. Check "base_url" and "project_token" or "#
                + #""stream_id". unknown project"#
        )
        let long = String(repeating: "x", count: 5_000)
        let shortened = #expect(throws: VendorFailure.self) {
            try adapter.readDefinitions(
                answer(#"{"success":false,"errors":["a","\#(long)"]}"#), at: now
            ).get()
        }
        #expect(shortened?.reason == "refused")
        #expect(shortened?.message.count == 200)
        #expect(shortened?.message.hasPrefix("a; xxx") == true)
    }

    @Test(arguments: [
        ("", "malformed"), ("{{{", "malformed"), ("{}", "malformed"), ("[]", "malformed"),
        ("null", "malformed"), (#"{"data":[]}"#, "malformed"),
        (#"{"success":"true","data":[]}"#, "malformed"),
        (#"{"success":1,"data":[]}"#, "malformed"),
        (#"{"success":null,"data":[]}"#, "malformed"),
        (#"{"success":true,"data":{}}"#, "malformed"),
        (#"{"success":true,"data":"x"}"#, "malformed"),
        (#"{"success":true,"data":[}"#, "malformed"),
        (#"{"success":false,"data":[{"id":"b1","status":"OK"}]}"#, "refused"),
    ])
    func refusesWhatDoesNotSaySuccess(body: String, reason: String) throws {
        let adapter = try adapter()
        let failure = #expect(throws: VendorFailure.self) {
            try adapter.readPersonalization(answer(body), at: now).get()
        }
        #expect(failure?.reason == reason)
        #expect(failure?.status == 200)
        #expect(throws: VendorFailure.self) {
            try adapter.readDefinitions(answer(body), at: now).get()
        }
    }

    @Test(arguments: ["results", "data", "messages", "in_app_content_blocks"])
    func takesTheListUnderAnyOfItsNames(name: String) throws {
        let adapter = try adapter()
        let definitions = try adapter.readDefinitions(
            answer(#"{"\#(name)":[{"id":"b","name":"n","placeholders":[]}],"success":true}"#),
            at: now
        ).get()
        #expect(definitions.records.map(\.campaign.id) == ["b"])
        let decisions = try adapter.readPersonalization(
            answer(#"{"success":true,"\#(name)":[{"id":"b","status":"OK"}]}"#), at: now
        ).get()
        #expect(decisions.records.map(\.campaign) == ["b"])
    }

    @Test(arguments: [
        #"{"success":true}"#, #"{"success":true,"data":null}"#, #"{"success":true,"data":[]}"#,
        #"{"success":true,"in_app_content_blocks":null,"results":null}"#,
    ])
    func takesNoListForAnEmptyOne(body: String) throws {
        let adapter = try adapter()
        #expect(try adapter.readDefinitions(answer(body), at: now).get().records.isEmpty)
        #expect(try adapter.readPersonalization(answer(body), at: now).get().records.isEmpty)
    }

    @Test func prefersTheDocumentedListToOthers() throws {
        let body = """
            {"messages":["cached"],"success":true,"data":[{"id":"d"}],
             "in_app_content_blocks":[{"id":"b","name":"n","placeholders":[]}]}
            """
        let adapter = try adapter()
        let definitions = try adapter.readDefinitions(answer(body), at: now).get()
        #expect(definitions.records.map(\.campaign.id) == ["b"])
        #expect(definitions.diagnostics.isEmpty)
        let decisions = try adapter.readPersonalization(answer(body), at: now).get()
        #expect(decisions.records.map(\.campaign) == ["d"])
    }

    @Test func acceptsAnySuccessStatus() throws {
        let reading = try adapter().readDefinitions(
            answer(#"{"success":true}"#, status: 204), at: now
        ).get()
        #expect(reading.records.isEmpty)
    }
}
