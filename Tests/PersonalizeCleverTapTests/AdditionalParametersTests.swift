import PersonalizeJSON
import Testing

@testable import PersonalizeCleverTap

@Suite struct AdditionalParametersTests {
    @Test func whatIsRemovedIsNotSentBackAsNull() {
        let stored: JSONObject = ["sv": 8, "k_n": 3, "wdt": 2]
        let merged = AdditionalParameters.merge(["k_n": -1, "sv": 9, "new": -1], into: stored)
        #expect(merged == ["sv": 9, "wdt": 2])
    }

    @Test func namesOfDiscardedEventsAreNoCookie() {
        let received: JSONObject = ["d_e": ["Debug Tick", 7], "list": [1]]
        #expect(AdditionalParameters.merge(received, into: [:]) == ["list": [1]])
        #expect(AdditionalParameters.discarded(received) == ["Debug Tick"])
        #expect(AdditionalParameters.discarded(["list": []]) == nil)
    }
}
