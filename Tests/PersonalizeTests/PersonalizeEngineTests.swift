import Personalize
import Testing

/// An engine with a script for a network and a clock of the test's.
private func scriptedEngine() throws -> PersonalizeEngine {
    let engine = try PersonalizeEngine(configuration: [
        "version": 1, "transport": "scripted", "clock": ["manual": ["wall_ms": 1_767_225_600_000]],
        "seed": 1,
        "vendors": [
            [
                "id": "shop", "kind": "exponea", "project_token": "p", "authorization": "Token k",
                "automatic_session_tracking": false,
            ]
        ],
    ])
    try engine.script([
        [
            "match": ["purpose": "definitions"],
            "answer": [
                "body": [
                    "success": true,
                    "in_app_content_blocks": [
                        [
                            "id": "b1", "name": "Hello", "placeholders": ["home"],
                            "content_type": "html",
                            "content": [
                                "html": "<p>Hi</p><a href='https://shop.test/sale'>Sale</a>"
                            ],
                        ]
                    ],
                ]
            ],
        ],
        ["match": ["purpose": "event"], "answer": ["body": ["success": true]]],
    ])
    return engine
}

@Suite struct PersonalizeEngineTests {
    @Test func showsClicksAndAccounts() throws {
        let engine = try scriptedEngine()
        let home = try engine.openPlacement("home", key: "mine")
        try engine.start()
        try engine.process()
        #expect(try home.content()?["campaign"]?["name"] == "Hello")
        try home.click("https://shop.test/sale")
        try engine.process()
        var names: [String] = []
        while let update = try engine.nextUpdate() { names.append(update.name) }
        #expect(names.contains("placement.clicked"))
        #expect(names.contains("url.open_wanted"))
        let account = try engine.stats()["vendors"]?.array?.first
        #expect(account?["accepted"] == account?["sent"])
        #expect(account?["pending"] == 0)
    }

    @Test func aHookAnswersInsideTheCall() throws {
        let engine = try scriptedEngine()
        try engine.setHook(.clickOverride) { question in
            ["handled": .bool(question["placement"] == "home")]
        }
        try engine.start()
        try engine.process()
        let home = try engine.openPlacement("home")
        try home.click("https://shop.test/sale")
        var names: [String] = []
        while let update = try engine.nextUpdate() { names.append(update.name) }
        #expect(names.contains("placement.clicked"))
        #expect(!names.contains("url.open_wanted"))
    }

    @Test func iteratingRunsTheEngine() async throws {
        let engine = try PersonalizeEngine(configuration: [
            "version": 1, "transport": "host",
            "vendors": [
                ["id": "shop", "kind": "exponea", "project_token": "p", "authorization": nil]
            ],
        ])
        try engine.start()
        let reader = Task {
            var names: [String] = []
            for await update in engine.updates {
                names.append(update.name)
                if update.name == "event.tracked", update["event"] == "last" { break }
            }
            return names
        }
        try engine.track("last")
        let names = await reader.value
        #expect(names.last == "event.tracked")
        #expect(names.first == "session.started")
        engine.close()
    }

    @Test func closingEndsTheIteration() async throws {
        let engine = try PersonalizeEngine(configuration: ["version": 1])
        let reader = Task {
            for await _ in engine.updates {}
            return true
        }
        try await Task.sleep(for: .milliseconds(50))
        engine.close()
        #expect(await reader.value)
    }

    @Test func errorsSayWhatWhereAndWhatToDo() {
        #expect {
            try PersonalizeEngine(configuration: [
                "version": 1, "vendors": [["id": "x", "knd": "y"]],
            ])
        } throws: { error in
            guard let error = error as? PersonalizeError else { return false }
            return error.code == .configuration && error.path?.hasPrefix("$.vendors[0]") == true
        }
    }

    @Test func aClosedPlacementIsAnError() throws {
        let engine = try scriptedEngine()
        let home = try engine.openPlacement("home")
        try home.close()
        #expect(throws: PersonalizeError.self) { try home.content() }
        #expect(throws: PersonalizeError.self) { try home.click("https://shop.test/sale") }
    }

    @Test func requestsCanBeCarriedOutByTheHost() throws {
        let engine = try PersonalizeEngine(configuration: [
            "version": 1, "transport": "host",
            "vendors": [
                ["id": "shop", "kind": "exponea", "project_token": "p", "authorization": "Token k"]
            ],
        ])
        try engine.start()
        var request = try engine.nextRequest()
        while let current = request, current["purpose"] != "definitions" {
            request = try engine.nextRequest()
        }
        let id = try #require(request?["id"]?.integer)
        try engine.finishRequest(id, answer: ["status": 503])
        var reasons: [JSONValue?] = []
        while let update = try engine.nextUpdate() {
            if update.name == "content.failed" { reasons.append(update["reason"]) }
        }
        #expect(reasons == ["server_error"])
    }

    @Test func reopeningIsForChildren() throws {
        let engine = try scriptedEngine()
        #expect {
            try engine.reopened(storage: ":memory:")
        } throws: { error in
            (error as? PersonalizeError)?.code == .state
        }
    }
}
