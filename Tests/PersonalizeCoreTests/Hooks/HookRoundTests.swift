import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct HookRoundTests {
    @Test func registrationsKeepTheirOrder() {
        var hooks = HookRegistrations()
        hooks.insert(.clickOverride, "b")
        hooks.insert(.campaignPrepared)
        hooks.insert(.clickOverride, "a")
        hooks.insert(.clickOverride, "b")
        #expect(hooks.names(for: .clickOverride) == ["b", "a"])
        #expect(hooks.contains(.campaignPrepared))
        hooks.remove(.clickOverride, "b")
        hooks.remove(.clickOverride, "unknown")
        #expect(hooks.names(for: .clickOverride) == ["a"])
        #expect(!hooks.contains(.clickOverride, "b"))
    }

    @Test func severalAnswersCountAsOne() {
        func merged(_ first: JSONObject?, _ second: JSONObject?) -> JSONObject? {
            HookName.clickOverride.merged(first, second)
        }
        #expect(merged(nil, nil) == nil)
        #expect(merged(nil, ["handled": false]) == ["handled": false])
        #expect(merged(["handled": true], ["handled": false])?["handled"] == true)
        #expect(merged(["handled": false], ["handled": true])?["handled"] == true)
        #expect(merged(["render": false], ["render": true])?["render"] == false)
        #expect(merged(["track": true], ["track": false])?["track"] == false)
        #expect(merged(["campaigns": ["a"]], ["campaigns": ["b"]])?["campaigns"] == ["b"])
        #expect(
            merged(["view": ["a": 1, "b": 1]], ["view": ["b": 2]])?["view"] == ["a": 1, "b": 2])
    }

    @Test func theNextSeesWhatWasMadeOfTheSubject() {
        let question: JSONObject = [
            "campaigns": [["id": "a"], ["id": "b"]], "default": ["a", "b"], "view": ["x": 1],
        ]
        let next = HookName.carouselFilter.next(question, after: ["campaigns": ["b", "z"]])
        #expect(next["campaigns"] == [["id": "b"]])
        #expect(next["default"] == ["b", "z"])
        #expect(
            HookName.inboxList.next(question, after: ["view": ["x": 2]])["view"] == ["x": 2])
        #expect(HookName.inboxList.next(question, after: nil) == question)
    }

    @Test func aTokenEndsTheRound() {
        #expect(HookName.authorizationWanted.isSettled(by: ["token": "t"]))
        #expect(!HookName.authorizationWanted.isSettled(by: [:]))
        #expect(!HookName.clickOverride.isSettled(by: ["token": "t", "handled": true]))
    }
}
