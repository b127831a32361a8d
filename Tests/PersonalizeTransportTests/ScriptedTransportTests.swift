import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeTransport

@Suite struct ScriptedTransportTests {
    private let transport = ScriptedTransport()

    private func request(
        _ id: Int64, _ url: String = "https://shop.test/customers/events", method: String = "POST",
        body: String? = nil, timeout: Int64 = 1000, maximumBytes: Int = 100
    ) -> Request {
        Request(
            id: id, vendor: "shop", purpose: "event", method: method, url: url, body: body,
            timeout: timeout, maximumBytes: maximumBytes)
    }

    private func time(_ monotonic: Int64) -> Instant {
        Instant(wall: 1_700_000_000_000 + monotonic, monotonic: monotonic)
    }

    /// The end of a request that is answered at once.
    private func exchange(_ request: Request) -> Exchange? {
        transport.send(request, secrets: Secrets(), at: time(0))
        return transport.process([], at: time(0)).first { $0.id == request.id }?.exchange
    }

    private func error(_ rules: JSONValue) -> PersonalizeError? {
        do throws(PersonalizeError) {
            try transport.script(rules)
            return nil
        } catch { return error }
    }

    @Test func answersWithWhatTheRuleSays() throws {
        try transport.script([
            ["answer": ["status": 202, "headers": ["A": "b"], "body": ["ok": true]]]
        ])
        let response = try #require(exchange(request(1))?.response)
        #expect(response.status == 202)
        #expect(response.header("a") == "b")
        #expect(response.body == Array(#"{"ok":true}"#.utf8))
    }

    @Test(
        arguments: [
            (["method": "post"], true), (["method": "GET"], false),
            (["url": "/customers/events"], true), (["url": "/customers/*"], true),
            (["url": "https:*events"], true), (["url": "/campaigns"], false),
            (["url": "events*customers"], false), (["url": "*"], true),
            (["purpose": "event"], true), (["purpose": "resource"], false),
            (["vendor": "shop"], true), (["vendor": "other"], false),
            (["body": ["a": .number(1)]], true), (["body": ["a": 2]], false),
            (["body": ["list": ["x", "z"]]], true), (["body": ["list": ["z", "x"]]], false),
            (["body": ["list": [["k": "v"]]]], true), (["body": ["b": ["c": [:]]]], true),
            ([:], true), (["method": "POST", "vendor": "other"], false),
        ] as [(JSONValue, Bool)])
    func ruleMatches(match: JSONValue, isMatch: Bool) throws {
        try transport.script([["match": match, "answer": [:]]])
        let body = #"{"a": 1, "b": {"c": {"d": 0}}, "list": ["x", "y", "z", {"k": "v", "l": 0}]}"#
        #expect(exchange(request(1, body: body))?.status == (isMatch ? 200 : 404))
        #expect(transport.takeSent().first?["unmatched"] == (isMatch ? nil : true))
    }

    @Test func firstRuleWithUsesLeftWins() throws {
        try transport.script([
            ["times": 2, "answer": ["status": 201]],
            ["times": 0, "answer": ["status": 500]],
            ["answers": [["status": 202], ["status": 203]]],
        ])
        let statuses = (1...6).map { exchange(request($0))?.status }
        #expect(statuses == [201, 201, 202, 203, 203, 203])
    }

    @Test func laterScriptsStandBehindEarlierOnes() throws {
        try transport.script([["times": 1, "answer": ["status": 201]]])
        try transport.script([["answer": ["status": 202]]])
        #expect((1...2).map { exchange(request($0))?.status } == [201, 202])
    }

    @Test func answersComeAtTheirTimeInOrder() throws {
        try transport.script([
            ["match": ["url": "slow"], "answer": ["delay_ms": 200]],
            ["match": ["url": "quick"], "answer": ["delay_ms": 100]],
        ])
        transport.send(request(1, "https://shop.test/slow"), secrets: Secrets(), at: time(10))
        transport.send(request(2, "https://shop.test/quick"), secrets: Secrets(), at: time(10))
        #expect(transport.nextDeadline == 110)
        #expect(transport.process([], at: time(109)).isEmpty)
        #expect(transport.process([], at: time(300)).map(\.id) == [2, 1])
        #expect(transport.nextDeadline == nil)
    }

    @Test func slowAndMissingAnswersTimeOut() throws {
        try transport.script([
            ["match": ["url": "slow"], "answer": ["delay_ms": 1000]],
            ["match": ["url": "never"], "answer": ["fault": "never"]],
            ["match": ["url": "endless"], "answer": ["delay_ms": .integer(.max)]],
        ])
        for (id, name) in ["slow", "never", "endless"].enumerated() {
            let request = request(Int64(id), "https://shop.test/" + name)
            transport.send(request, secrets: Secrets(), at: time(5))
        }
        #expect(transport.nextDeadline == 1005)
        let completions = transport.process([], at: time(1005))
        #expect(completions.map(\.exchange.failure?.kind) == [.timedOut, .timedOut, .timedOut])
    }

    @Test(arguments: TransportFailure.Kind.allCases)
    func faultsComeAsTheyAreNamed(kind: TransportFailure.Kind) throws {
        try transport.script([["answer": ["fault": .string(kind.rawValue)]]])
        #expect(exchange(request(1))?.failure?.kind == kind)
    }

    @Test func bodiesRepeatUpToTheLimit() throws {
        try transport.script([
            ["times": 1, "answer": ["body": "ab", "body_repeat": 50]],
            ["times": 1, "answer": ["body": "ab", "body_repeat": 51]],
            ["times": 1, "answer": ["body": "ab", "body_repeat": .integer(.max)]],
            ["times": 1, "answer": ["body": "", "body_repeat": .integer(.max)]],
            ["answer": ["body_base64": "AP8="]],
        ])
        #expect(exchange(request(1))?.text == String(repeating: "ab", count: 50))
        #expect(exchange(request(2))?.failure?.kind == .tooLarge)
        #expect(exchange(request(3))?.failure?.kind == .tooLarge)
        #expect(exchange(request(4))?.text == "")
        #expect(exchange(request(5))?.response?.body == [0, 255])
    }

    @Test func keepsWhatWasSentWithoutSecrets() throws {
        var sent = request(7, body: #"{"a": 1}"#)
        sent.headers = [
            Request.Header("Authorization", "Token ", secret: "key"),
            Request.Header("X-Many", "a"), Request.Header("x-many", "b"),
        ]
        transport.send(sent, secrets: Secrets(["key": "hidden"]), at: time(3))
        transport.send(request(8, body: "text"), secrets: Secrets(), at: time(4))
        let log = transport.takeSent()
        let first: JSONValue = [
            "id": 7, "at_ms": 1_700_000_000_003, "vendor": "shop", "purpose": "event",
            "method": "POST", "url": "https://shop.test/customers/events",
            "headers": ["authorization": "Token ***key", "x-many": "a, b"],
            "body": ["a": 1], "unmatched": true,
        ]
        #expect(log.first == first)
        #expect(log.last?["body"] == "text")
        #expect(transport.takeSent().isEmpty)
    }

    @Test func requestWithoutItsSecretIsNotSent() {
        var bad = request(1)
        bad.headers = [Request.Header("A", "", secret: "none")]
        #expect(exchange(bad)?.failure?.message.contains("none") == true)
        #expect(transport.takeSent().isEmpty)
    }

    @Test func cancelledRequestIsForgotten() {
        transport.send(request(1), secrets: Secrets(), at: time(0))
        transport.cancel(1)
        #expect(transport.activeCount == 0)
        #expect(transport.process([], at: time(9000)).isEmpty)
    }

    @Test(
        arguments: [
            ([:], "$"), ([[:]], "$[0].answer"), ([["answer": [:]], 5], "$[1]"),
            ([["answer": [:], "mach": [:]]], "$[0].mach"),
            ([["answer": ["fault": "lazy"]]], "$[0].answer.fault"),
            ([["answer": ["delay_ms": -1]]], "$[0].answer.delay_ms"),
            ([["answer": ["status": 1000]]], "$[0].answer.status"),
            ([["answers": []]], "$[0].answers"), ([["answers": [7]]], "$[0].answers[0]"),
            ([["answers": [[:]], "answer": [:]]], "$[0].answers"),
            ([["match": ["url": 5], "answer": [:]]], "$[0].match.url"),
            ([["times": -1, "answer": [:]]], "$[0].times"),
            ([["answer": ["body": "", "body_base64": ""]]], "$[0].answer.body_base64"),
        ] as [(JSONValue, String)])
    func wrongRuleRefusesAll(rules: JSONValue, path: String) throws {
        let error = try #require(self.error(rules))
        #expect(error.code == .argument)
        #expect(error.path == path)
        #expect(exchange(request(1))?.status == 404)
    }
}
