import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeCleverTap

@Suite struct ActionTests {
    private func read(_ value: JSONValue, _ platform: String = "linux") throws -> TemplateAction? {
        try adapter("{\"platform\": \"\(platform)\"}").readAction(value)
    }

    private func action(_ members: JSONObject, _ platform: String = "linux") throws
        -> TemplateAction
    {
        try #require(try read(["actions": .object(members)], platform))
    }

    @Test(arguments: [
        ("close", TemplateAction.Kind.close), ("url", .openURL), ("kv", .keyValues),
        ("custom-code", .function), ("rfp", .promptPermission), ("KV", .keyValues),
        ("dance", .unknown), ("", .unknown),
    ]) func theTypeDecides(word: String, kind: TemplateAction.Kind) throws {
        let action = try action(["type": .string(word)])
        #expect(action.kind == kind)
        #expect(action.word == word)
    }

    @Test(arguments: [
        JSONValue.null, "close", 1, [], ["type": "close"], ["actions": "close"], ["actions": nil],
        [:],
    ]) func whatHasNoActionsIsNone(value: JSONValue) throws {
        #expect(try read(value) == nil)
    }

    @Test func anActionWithoutATypeIsUnknown() throws {
        #expect(try action([:]).kind == .unknown)
        #expect(try action(["type": 5]).kind == .unknown)
    }

    @Test func aFunctionIsReadInBothForms() throws {
        let fields: JSONObject = [
            "type": "custom-code", "templateName": "Open settings", "vars": ["section": "offers"],
        ]
        let wrapped = try action(fields)
        let direct = try #require(try read(.object(fields)))
        #expect(wrapped == direct)
        #expect(direct.template == "Open settings")
        #expect(direct.values == ["section": "offers"])
    }

    @Test func onlyAFunctionHasATemplate() throws {
        let action = try action(["type": "close", "templateName": "T", "vars": ["a": 1]])
        #expect(action.template == "")
        #expect(action.values == [:])
        #expect(action.label == "close")
    }

    @Test func varsThatAreNoObjectAreNone() throws {
        let action = try action(["type": "custom-code", "templateName": "T", "vars": [1]])
        #expect(action.values == [:])
    }

    @Test(arguments: [
        ("linux", "https://l"), ("android", "https://l"), ("ios", "https://i"),
    ]) func thePlatformChoosesTheLink(platform: String, link: String) throws {
        let action = try action(
            ["type": "url", "ios": "https://i", "android": "https://a", "linux": "https://l"],
            platform)
        #expect(action.url == link)
    }

    @Test func theFirstLinkThatIsNotEmptyWins() throws {
        #expect(
            try action(["type": "url", "linux": "", "android": "", "ios": "https://i"]).url
                == "https://i")
        #expect(try action(["type": "url", "android": "https://a", "ios": "x"]).url == "https://a")
        #expect(try action(["type": "url", "android": 5]).url == "")
        #expect(try action(["type": "url"]).url == "")
    }

    @Test func lineBreaksAreNoPartOfALink() throws {
        #expect(try action(["type": "url", "android": "https:\r\n//a\n"]).url == "https://a")
        #expect(try action(["type": "url", "android": "\r\n", "ios": "i"]).url == "i")
    }

    @Test func keyValuesKeepWhatIsNoText() throws {
        let action = try action([
            "type": "kv", "kv": ["a": "x", "empty": "", "n": 2, "gone": nil, "o": ["b": true]],
        ])
        #expect(action.keyValues == ["a": "x", "n": 2, "o": ["b": true]])
    }

    @Test func keyValuesOfAnotherTypeAreNone() throws {
        #expect(try action(["type": "url", "kv": ["a": "x"]]).keyValues == [:])
        #expect(try action(["type": "kv", "kv": "x"]).keyValues == [:])
    }
}
