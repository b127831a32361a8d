import PersonalizeCore
import PersonalizeJSON
import Testing

/// A vendor that goes by customers' tokens, in both ways there are.
struct TokenHarness {
    static let stream = AuthorizationPolicy(isAskedEachTime: false, retryDelay: 1000)
    static let provider = AuthorizationPolicy(isAskedEachTime: true, retryDelay: nil)

    static func harness(
        _ policy: AuthorizationPolicy = stream, isNeeded: Bool = false
    ) -> EngineHarness {
        var adapter = PostcardAdapter()
        adapter.policy.authorization = policy
        adapter.credential = .customerToken(isNeeded: isNeeded)
        return EngineHarness([adapter])
    }
}

extension EngineHarness {
    mutating func authorize(_ number: Int, expiresIn: Int64? = nil) {
        perform(
            .authorize(
                vendor: "post",
                CustomerToken(
                    vendor: "post", reference: "customer/\(number)",
                    expiry: expiresIn.map { now.wall + $0 })))
    }

    mutating func answerHook(_ number: Int?, expiresIn: Int64? = 600_000) {
        guard let question = questions.popLast() else { return }
        let token = number.map {
            CustomerToken(
                vendor: "", reference: "customer/\($0)", expiry: expiresIn.map { now.wall + $0 })
        }
        perform(
            .answered(
                token: question.token, token.map { ["token": .object($0.json)] } ?? nil))
    }

    /// The secrets of the requests sent since, by purpose.
    mutating func takeSecrets() -> [String] {
        defer { sent = [] }
        return sent.map { request in
            let header = request.headers.first { $0.name == "authorization" }
            return "\(request.purpose) \(header.map { $0.value + ($0.secret ?? "") } ?? "none")"
        }
    }

    var wanted: [JSONObject] { updates.filter { $0["update"] == "authorization.wanted" } }
}

@Suite struct AuthorizationTests {
    @Test func putsTheTokenIntoEveryRequest() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 600_000)
        harness.start("[]")
        harness.perform(.track(event: "visit", properties: [:], vendors: nil))
        #expect(
            harness.takeSecrets() == ["definitions Bearer customer/1", "event Bearer customer/1"])
        #expect(harness.wanted.isEmpty)
    }

    @Test func refusesTokensNobodyTakes() {
        var harness = EngineHarness()
        guard case .refused(let error) = harness.perform(.authorize(vendor: "post", nil)) else {
            Issue.record("accepted")
            return
        }
        #expect(error.code == .state)
        #expect(error.reason == "no_customer_tokens")
        guard case .refused(let other) = harness.perform(.authorize(vendor: "x", nil)) else {
            Issue.record("accepted")
            return
        }
        #expect(other.reason == "unknown_vendor")
    }

    @Test func warnsOfATokenWithoutExpiry() {
        var harness = TokenHarness.harness()
        harness.authorize(1)
        #expect(harness.update("diagnostic")?["reason"] == "expiry_unknown")
        harness.perform(.start)
        #expect(harness.takeSecrets() == ["definitions Bearer customer/1"])
    }

    // MARK: Pre-flight

    /// Missing: told, and sent without.
    @Test func sendsWithoutATokenAndSaysSo() throws {
        var harness = TokenHarness.harness()
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        harness.perform(.start)
        #expect(harness.takeSecrets() == ["customer none", "definitions none"].reversed())
        let wanted = try #require(harness.wanted.first)
        #expect(wanted["reason"] == "not_provided")
        #expect(wanted["status"] == .null)
        #expect(wanted["customer_ids"] == ["registered": "ada"])
        // The requests of one moment say it once.
        #expect(harness.wanted.count == 1)
    }

    @Test func sendsAnExpiredTokenAndSaysSo() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: -1)
        harness.perform(.start)
        #expect(harness.takeSecrets() == ["definitions Bearer customer/1"])
        #expect(harness.wanted.map { $0["reason"] } == ["expired"])
    }

    @Test func saysThatATokenExpiresSoon() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 59_000)
        harness.perform(.start)
        #expect(harness.takeSecrets() == ["definitions Bearer customer/1"])
        #expect(harness.wanted.map { $0["reason"] } == ["expired_soon"])
    }

    /// Needed: no request, and whoever asked hears why.
    @Test func refusesARequestThatNeedsAToken() throws {
        var harness = TokenHarness.harness(isNeeded: true)
        harness.perform(.start)
        #expect(harness.sent.isEmpty)
        #expect(harness.wanted.map { $0["reason"] } == ["not_provided"])
        let failed = try #require(harness.update("content.failed"))
        #expect(failed["reason"] == "authorization_missing")
        harness.authorize(1, expiresIn: 600_000)
        #expect(harness.takeSecrets() == ["definitions Bearer customer/1"])
    }

    @Test func placementsWithoutATokenComeToAnEnd() {
        var harness = TokenHarness.harness(isNeeded: true)
        harness.perform(
            .ingest(
                vendor: "post", kind: "cards",
                payload: Array(#"[{"id":"a","personal":true}]"#.utf8)))
        harness.perform(.start)
        _ = harness.open("hall")
        #expect(harness.takeUpdates().contains("placement.empty"))
        #expect(harness.sent.isEmpty)
    }

    // MARK: Renewal

    /// A timer at the expiry less a minute.
    @Test func asksForANewTokenAheadOfTime() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 600_000)
        harness.start("[]")
        #expect(harness.deadline == harness.now.monotonic + 540_000)
        harness.advance(539_999)
        #expect(harness.wanted.isEmpty)
        harness.advance(1)
        #expect(harness.wanted.map { $0["reason"] } == ["expired_soon"])
        harness.advance(30_000)
        #expect(harness.wanted.count == 1)
        harness.authorize(2, expiresIn: 600_000)
        #expect(harness.forgotten == ["customer/1"])
        harness.advance(540_000)
        #expect(harness.wanted.count == 2)
    }

    @Test func doesNotRenewBeforeTheStart() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 10_000)
        harness.advance(20_000)
        #expect(harness.wanted.isEmpty)
    }

    // MARK: Turned down

    /// 401: told, one second, once more.
    @Test func triesOnceMoreAfterASecond() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 600_000)
        harness.perform(.start)
        let first = harness.open[0].id
        harness.answer("definitions", status: 401)
        #expect(harness.wanted.map { $0["reason"] } == ["rejected"])
        #expect(harness.wanted.first?["status"] == 401)
        #expect(harness.open.isEmpty)
        harness.authorize(2, expiresIn: 600_000)
        harness.advance(999)
        #expect(harness.open.isEmpty)
        harness.advance(1)
        #expect(
            harness.takeSecrets()
                == ["definitions Bearer customer/1", "definitions Bearer customer/2"])
        #expect(harness.open[0].id != first)
        harness.answer("definitions", "[]")
        #expect(harness.update("content.refreshed") != nil)
    }

    @Test func aSecondRefusalIsTheEnd() throws {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 600_000)
        harness.perform(.start)
        harness.answer("definitions", status: 401)
        harness.advance(1000)
        harness.answer("definitions", status: 401)
        let failed = try #require(harness.update("content.failed"))
        #expect(failed["status"] == 401)
        #expect(harness.wanted.count == 1)
    }

    /// 403 without a token is a missing token; with one it is a plain no.
    @Test func tellsTheTwoKindsOfForbiddenApart() {
        var harness = TokenHarness.harness()
        harness.perform(.start)
        harness.advance(2000)
        harness.answer("definitions", status: 403)
        #expect(harness.wanted.map { $0["status"] } == [.null, 403])
        #expect(harness.wanted.map { $0["reason"] } == ["not_provided", "not_provided"])
        harness.authorize(1, expiresIn: 600_000)
        harness.advance(1000)
        #expect(harness.open.count == 1)
        harness.answer("definitions", status: 403)
        #expect(harness.update("content.failed")?["status"] == 403)
        #expect(harness.wanted.count == 2)
    }

    @Test func anEventSurvivesARefusedToken() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 600_000)
        harness.start("[]")
        harness.perform(.track(event: "visit", properties: [:], vendors: nil))
        harness.answer("event", status: 401)
        harness.authorize(2, expiresIn: 600_000)
        harness.advance(1000)
        harness.answer("event")
        #expect(harness.stats()["sent"] == 1)
    }

    @Test func givesUpARequestThatWaits() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 600_000)
        harness.start(#"[{"id":"a","personal":true}]"#)
        _ = harness.open("hall")
        harness.answer("personalization", status: 401)
        harness.perform(.offline(true))
        #expect(harness.update("content.failed")?["reason"] == "cancelled")
        harness.perform(.offline(false))
        harness.advance(5000)
        #expect(!harness.open.contains { $0.purpose == "personalization" })
    }

    // MARK: The customer

    /// What was accepted for a customer goes out with their token.
    @Test func anonymizeSendsWhatWaitsWithTheFormerToken() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 600_000)
        harness.start("[]")
        harness.perform(.track(event: "first", properties: [:], vendors: nil))
        harness.perform(.track(event: "second", properties: [:], vendors: nil))
        harness.sent = []
        harness.perform(.anonymize)
        harness.perform(.track(event: "third", properties: [:], vendors: nil))
        harness.answer("event")
        #expect(harness.forgotten.isEmpty)
        harness.answer("event")
        #expect(harness.forgotten == ["customer/1"])
        harness.answer("event")
        #expect(
            harness.takeSecrets().filter { $0.hasPrefix("event") }
                == ["event Bearer customer/1", "event none"])
    }

    @Test func aFormerTokenThatIsRefusedIsGivenUp() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 600_000)
        harness.start("[]")
        harness.perform(.track(event: "first", properties: [:], vendors: nil))
        harness.perform(.anonymize)
        harness.authorize(2, expiresIn: 600_000)
        harness.updates = []
        harness.answer("event", status: 401)
        #expect(harness.wanted.isEmpty)
        #expect(harness.forgotten == ["customer/1"])
        harness.sent = []
        harness.advance(1000)
        #expect(harness.takeSecrets().contains("event Bearer customer/2"))
    }

    @Test func identifyWithoutATokenTakesItBack() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 600_000)
        harness.start("[]")
        harness.sent = []
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        #expect(harness.takeSecrets() == ["customer none"])
        #expect(harness.forgotten == ["customer/1"])
    }

    @Test func identifyWithATokenUsesIt() {
        var harness = TokenHarness.harness()
        harness.start("[]")
        harness.sent = []
        harness.updates = []
        harness.perform(
            .identify(
                ids: ["registered": "ada"], properties: [:], key: nil,
                tokens: [CustomerToken(vendor: "post", reference: "customer/1", expiry: .max)]))
        #expect(harness.takeSecrets() == ["customer Bearer customer/1"])
        #expect(harness.wanted.isEmpty)
    }

    @Test func identifyRefusesTokensNobodyTakes() {
        var harness = TokenHarness.harness()
        let outcome = harness.perform(
            .identify(
                ids: ["registered": "ada"], properties: [:], key: nil,
                tokens: [CustomerToken(vendor: "other", reference: "customer/1")]))
        guard case .refused(let error) = outcome else {
            Issue.record("accepted")
            return
        }
        #expect(error.path == "$.tokens.other")
        #expect(harness.update("customer.changed") == nil)
    }

    @Test func aFailedCommitTakesTheTokenOfItsCustomerBack() {
        var harness = TokenHarness.harness()
        harness.start("[]")
        let stored = harness.headers()
        harness.perform(
            .identify(
                ids: ["registered": "ada"], properties: [:], key: nil,
                tokens: [CustomerToken(vendor: "post", reference: "customer/1", expiry: .max)]))
        harness.perform(.restore(stored))
        #expect(harness.forgotten == ["customer/1"])
    }

    @Test func aFailedCommitLeavesTheTokenOfTheCustomer() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 600_000)
        harness.start("[]")
        harness.perform(.restore(harness.headers()))
        harness.sent = []
        harness.perform(.refresh(vendor: nil, key: nil))
        #expect(harness.takeSecrets() == ["definitions Bearer customer/1"])
    }

    // MARK: The hook

    @Test func asksTheHookBeforeSending() throws {
        var harness = TokenHarness.harness()
        harness.perform(.hookSet(.authorizationWanted, isSet: true))
        harness.perform(.start)
        #expect(harness.sent.isEmpty)
        let question = try #require(harness.questions.last)
        #expect(
            question.question == [
                "vendor": "post", "reason": "not_provided", "customer_ids": [:], "status": .null,
            ])
        harness.answerHook(1)
        #expect(harness.takeSecrets() == ["definitions Bearer customer/1"])
        #expect(harness.wanted.isEmpty)
    }

    @Test func oneQuestionServesAllRequests() {
        var harness = TokenHarness.harness()
        harness.perform(.track(event: "visit", properties: [:], vendors: nil))
        harness.perform(.hookSet(.authorizationWanted, isSet: true))
        harness.perform(.start)
        #expect(harness.questions.count == 1)
        harness.answerHook(1)
        #expect(
            harness.takeSecrets() == ["definitions Bearer customer/1", "event Bearer customer/1"])
    }

    @Test func tellsWhatTheHookHasNoAnswerTo() {
        var harness = TokenHarness.harness()
        harness.perform(.hookSet(.authorizationWanted, isSet: true))
        harness.perform(.start)
        harness.answerHook(nil)
        #expect(harness.takeSecrets() == ["definitions none"])
        #expect(harness.wanted.map { $0["reason"] } == ["not_provided"])
    }

    /// A provider is asked anew for every request.
    @Test func asksAProviderEachTime() {
        var harness = TokenHarness.harness(TokenHarness.provider, isNeeded: true)
        harness.perform(.hookSet(.authorizationWanted, isSet: true))
        harness.perform(.start)
        harness.answerHook(1)
        harness.answer("definitions", "[]")
        harness.perform(.refresh(vendor: nil, key: nil))
        #expect(harness.open.isEmpty)
        harness.answerHook(2)
        #expect(
            harness.takeSecrets()
                == ["definitions Bearer customer/1", "definitions Bearer customer/2"])
        #expect(harness.forgotten == ["customer/1"])
    }

    /// Without one no request, although there was one before.
    @Test func aProviderWithoutAnAnswerMeansNoRequest() {
        var harness = TokenHarness.harness(TokenHarness.provider, isNeeded: true)
        harness.perform(.hookSet(.authorizationWanted, isSet: true))
        harness.perform(.start)
        harness.answerHook(1)
        harness.answer("definitions", "[]")
        harness.sent = []
        harness.perform(.refresh(vendor: nil, key: "again"))
        harness.answerHook(nil)
        #expect(harness.sent.isEmpty)
        let failed = harness.update("content.failed")
        #expect(failed?["reason"] == "authorization_missing")
        #expect(failed?["key"] == "again")
    }

    /// A provider's token that is turned down is not tried again.
    @Test func aProvidersTokenIsTriedOnce() {
        var harness = TokenHarness.harness(TokenHarness.provider, isNeeded: true)
        harness.authorize(1)
        harness.perform(.start)
        harness.answer("definitions", status: 401)
        #expect(harness.update("content.failed")?["status"] == 401)
        #expect(harness.wanted.map { $0["reason"] } == ["rejected"])
    }

    @Test func anAnswerForACustomerBeforeIsNone() {
        var harness = TokenHarness.harness()
        harness.perform(.hookSet(.authorizationWanted, isSet: true))
        harness.perform(.start)
        harness.perform(.anonymize)
        // The first question is about the customer before.
        let question = harness.questions.removeFirst()
        harness.perform(
            .answered(
                token: question.token,
                ["token": .object(CustomerToken(vendor: "", reference: "customer/9").json)]))
        #expect(harness.forgotten == ["customer/9"])
        #expect(!harness.takeSecrets().contains { $0.contains("customer/9") })
    }

    // MARK: What shows

    @Test func noSecretIsInTheState() {
        var harness = TokenHarness.harness()
        harness.authorize(1, expiresIn: 600_000)
        guard case .done(let state) = harness.perform(.state) else { return }
        let vendor = state["vendors"]?.array?.first
        #expect(vendor?["authorization"]?["token"] == true)
        #expect(vendor?["authorization"]?["wanted"] == .null)
        #expect(!JSONValue.object(state).encoded().contains("customer/1"))
    }
}
