import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeCleverTap

@Suite struct AnswerTests {
    private func context(account: JSONObject = [:]) -> BatchContext {
        BatchContext(profile: "#1", account: account, now: now, identityFields: ["Identity"])
    }

    private func read(
        _ body: String = "", status: Int = 200, headers: [Response.Header] = [],
        settings: String = "{}", account: JSONObject = [:], isFollowUp: Bool = false
    ) throws -> BatchAnswer {
        try adapter(settings).readBatch(
            Response(status: status, headers: headers, body: Array(body.utf8)),
            context(account: account), isFollowUp: isFollowUp)
    }

    @Test(arguments: [
        (200, BatchAnswer.Outcome.delivered), (204, .delivered), (299, .delivered),
        (400, .refused(reason: "refused")), (413, .refused(reason: "refused")),
        (422, .refused(reason: "refused")), (401, .unauthorized(reason: "not_authorized")),
        (403, .unauthorized(reason: "not_authorized")), (302, .failed(reason: "server_error")),
        (429, .failed(reason: "server_error")), (500, .failed(reason: "server_error")),
    ])
    func aStatusHasItsMeaning(_ status: Int, _ outcome: BatchAnswer.Outcome) throws {
        #expect(try read(status: status).outcome == outcome)
    }

    @Test(arguments: ["", "[]", "<html>", "{", "null", #"{"arp":[],"g":1,"_i":"x"}"#])
    func anyBodyOfASuccessIsOne(_ body: String) throws {
        let answer = try read(body)
        #expect(answer.outcome == .delivered)
        #expect(answer.profile == nil)
        #expect(answer.memory["l_ts"] == 1_790_000_000)
    }

    @Test func cookiesAreMerged() {
        let merged = AdditionalParameters.merge(
            ["a": -1, "b": .number(-1), "c": .number(2.57), "d": [1], "d_e": ["X"]],
            into: ["a": 1, "b": 2, "e": "kept"])
        #expect(merged == ["e": "kept", "c": .number(2.57), "d": [1]])
        #expect(AdditionalParameters.discarded(["d_e": ["X", 1]]) == ["X"])
        #expect(AdditionalParameters.discarded(["d_e": []]) == [])
        #expect(AdditionalParameters.discarded([:]) == nil)
    }

    @Test func anotherDomainMovesABatch() throws {
        let headers = [Response.Header("X-WZRK-RD", " IN1.clevertap-prod.com ")]
        let moved = try read(headers: headers)
        #expect(moved.outcome == .moved)
        #expect(moved.account == ["domain": "in1.clevertap-prod.com"])
        let same = try read(headers: headers, account: ["domain": "in1.clevertap-prod.com"])
        #expect(same.outcome == .delivered)
        let fixed = try read(headers: headers, settings: #"{"region":"eu1"}"#)
        #expect(fixed.outcome == .delivered)
        #expect(fixed.lines.count == 1)
    }

    @Test(arguments: [
        ("true", nil as String?, now.wall + 86_400_000), ("YES", "soon", now.wall + 86_400_000),
        ("1", "1790000099000", 1_790_000_099_000),
    ])
    func aMuteHasAnEnd(_ word: String, _ end: String?, _ until: Int64) throws {
        var headers = [Response.Header("x-wzrk-mute", word)]
        if let end { headers.append(.init("X-WZRK-Mute-Duration", end)) }
        #expect(try read(headers: headers).outcome == .muted(until: until))
    }

    @Test func aFollowUpAnnouncesNothingAndLeavesTheTimes() throws {
        let body = #"{"content_fetch":[{"a":1}],"arp":{"k":1}}"#
        #expect(try read(body).followUps == [["a": 1]])
        let followUp = try read(body, isFollowUp: true)
        #expect(followUp.followUps.isEmpty)
        #expect(followUp.memory == ["arp": ["k": 1]])
    }

    @Test(arguments: ["#a*b", "", "a b", "é", String(repeating: "x", count: 129)])
    func anIdThatCannotBeOneIsIgnored(_ id: String) throws {
        #expect(try read(JSONValue.object(["g": .string(id)]).encoded()).profile == nil)
    }

    @Test func theDomainIsForgottenAfterFiveFailures() throws {
        let account: JSONObject = ["domain": "eu1.clevertap-prod.com"]
        #expect(try adapter().account(account, afterFailures: 5) == account)
        #expect(try adapter().account(account, afterFailures: 6) == [:])
        let fixed = try adapter(#"{"region":"eu1"}"#)
        #expect(fixed.account(account, afterFailures: 6) == account)
    }

    @Test func eventsOfOneSecondAreOrdered() throws {
        func event(_ name: String, _ second: Int64, type: String = "event") -> String {
            JSONValue.object([
                "type": .string(type), "evtName": .string(name), "ep": .integer(second),
            ]).encoded()
        }
        let draft = try adapter().batchRequest(
            [
                event("A", 1), event("p", 1, type: "profile"), event("App Launched", 1),
                event("B", 1), event("q", 1, type: "profile"), event("C", 0),
                event("r", 0, type: "profile"),
            ], context(account: ["domain": "d.test"]))
        let body = try #require(try JSONValue.parse(draft.body ?? "").array)
        #expect(
            body.dropFirst().compactMap { $0["evtName"]?.string } == [
                "p", "A", "App Launched", "q", "B", "r", "C",
            ])
        #expect(draft.bodySecret == Request.BodySecret(mark: "***ct/token", secret: "ct/token"))
        #expect(!draft.followsRedirects)
    }
}
