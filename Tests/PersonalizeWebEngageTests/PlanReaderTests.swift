import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeWebEngage

@Suite struct PlanReaderTests {
    private func read(_ payload: JSONObject) throws -> ScreenReading {
        var whole: JSONObject = ["schema": 1]
        whole.merge(payload)
        return try PlanReader.read(bytes(.object(whole)))
    }

    private func campaign(_ members: JSONObject) throws -> (Campaign?, [JSONDiagnostic]) {
        var whole: JSONObject = ["campaignId": "c", "targetViewId": "top"]
        whole.merge(members)
        let reading = try read(["campaigns": [.object(whole)]])
        return (reading.campaigns.records.first?.campaign, reading.campaigns.diagnostics)
    }

    @Test func readsEverythingThereIs() throws {
        let reading = try read([
            "contentUrl": "https://x/{campaignId}", "campaignLimit": 5,
            "frequencyCapping": ["maxViewsPerSession": 6, "minSecondsBetweenViews": .number(0.5)],
            "properties": [
                ["propertyId": " p1 ", "targetViewId": "top"],
                ["propertyId": "p2", "targetViewId": "x"],
            ],
            "campaigns": [
                [
                    "campaignId": "c1", "targetViewId": "top", "journeyId": "j",
                    "startsAt": "2025-06-15T08:00:00Z", "endsAt": "2025-10-09T08:00:00+02:00",
                    "timeoutMs": 3000, "maxViewsPerUser": 20, "controlGroupPercent": .number(10.25),
                    "audience": ["segments": ["vip"]], "ignoreFrequencyCapping": true,
                    "trigger": ["on": "event", "event": "e"],
                    "lifecycle": ["maxViews": 3, "repeat": ["every": "week", "times": 4]],
                    "variations": [
                        ["variationId": "a", "weight": 2, "content": ["layoutType": "custom"]],
                        ["variationId": "b"],
                    ],
                ],
                ["campaignId": "c2", "targetViewId": "top"],
            ],
        ])
        #expect(reading.campaigns.diagnostics.isEmpty)
        #expect(reading.plan.places.map(\.id) == ["p1", "p2"])
        #expect(reading.plan.maximumWinners == 5)
        #expect(reading.plan.capping == FrequencyCapping(viewsPerSession: 6, gap: 500))
        #expect(reading.plan.contentURL == "https://x/{campaignId}")
        let first = try #require(reading.campaigns.records.first)
        #expect(first.campaign.schedule == Schedule(from: 1_749_974_400_000, to: 1_759_989_599_999))
        let rules = try #require(first.campaign.screen)
        #expect(rules.heldOut == 1_025)
        #expect(rules.timeout == 3_000)
        #expect(rules.lifecycle == Lifecycle(maximumViews: 3, period: .week, repetitions: 4))
        #expect(rules.variations == [Variation(id: "a", weight: 2), Variation(id: "b")])
        #expect(first.body == bytes(["a": ["layoutType": "custom"]]))
        #expect(reading.campaigns.records.map(\.campaign.priority) == [0, -1])
    }

    @Test func anotherSchemaIsRefusedAsAWhole() {
        for payload: JSONValue in [["schema": 2], ["schema": "1"], [:], 1] {
            #expect(throws: PlanFault.self) { try PlanReader.read(bytes(payload)) }
        }
        #expect(throws: PlanFault.self) {
            try PlanReader.read(bytes(["schema": 1, "campaigns": 1]))
        }
        #expect(throws: PlanFault.self) { try PlanReader.read(Array("{".utf8)) }
    }

    @Test(
        arguments: [
            (["campaignId": .null], "$.campaigns[0].campaignId"),
            (["campaignId": " "], "$.campaigns[0].campaignId"),
            (["campaignId": 7], "$.campaigns[0].campaignId"),
            (["timeoutMs": 0], "$.campaigns[0].timeoutMs"),
            (["startsAt": "2025-06-15 08:00"], "$.campaigns[0].startsAt"),
            (["trigger": ["on": "click"]], "$.campaigns[0].trigger.on"),
            (["trigger": ["on": "event"]], "$.campaigns[0].trigger.event"),
            (["controlGroupPercent": 101], "$.campaigns[0].controlGroupPercent"),
            (["audience": ["segments": "vip"]], "$.campaigns[0].audience.segments"),
            (["screenData": 1], "$.campaigns[0].screenData"),
            (["screenData": ["match": "one"]], "$.campaigns[0].screenData.match"),
            (["lifecycle": ["repeat": ["every": "year"]]], "$.campaigns[0].lifecycle.repeat.every"),
            (["variations": 1], "$.campaigns[0].variations"),
        ] as [(JSONObject, String)])
    func aBrokenCampaignIsLeftOut(_ members: JSONObject, _ path: String) throws {
        let (campaign, diagnostics) = try campaign(members)
        #expect(campaign == nil)
        #expect(diagnostics.map(\.path) == [path])
    }

    @Test func aRepeatedIDIsLeftOut() throws {
        let property: JSONValue = ["propertyId": "p", "targetViewId": "t"]
        let campaign: JSONValue = [
            "campaignId": "c", "targetViewId": "t",
            "variations": [["variationId": "v"], ["variationId": "v"], ["weight": 1]],
        ]
        let reading = try read([
            "properties": [property, property], "campaigns": [campaign, campaign],
        ])
        #expect(reading.plan.places.count == 1)
        #expect(reading.campaigns.records.count == 1)
        #expect(
            reading.campaigns.diagnostics.map(\.path) == [
                "$.properties[1].propertyId", "$.campaigns[0].variations[1].variationId",
                "$.campaigns[0].variations[2].variationId",
                "$.campaigns[1].variations[1].variationId",
                "$.campaigns[1].variations[2].variationId", "$.campaigns[1].campaignId",
            ])
    }

    @Test(
        arguments: [
            (["operator": "like", "attribute": "a"], ".operator"),
            (["operator": "equals", "attribute": "a"], ".value"),
            (["operator": "startsWith", "attribute": "a", "value": 1], ".value"),
            (["operator": "oneOf", "attribute": "a", "value": "x"], ".value"),
            (["operator": "lessThan", "attribute": "a", "value": "1"], ".value"),
            (["operator": "notMatchesRegex", "attribute": "a", "value": "("], ".value"),
            (["operator": "isEmpty"], ".attribute"),
            (1, ""),
        ] as [(JSONValue, String)])
    func aConditionThatCannotBeReadFailsClosed(_ condition: JSONValue, _ path: String) throws {
        let (campaign, diagnostics) = try campaign(["screenData": ["conditions": [condition]]])
        #expect(diagnostics.map(\.path) == ["$.campaigns[0].screenData.conditions[0]" + path])
        #expect(campaign?.screen?.screenData.conditions.map(\.comparison) == [.unreadable])
    }

    @Test func allOperatorsAreKnown() throws {
        let words = [
            "equals", "notEquals", "startsWith", "notStartsWith", "endsWith", "notEndsWith",
            "contains", "notContains", "matchesRegex", "notMatchesRegex", "isEmpty", "isNotEmpty",
        ]
        let texts = words.map { word -> JSONValue in
            ["attribute": "a", "operator": .string(word), "value": "x"]
        }
        let lists = ["oneOf", "noneOf"].map { word -> JSONValue in
            ["attribute": "a", "operator": .string(word), "value": ["x"]]
        }
        let numbers = ["greaterThan", "greaterOrEqual", "lessThan", "lessOrEqual"].map {
            word -> JSONValue in
            ["attribute": "a", "operator": .string(word), "value": 1]
        }
        let (campaign, diagnostics) = try campaign([
            "screenData": ["conditions": .array(texts + lists + numbers)]
        ])
        #expect(diagnostics.isEmpty)
        #expect(campaign?.screen?.screenData.conditions.filter(\.isNegated).count == 7)
    }
}

@Suite struct RFC3339Tests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2025-10-09T08:00:00+02:00", 1_759_989_600_000),
            ("2024-02-29T23:59:59.5-00:30", 1_709_252_999_500), ("1969-12-31T23:59:59.999Z", -1),
            ("2025-01-01t00:00:00.0001z", 1_735_689_600_001),
            ("2000-03-01T00:00:00Z", 951_868_800_000),
        ] as [(String, Int64)])
    func reads(_ text: String, _ milliseconds: Int64) {
        #expect(RFC3339.milliseconds(text) == milliseconds)
    }

    @Test(arguments: [
        "", "2025-06-15", "2025-06-15T08:00:00", "2025-02-29T00:00:00Z", "2025-13-01T00:00:00Z",
        "2025-06-15T24:00:00Z", "2025-06-15T08:00:00.Z", "2025-06-15T08:00:00+0200",
        "2025-06-15T08:00:00Z ", "x025-06-15T08:00:00Z",
    ])
    func refuses(_ text: String) { #expect(RFC3339.milliseconds(text) == nil) }
}
