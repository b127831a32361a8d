import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct TriggerTests {
    static let rules = ConditionRules(
        dialect: .lenient, normalizesNames: true,
        changeSuffixes: ["_change", "_Changed"], ignoredAttributes: ["tz"])

    private func rejection(
        _ trigger: Trigger, _ occurrence: TriggerOccurrence, count: Int64 = 1
    ) -> Rejection? {
        trigger.rejection(of: occurrence, rules: Self.rules) { _ in count }
    }

    @Test func eventNamesCompareWithoutSpaceAndCase() {
        #expect(rejection(Trigger(event: "Product Viewed"), .init("productviewed")) == nil)
        let other = rejection(Trigger(event: "Product Viewed"), .init("Product View"))
        #expect(other?.reason == "other_event")
        #expect(other?.values == ["happened": "Product View", "event": "Product Viewed"])
        #expect(rejection(Trigger(), .init("")) != nil)
    }

    @Test func attributesMatchTheirChanges() {
        let change = TriggerOccurrence.change(of: "Age", from: 1, to: 2)
        #expect(rejection(Trigger(attribute: "age"), change) == nil)
        #expect(rejection(Trigger(event: "age_change"), change) == nil)
        #expect(rejection(Trigger(event: "Age_changed"), change) == nil)
        #expect(rejection(Trigger(event: "age"), change) != nil)
        #expect(rejection(Trigger(attribute: "age"), .init("age")) != nil)
        #expect(rejection(Trigger(event: "age", attribute: "name"), .init("age")) != nil)
        #expect(change.properties == ["oldValue": 1, "newValue": 2])
        #expect(Self.rules.ignores(.change(of: "tz", from: nil, to: 1)))
        #expect(!Self.rules.ignores(.init("tz")))
    }

    @Test func anUnchangedValueIsOneThatIsDeeplyEqual() {
        #expect(TriggerOccurrence.change(of: "a", from: ["x": [1]], to: ["x": [1]]).isUnchanged)
        #expect(!TriggerOccurrence.change(of: "a", from: ["x": [1]], to: ["x": [2]]).isUnchanged)
        #expect(!TriggerOccurrence.change(of: "a", from: 1, to: nil).isUnchanged)
        #expect(TriggerOccurrence.change(of: "a", from: nil, to: .null).isUnchanged)
    }

    @Test func allConditionsHaveToHold() {
        let trigger = Trigger(
            event: "Buy",
            conditions: [Condition("price", .greaterThan, 5), Condition("colour", .equals, "red")])
        #expect(rejection(trigger, .init("Buy", properties: ["price": 6, "colour": "Red"])) == nil)
        #expect(
            rejection(trigger, .init("Buy", properties: ["price": 6]))?.values["property"]
                == "colour")
    }

    /// The count is only looked at when everything before it holds.
    @Test func theFirstTimeIsTheOneThatCountsOne() {
        let trigger = Trigger(
            event: "Buy", conditions: [Condition("a", .equals, 1)], isFirstTimeOnly: true)
        let buy = TriggerOccurrence("Buy", properties: ["a": 1])
        #expect(rejection(trigger, buy) == nil)
        #expect(rejection(trigger, buy, count: 2)?.reason == "not_the_first_time")
        #expect(rejection(trigger, .init("Buy"), count: 2)?.reason == "missing")
        var asked: [String] = []
        let attribute = Trigger(event: "x", attribute: "age", isFirstTimeOnly: true)
        _ = attribute.rejection(
            of: .change(of: "age", from: nil, to: 1), rules: Self.rules
        ) {
            asked.append($0)
            return 1
        }
        #expect(asked == ["age"])
    }

    @Test func anAreaNeedsAKnownPlaceWithinItsRadius() {
        let berlin = Location(latitude: 52.52, longitude: 13.405)
        let potsdam = Location(latitude: 52.3906, longitude: 13.0645)
        let distance = berlin.kilometres(to: potsdam)
        #expect(abs(distance - 27.2) < 0.2)
        func trigger(_ radius: Double) -> Trigger {
            Trigger(event: "e", areas: [.init(center: potsdam, radiusKilometres: radius)])
        }
        #expect(rejection(trigger(distance), .init("e", location: berlin)) == nil)
        #expect(
            rejection(trigger(distance - 0.001), .init("e", location: berlin))?.reason
                == "outside_area")
        #expect(rejection(trigger(100), .init("e"))?.reason == "location_unknown")
        let nowhere = Location(latitude: .nan, longitude: 0)
        #expect(rejection(trigger(1e9), .init("e", location: nowhere)) != nil)
    }

    /// A quarter of the equator on a sphere of 6378.2 km.
    @Test func theEarthHasTheRadiusThatVendorsUse() {
        let quarter = Location(latitude: 0, longitude: 0)
            .kilometres(to: Location(latitude: 0, longitude: 90))
        #expect(abs(quarter - 6378.2 * .pi / 2) < 1e-6)
    }

    @Test func itemsAreAskedLast() {
        let trigger = Trigger(
            event: "Charged", itemConditions: [Condition("sku", .equals, "a")])
        #expect(
            rejection(trigger, .init("Charged", items: [["sku": "b"], ["sku": "a"]])) == nil)
        #expect(rejection(trigger, .init("Charged", items: [["sku": "b"]])) != nil)
    }

    @Test func storedFormReadsBack() {
        let trigger = Trigger(
            event: "e", attribute: "a",
            conditions: [Condition("p", .equals, ["x", 1], isNegated: true, word: "15")],
            itemConditions: [Condition("q", .isSet, word: "26")],
            areas: [
                .init(center: Location(latitude: 1.5, longitude: -2), radiusKilometres: 0.5)
            ], isFirstTimeOnly: true)
        #expect(Trigger(json: trigger.json) == trigger)
        #expect(Trigger(json: ["event": "e"]) == Trigger(event: "e"))
        #expect(Trigger(json: ["event": "e", "conditions": [["property": 1]]]) == nil)
        #expect(Trigger(json: ["event": "e", "areas": [[1, 2]]]) == nil)
    }
}
