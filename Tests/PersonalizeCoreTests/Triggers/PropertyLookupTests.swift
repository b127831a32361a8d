import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct PropertyLookupTests {
    static let rules = ConditionRules(
        dialect: .lenient, normalizesNames: true,
        aliases: [
            PropertyAlias("Campaign id", "wzrk_id"), PropertyAlias("wzrk_id", "Campaign id"),
            PropertyAlias("App Version", "Version"),
        ])

    private func value(_ name: String, _ properties: JSONObject) -> JSONValue? {
        Self.rules.value(of: name, in: properties)
    }

    @Test func namesCompareWithoutSpaceAndCase() {
        #expect(value("Product Name", ["productname": 1]) == 1)
        #expect(value("product\u{2003}name", ["PRODUCT NAME\t": 1]) == 1)
        #expect(value("a.b", ["a_b": 1]) == nil)
        // Only ASCII changes its case.
        #expect(value("\u{C9}t\u{E9}", ["\u{E9}t\u{E9}": 1]) == nil)
    }

    @Test func theExactSpellingWinsThenTheNormalThenTheFirst() {
        #expect(value("Price", ["price": 1, "PRICE": 2, "Price": 3]) == 3)
        #expect(value("Price", ["P rice": 1, "price": 2]) == 2)
        #expect(value("Price", ["PRICE": 1, "pRICE": 2]) == 1)
    }

    @Test func nullIsMissing() {
        #expect(value("a", ["a": .null]) == nil)
        #expect(value("a", ["a": .null, "A": 2]) == 2)
    }

    @Test func anAliasServesWhatIsMissing() {
        #expect(value("Campaign id", ["wzrk_id": "7"]) == "7")
        #expect(value("wzrk_id", ["campaignid": "7"]) == "7")
        #expect(value("Campaign id", ["wzrk_id": "7", "campaignid": "8"]) == "8")
        #expect(value("App Version", ["VERSION": "2"]) == "2")
        // Only the spelling of the table is an alias.
        #expect(value("appversion", ["Version": "2"]) == nil)
    }
}
