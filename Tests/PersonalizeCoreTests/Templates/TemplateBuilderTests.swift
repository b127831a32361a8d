import PersonalizeCore
import PersonalizeJSON
import Testing

/// The reason and the path of what a call throws.
func refusal<Value>(
    _ body: () throws(PersonalizeError) -> Value
) -> (reason: String, path: String?)? {
    do throws(PersonalizeError) {
        _ = try body()
        return nil
    } catch {
        return (error.reason, error.path)
    }
}

@Suite struct TemplateBuilderTests {
    /// Arguments that are there, one that is added, and the rule it breaks; an
    /// empty rule for one that is accepted.
    struct Addition: Sendable, CustomTestStringConvertible {
        var before: [String]
        var name: String
        var word = "string"
        var value: JSONValue? = "x"
        var rule: TemplateRule?
        var path: String?
        var testDescription: String { "\(before) + \(name): \(rule?.rawValue ?? "fine")" }
    }

    static let additions: [Addition] = [
        .init(before: [], name: "", rule: .argumentNameEmpty, path: #"$.arguments[""]"#),
        .init(before: [], name: " \t\u{A0}", rule: .argumentNameEmpty),
        .init(before: [], name: ".a", rule: .argumentNameDots, path: #"$.arguments[".a"]"#),
        .init(before: [], name: "a.", rule: .argumentNameDots),
        .init(before: [], name: "a..b", rule: .argumentNameDots),
        .init(before: [], name: ".", rule: .argumentNameDots),
        .init(before: ["a"], name: "a", rule: .argumentDuplicate, path: "$.arguments.a"),
        .init(before: ["a.b"], name: "a.b", rule: .argumentDuplicate),
        .init(before: ["a"], name: "A", rule: nil),
        .init(before: [], name: "a", value: .null, rule: .defaultNull),
        .init(before: [], name: "a", value: nil, rule: .defaultNull),
        .init(before: [], name: "a", word: "number", value: nil, rule: .defaultNull),
        .init(before: [], name: "a", word: "boolean", value: nil, rule: .defaultNull),
        .init(before: ["a"], name: "a", value: nil, rule: .argumentDuplicate),
        .init(before: ["a"], name: "a.b", rule: .argumentParentIsValue),
        .init(before: ["a.b"], name: "a.b.c.d", rule: .argumentParentIsValue),
        .init(before: ["a.b"], name: "a", rule: .argumentIsParent),
        .init(before: ["a.b.c"], name: "a.b", rule: .argumentIsParent),
        .init(before: ["a.b.c.d"], name: "a.b.c.e", rule: nil),
        .init(before: ["ab.c"], name: "a", rule: nil),
        .init(before: [], name: "with space.and ünïcode", rule: nil),
        .init(before: [], name: "f", word: "file", value: nil, rule: nil),
        .init(before: [], name: "f", word: "file", value: .null, rule: .jsonValueOnFile),
        .init(before: [], name: "f", word: "action", value: nil, rule: nil),
        .init(before: [], name: "f", word: "action", value: "x", rule: .jsonValueOnAction),
        .init(before: ["f"], name: "f.g", word: "file", value: nil, rule: .argumentParentIsValue),
        .init(before: [], name: "a", word: "String", rule: .jsonArgumentType),
        .init(before: [], name: "a", word: "object", value: [:], rule: .jsonArgumentType),
        .init(before: [], name: "a", word: "number", value: "1", rule: .jsonValueType),
        .init(before: [], name: "a", word: "number", value: true, rule: .jsonValueType),
        .init(before: [], name: "a", word: "boolean", value: 1, rule: .jsonValueType),
        .init(before: [], name: "a", word: "string", value: 1, rule: .jsonValueType),
        .init(before: [], name: "a", word: "number", value: .number(1.5), rule: nil),
        .init(before: [], name: "a", word: "boolean", value: false, rule: nil),
        .init(before: [], name: "m", word: "map", value: nil, rule: .mapEmpty),
        .init(before: [], name: "m", word: "map", value: .null, rule: .mapEmpty),
        .init(before: [], name: "m", word: "map", value: [:], rule: .mapEmpty),
        .init(before: [], name: "m", word: "map", value: [1], rule: .jsonValueType),
        .init(
            before: [], name: "m", word: "map", value: ["a": [:]], rule: .mapEmptyNested,
            path: "$.arguments.m.a"),
        .init(before: [], name: "m", word: "map", value: ["a": [1]], rule: .mapValueType),
        .init(before: [], name: "m", word: "map", value: ["a": .null], rule: .mapValueType),
        .init(before: [], name: "m", word: "map", value: ["": 1], rule: .mapKeyDots),
        .init(before: [], name: "m", word: "map", value: [".a": 1], rule: .mapKeyDots),
        .init(before: [], name: "m", word: "map", value: ["a.": 1], rule: .mapKeyDots),
        .init(before: [], name: "m", word: "map", value: ["a": ["b..c": 1]], rule: .mapKeyDots),
        .init(before: [], name: "", word: "map", value: ["a": 1], rule: .argumentNameEmpty),
        .init(before: [], name: "m.", word: "map", value: ["a": 1], rule: .argumentNameDots),
        .init(before: ["m"], name: "m", word: "map", value: ["a": 1], rule: .argumentParentIsValue),
        .init(before: ["m.b"], name: "m", word: "map", value: ["a": 1], rule: nil),
        .init(before: ["m.a"], name: "m", word: "map", value: ["a": 1], rule: .argumentDuplicate),
        .init(
            before: ["m.a.b"], name: "m", word: "map", value: ["a": 1], rule: .argumentIsParent),
        .init(
            before: [], name: "m", word: "map", value: ["a": 1, "a.b": 2],
            rule: .argumentParentIsValue),
        .init(
            before: [], name: "m", word: "map", value: ["a": ["b": 1], "a.b": 2],
            rule: .argumentDuplicate),
        .init(
            before: [], name: "m", word: "map", value: ["e": ["f": 1, "g.h": 2]], rule: nil),
    ]

    @Test(arguments: additions)
    func keepsTheRulesOfArguments(_ addition: Addition) throws {
        var builder = TemplateBuilder(.template)
        for name in addition.before { try builder.add(name, .string, value: "x") }
        let refused = refusal { () throws(PersonalizeError) in
            try builder.add(addition.name, word: addition.word, value: addition.value)
        }
        #expect(refused?.reason == addition.rule?.rawValue)
        if let path = addition.path { #expect(refused?.path == path) }
    }

    /// A builder that has refused something is as it was: the definition has
    /// what was there, and what fits can still be added.
    @Test(arguments: additions.filter { $0.rule != nil })
    func goesOnAfterARefusal(_ addition: Addition) throws {
        var builder = TemplateBuilder(.template)
        builder.setPresenter()
        try builder.setName("t")
        for name in addition.before { try builder.add(name, .string, value: "x") }
        let before = try builder.build()
        try? builder.add(addition.name, word: addition.word, value: addition.value)
        #expect(try builder.build() == before)
        try builder.add("zz.other", .number, value: 1)
        #expect(try builder.build().arguments.count == addition.before.count + 1)
    }

    /// The vendor's own builders leave half a name behind here.
    @Test func refusedNamesLeaveNoGroups() throws {
        var builder = TemplateBuilder(.template)
        builder.setPresenter()
        try builder.setName("t")
        try builder.add("a.b", .string, value: "x")
        let deep = refusal { () throws(PersonalizeError) in try builder.add("a.b.c.d", .file) }
        #expect(deep?.reason == "arg_parent_is_value")
        try builder.add("a.c", .file)
        let map: JSONObject = ["x": 1, "y": [:]]
        let half = refusal { () throws(PersonalizeError) in try builder.add("m", map: map) }
        #expect(half?.reason == "map_empty_nested")
        try builder.add("m", .string, value: "free")
        #expect(try builder.build().arguments.map(\.name) == ["a.b", "a.c", "m"])
    }

    @Test func flattensMaps() throws {
        var builder = TemplateBuilder(.function, isVisual: false)
        builder.setPresenter()
        try builder.setName("f")
        try builder.add("map", map: ["a": 5, "e": ["f": true, "g.h": .number(1.5)], "b": "x"])
        let definition = try builder.build()
        #expect(definition.arguments.map(\.name) == ["map.a", "map.b", "map.e.f", "map.e.g.h"])
        #expect(definition.arguments.map(\.type) == [.number, .string, .boolean, .number])
        #expect(definition["map.e.g.h"]?.defaultValue == .number(1.5))
        #expect(definition["map"] == nil)
        #expect(!definition.isVisual)
    }

    @Test func setsTheNameOnce() throws {
        var builder = TemplateBuilder(.template)
        let blank = refusal { () throws(PersonalizeError) in try builder.setName(" \n") }
        #expect(blank?.reason == "name_empty")
        try builder.setName("a")
        let again = refusal { () throws(PersonalizeError) in try builder.setName("a") }
        #expect(again?.reason == "name_already_set")
        let empty = refusal { () throws(PersonalizeError) in try builder.setName("") }
        #expect(empty?.reason == "name_already_set")
    }

    @Test func missesTheNameFirstAndThenThePresenter() throws {
        var builder = TemplateBuilder(.template)
        let nameless = refusal { () throws(PersonalizeError) in try builder.build() }
        #expect(nameless?.reason == "name_missing")
        try builder.setName("a")
        let mute = refusal { () throws(PersonalizeError) in try builder.build() }
        #expect(mute?.reason == "presenter_missing")
        builder.setPresenter()
        #expect(try builder.build().name == "a")
    }

    @Test func functionsTakeNoActions() throws {
        var builder = TemplateBuilder(.function)
        let refused = refusal { () throws(PersonalizeError) in try builder.add("a", .action) }
        #expect(refused?.reason == "action_in_function")
        let nameless = refusal { () throws(PersonalizeError) in
            try builder.add("", word: "action", value: nil)
        }
        #expect(nameless?.reason == "action_in_function")
    }

    @Test func templatesAreAlwaysVisual() throws {
        var builder = TemplateBuilder(.template, isVisual: false)
        builder.setPresenter()
        try builder.setName("a")
        let definition = try builder.build()
        #expect(definition.isVisual)
    }

    @Test func namesAreNotEndlesslyDeep() throws {
        var builder = TemplateBuilder(.template)
        let deepest = Array(repeating: "a", count: 32).joined(separator: ".")
        try builder.add(deepest, .file)
        let refused = refusal { () throws(PersonalizeError) in
            try builder.add("b." + deepest, .file)
        }
        #expect(refused?.reason == "arg_name_too_deep")
        var map: JSONValue = 1
        for _ in 0..<50 { map = ["a": map] }
        let object = try #require(map.object)
        let nested = refusal { () throws(PersonalizeError) in try builder.add("c", map: object) }
        #expect(nested?.reason == "arg_name_too_deep")
    }

    /// What a builder gave goes round through a host.
    @Test func readsBackWhatItGave() throws {
        var builder = TemplateBuilder(.template)
        builder.setPresenter()
        try builder.setName("Promo card")
        try builder.add("title", .string, value: "Hello")
        try builder.add("style", map: ["color": "#fff", "border": ["width": 1]])
        try builder.add("style.image", .file)
        try builder.add("onAccept", .action)
        let definition = try builder.build()
        #expect(try TemplateBuilder.definition(from: definition.json, path: "$") == definition)
        #expect(TemplateDefinition(json: definition.json) == definition)
    }

    @Test func checksWhatAHostWroteByItself() {
        let objects: [(JSONObject, String, String)] = [
            (["kind": "card"], "json_template_type", "$[0].kind"),
            (["kind": "template"], "name_missing", "$[0].name"),
            (["kind": "template", "name": ""], "name_empty", "$[0].name"),
            (
                ["kind": "function", "name": "f", "arguments": [["name": "a", "type": "action"]]],
                "action_in_function", "$[0].arguments[0]"
            ),
            (
                ["kind": "template", "name": "t", "arguments": [7]], "json_arg_type",
                "$[0].arguments[0]"
            ),
        ]
        for (object, reason, path) in objects {
            let refused = refusal { () throws(PersonalizeError) in
                try TemplateBuilder.definition(from: object, path: "$[0]")
            }
            #expect(refused?.reason == reason)
            #expect(refused?.path == path)
        }
    }

    @Test func everyRuleHasAHint() {
        for rule in TemplateRule.allCases { #expect(rule.hint.hasSuffix(".")) }
    }
}
