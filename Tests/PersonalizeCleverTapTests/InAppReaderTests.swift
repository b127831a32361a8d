import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeCleverTap

@Suite struct InAppReaderTests {
    private func answer(_ json: String, isFollowUp: Bool = false) throws -> OverlayAnswer? {
        try AnswerReader(Array(json.utf8), isFollowUp: isFollowUp).overlays
    }

    private func inapp(_ members: String) throws -> OverlayCampaign? {
        let json = """
            {"inapp_notifs_cs": [{"type": "custom-code", "templateName": "Card", "ti": 7, \
            \(members)}]}
            """
        return try answer(json)?.clientSide?.records.first
    }

    @Test func allMembersOfAnInApp() throws {
        let campaign = try #require(
            try inapp(
                """
                "wzrk_id": "7_20261001", "wzrk_pivot": "b", "wzrk_cgId": 3, "wzrk_ttl": 1790000100,
                "wzrk_ttl_offset": 60, "priority": 40, "suppressed": true, "kv": {"a": 1},
                "vars": {"style.color": "#fff"}, "mdc": 1, "tdc": -1, "tlc": 0, "efc": 1,
                "delayAfterTrigger": 5, "inactionDuration": 9
                """))
        let overlay = campaign.overlay
        #expect(overlay.campaign == "7" && overlay.delivery == "7_20261001")
        #expect(overlay.template == "Card" && overlay.priority == 40)
        #expect(overlay.values == ["style.color": "#fff"] && overlay.extras == ["a": 1])
        #expect(overlay.expires == 1_790_000_100_000)
        #expect(
            overlay.caps == DisplayCaps(perSession: 1, perDay: nil, lifetime: 0, isExcluded: true))
        #expect(
            overlay.properties.keys
                == ["wzrk_id", "wzrk_pivot", "wzrk_cgId", "wzrk_ttl", "wzrk_ttl_offset"])
        #expect(campaign.isSuppressed)
        #expect(campaign.suppression == ["wzrk_pivot": "b", "wzrk_cgId": 3])
        #expect(campaign.timeToLive == 60_000 && campaign.delay == 5_000)
        // Contents with an inaction are contents.
        #expect(campaign.inaction == nil)
    }

    @Test(arguments: [
        ("0", nil), ("-1", nil), ("1201", nil), ("\"x\"", nil), ("null", nil), ("1", 1_000),
        ("1200", 1_200_000), ("1.5", 1_500), ("\"5\"", 5_000),
    ])
    func delaysWithinTheirBounds(_ value: String, _ milliseconds: Int64?) throws {
        #expect(try inapp("\"delayAfterTrigger\": \(value)")?.delay == milliseconds)
    }

    @Test(arguments: [
        ("1", true), ("true", true), ("-1", false), ("0", false), ("2", false), ("\"1\"", false),
        ("false", false), ("null", false),
    ])
    func excludedIsOneOrTrue(_ value: String, _ isExcluded: Bool) throws {
        for key in ["efc", "excludeGlobalFCaps"] {
            #expect(try inapp("\"\(key)\": \(value)")?.overlay.caps.isExcluded == isExcluded)
        }
    }

    @Test(arguments: [
        ("0", Condition.Operation.greaterThan, false), ("1", .equals, false),
        ("2", .lessThan, false), ("3", .contains, false), ("4", .between, false),
        ("15", .equals, true), ("26", .isSet, false), ("27", .isSet, true),
        ("28", .contains, true), ("null", .equals, false), ("\"4\"", .equals, false),
        ("29", .unknown, false), ("1.5", .unknown, false), ("-1", .unknown, false),
    ])
    func operators(_ word: String, _ operation: Condition.Operation, _ isNegated: Bool) throws {
        let campaign = try inapp(
            """
            "whenTriggers": [{"eventName": "e", "eventProperties": \
            [{"propertyName": "p", "operator": \(word), "propertyValue": 1}]}]
            """)
        let condition = try #require(campaign?.triggers.first?.conditions.first)
        #expect(condition.operation == operation && condition.isNegated == isNegated)
    }

    /// A trigger that cannot be read is left out; the others still count.
    @Test(arguments: [
        "7", "{\"eventName\": 7}", "{\"eventName\": \"e\", \"eventProperties\": {}}",
        "{\"eventName\": \"e\", \"eventProperties\": [{\"operator\": 1}]}",
        "{\"eventName\": \"e\", \"eventProperties\": [3]}",
        "{\"eventName\": \"e\", \"geoRadius\": [{\"lat\": 1, \"lng\": 2}]}",
        "{\"eventName\": \"e\", \"itemProperties\": \"x\"}",
    ])
    func unreadableTriggersAreLeftOut(_ trigger: String) throws {
        let campaign = try #require(
            try inapp("\"whenTriggers\": [\(trigger), {\"eventName\": \"good\"}]"))
        #expect(campaign.triggers == [Trigger(event: "good")])
    }

    @Test func everythingATriggerCanSay() throws {
        let campaign = try #require(
            try inapp(
                """
                "whenTriggers": [{"eventName": "e", "profileAttrName": "age", "firstTimeOnly": true,
                "geoRadius": [{"lat": "1.5", "lng": 2, "rad": 3}],
                "itemProperties": [{"propertyName": "sku", "propertyValue": ["a"]}]}]
                """))
        #expect(
            campaign.triggers == [
                Trigger(
                    event: "e", attribute: "age",
                    itemConditions: [Condition("sku", .equals, ["a"], word: "1")],
                    areas: [
                        .init(
                            center: Location(latitude: 1.5, longitude: 2), radiusKilometres: 3)
                    ], isFirstTimeOnly: true)
            ])
    }

    @Test func limitsAndTheirKinds() throws {
        let campaign = try #require(
            try inapp(
                """
                "frequencyLimits": [{}, {"type": "weeks", "limit": 2, "frequency": 3},
                {"type": "moons", "limit": 1}, {"limit": 4}],
                "occurrenceLimits": [{"type": "onEvery", "limit": 0},
                {"type": "onExactly", "limit": "5"}]
                """))
        #expect(
            campaign.overlay.limits == [
                Limit(.weeks, 2, frequency: 3), Limit(.ever, 1), Limit(.ever, 4),
            ])
        #expect(campaign.occurrenceLimits == [Limit(.onEvery, 0), Limit(.onExactly, 5)])
    }

    /// Without its limit it would be shown more often than anybody wanted.
    @Test(arguments: ["{}", "[3]", "[{\"type\": \"ever\"}]", "[{\"limit\": {}}]"])
    func anUnreadableLimitRefusesTheInApp(_ limits: String) throws {
        #expect(try inapp("\"frequencyLimits\": \(limits)") == nil)
    }

    @Test func metadataHasNoContent() throws {
        let answer = try #require(
            try answer(
                """
                {"inapp_notifs_ss": [{"ti": "4", "delayAfterTrigger": 3}, {"ti": 0},
                 {"ti": "x", "inactionDuration": 60}, {"priority": 3}],
                 "inapp_notifs_meta": [{"ti": 5}, {"ti": 6, "inactionDuration": 1}]}
                """))
        let records = answer.serverSide?.records ?? []
        #expect(records.map(\.overlay.campaign) == ["4", "0", "x"])
        #expect(records.map(\.isReportable) == [true, false, false])
        #expect(records.map(\.delay) == [nil, nil, nil])
        #expect(records.map(\.inaction) == [nil, nil, 60_000])
        #expect(records.map(\.isMetadata) == [true, true, true])
        #expect(answer.serverSide?.diagnostics.map(\.path) == ["$.inapp_notifs_ss[3].ti"])
        #expect(answer.inaction?.records.map(\.overlay.campaign) == ["6"])
    }

    @Test func whatIsMissingIsNotEmpty() throws {
        let answer = try #require(
            try answer("{\"inapp_notifs_cs\": [], \"inapp_notifs_ss\": null}"))
        #expect(answer.clientSide?.records.isEmpty == true)
        #expect(answer.serverSide == nil && answer.launch == nil && answer.mode == nil)
        #expect(answer.sessionCap == 10 && answer.dayCap == 10)
        #expect(try self.answer("{\"arp\": {}}") == nil)
        #expect(try self.answer("[]") == nil)
    }

    @Test func aFollowUpSaysNothingOfCaps() throws {
        let answer = try #require(
            try answer("{\"imc\": 3, \"content_fetch\": [{}]}", isFollowUp: true))
        #expect(answer.isFollowUp && !answer.awaitsFollowUp)
        #expect(answer.sessionCap == 3 && answer.dayCap == nil)
        #expect(
            try self.answer("{\"imc\": 3, \"content_fetch\": [{}]}")?.awaitsFollowUp == true)
        #expect(
            try self.answer("{\"imc\": 3, \"content_fetch\": [3]}")?.awaitsFollowUp == false)
    }

    @Test(arguments: [
        ("\"CS\"", OverlayMode.client), ("\"SS\"", .server), ("\"NO_MODE\"", OverlayMode.none),
        ("\"cs\"", OverlayMode.none),
    ])
    func modes(_ word: String, _ mode: OverlayMode) throws {
        #expect(try answer("{\"inapp_delivery_mode\": \(word)}")?.mode == mode)
    }

    @Test func staleIDsAreNumbersOrText() throws {
        #expect(
            try answer("{\"inapp_stale\": [1780000009, \"1780000010\", null, {}]}")?.stale
                == ["1780000009", "1780000010"])
    }

    @Test func otherKindsOfInAppsAreLeftOut() throws {
        let answer = try #require(
            try answer(
                """
                {"inapp_notifs": [{"type": "interstitial", "templateName": "Card", "ti": 1},
                {"templateName": "Card", "ti": 2}, {"type": "custom-code", "ti": 3},
                {"type": "custom-code", "templateName": "Card"}]}
                """))
        #expect(answer.immediate?.records.map(\.overlay.campaign) == [""])
        #expect(
            answer.immediate?.diagnostics.map(\.path) == [
                "$.inapp_notifs[0].type", "$.inapp_notifs[1].type",
                "$.inapp_notifs[2].templateName",
            ])
    }

    /// What comes from outside never ends the process.
    @Test func anyValueInAnyPlaceIsTaken() throws {
        let values = [
            "null", "true", "-1", "0", "1e308", "9223372036854775807", "\"\"", "\"x\"", "[]", "{}",
            "[{}]", "[[]]", "{\"a\": 1}",
        ]
        let members = [
            "ti", "type", "templateName", "vars", "kv", "wzrk_id", "wzrk_ttl", "wzrk_ttl_offset",
            "priority", "suppressed", "whenTriggers", "frequencyLimits", "occurrenceLimits", "mdc",
            "tlc", "tdc", "efc", "excludeGlobalFCaps", "delayAfterTrigger", "inactionDuration",
        ]
        let names = AnswerReader.List.allCases.map(\.rawValue)
        var taken = 0
        for value in values {
            for member in members {
                var record: JSONObject = ["type": "custom-code", "templateName": "Card", "ti": 1]
                record[member] = try JSONValue.parse(value)
                for name in names {
                    let body = JSONValue.object([name: .array([.object(record)])]).encoded()
                    taken += try answer(body) == nil ? 0 : 1
                }
            }
            for name in names + ["imc", "imp", "inapp_stale", "inapp_delivery_mode"] {
                _ = try answer("{\"\(name)\": \(value)}")
            }
        }
        #expect(taken == values.count * members.count * names.count)
    }
}
