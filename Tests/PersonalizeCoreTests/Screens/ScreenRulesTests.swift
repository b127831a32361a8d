import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct ScreenRulesTests {
    @Test func eachRuleTellsWhatItCompared() {
        var rules = ScreenRules(maximumViews: 1, segments: ["vip"])
        var views = CampaignViews()
        #expect(rules.viewsRejection(views) == nil)
        views.countView()
        #expect(rules.viewsRejection(views)?.values["maximum"] == 1)
        #expect(rules.audienceRejection(["new", "vip"]) == nil)
        #expect(rules.audienceRejection(["new"])?.rule == .audience)
        rules.screenData = ConditionGroup([AttributeCondition("a", .equals(1))])
        #expect(rules.screenDataRejection(["a": 1]) == nil)
        #expect(rules.screenDataRejection(["a": 2])?.values["found"] == 2)
    }

    @Test func anEventCampaignStaysWhereItIs() {
        let filters = ConditionGroup([AttributeCondition("price", .greaterOrEqual(100))])
        let rules = ScreenRules(trigger: .event("Added To Cart", filters))
        #expect(rules.triggerRejection(nil, isThere: false)?.reason == "event_awaited")
        #expect(
            rules.triggerRejection(ScreenEvent("Other", [:]), isThere: false)?.rule == .trigger)
        let cheap = ScreenEvent("Added To Cart", ["price": 99])
        #expect(rules.triggerRejection(cheap, isThere: false)?.reason == "event_filters")
        let dear = ScreenEvent("Added To Cart", ["price": 100])
        #expect(rules.triggerRejection(dear, isThere: false) == nil)
        #expect(rules.triggerRejection(nil, isThere: true) == nil)
        #expect(ScreenRules().triggerRejection(nil, isThere: false) == nil)
    }

    @Test func theFirstPlaceOfATargetCounts() {
        let any = ConditionGroup()
        let home = ConditionGroup([AttributeCondition(nil, .equals("home"))])
        let plan = ScreenPlan(places: [
            ScreenPlace(id: "p1", target: "top", screens: home),
            ScreenPlace(id: "p2", target: "top", screens: any),
            ScreenPlace(id: "p3", target: "side", screens: any),
        ])
        #expect(plan.places(on: "home", data: [:]).map(\.id) == ["p1", "p3"])
        #expect(plan.places(on: "cart", data: [:]).map(\.id) == ["p2", "p3"])
    }

    @Test func theStoredFormKeepsEverything() throws {
        let conditions = [
            AttributeCondition("a", .equals(1)), AttributeCondition("a", .oneOf(["x", 1])),
            AttributeCondition(nil, .startsWith("x"), isNegated: true),
            AttributeCondition("a", .endsWith("x")), AttributeCondition("a", .contains("x")),
            AttributeCondition("a", .matches(try Pattern("^a+$"))),
            AttributeCondition("a", .isEmpty), AttributeCondition("a", .greaterThan(1.5)),
            AttributeCondition("a", .greaterOrEqual(1)), AttributeCondition("a", .lessThan(1)),
            AttributeCondition("a", .lessOrEqual(1)), AttributeCondition("a", .unreadable),
        ]
        let group = ConditionGroup(conditions, isAny: true)
        let rules = ScreenRules(
            group: "journey", timeout: 7, maximumViews: 3, heldOut: 250, segments: ["vip"],
            trigger: .event("e", group), screenData: group, ignoresCapping: true,
            lifecycle: Lifecycle(maximumViews: 2, period: .month, repetitions: 4),
            variations: [Variation(id: "a", weight: 2), Variation(id: "b", weight: 0)])
        #expect(ScreenRules(json: rules.json) == rules)
        #expect(ScreenRules(json: ScreenRules().json) == ScreenRules())
        let campaign = Campaign(id: "c", name: "c", placements: ["top"], screen: rules)
        #expect(Campaign(id: "c", json: campaign.json) == campaign)
        let plan = ScreenPlan(
            places: [ScreenPlace(id: "p", target: "t", screens: group)], maximumWinners: 2,
            capping: FrequencyCapping(viewsPerSession: 3, gap: 4), contentURL: "https://x/{a}")
        #expect(ScreenPlan(json: plan.json) == plan)
        var views = CampaignViews()
        views.enter(Lifecycle(period: .day), at: Instant(wall: 0, monotonic: 0))
        views.countView()
        views.countClick()
        #expect(CampaignViews(json: views.json) == views)
    }
}
