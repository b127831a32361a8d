import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct TemplateDocumentTests {
    private static let both: [TemplateKind] = [.template, .function]

    static let example = """
        {
          "Promo card": {
            "type": "template",
            "arguments": {
              "title": {"type": "string", "value": "Hello"},
              "discount": {"type": "number", "value": 12.50},
              "dark": {"type": "boolean", "value": false},
              "style": {"type": "object", "value": {
                "color": {"type": "string", "value": "#ffffff"},
                "border": {"type": "object", "value": {"width": {"type": "number", "value": 1}}}}},
              "style.image": {"type": "file"},
              "onAccept": {"type": "action"}
            }
          },
          "Open settings": {
            "type": "function", "isVisual": false,
            "arguments": {"section": {"type": "string", "value": "general"}}
          }
        }
        """

    @Test func readsTheVendorsExample() throws {
        let definitions = try TemplateDocument.read(Array(Self.example.utf8), presenters: Self.both)
        #expect(definitions.map(\.name) == ["Promo card", "Open settings"])
        #expect(definitions.map(\.kind) == [.template, .function])
        #expect(definitions.map(\.isVisual) == [true, false])
        let promo = try #require(definitions.first)
        #expect(
            promo.arguments.map(\.name) == [
                "title", "discount", "dark", "style.border.width", "style.color", "style.image",
                "onAccept",
            ])
        #expect(promo["discount"]?.defaultValue?.encoded() == "12.50")
        #expect(promo["style.border.width"]?.defaultValue == 1)
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        var text: String
        var rule: TemplateRule
        var path = "$"
        var presenters = TemplateDocumentTests.both
        var testDescription: String { "\(rule.rawValue): \(text)" }

        /// A template with one argument.
        init(argument: String, _ rule: TemplateRule, path: String = "") {
            text = #"{"t": {"type": "template", "arguments": {"a": \#(argument)}}}"#
            self.rule = rule
            self.path = "$.t.arguments.a" + path
        }

        init(
            _ text: String, _ rule: TemplateRule, path: String = "$",
            presenters: [TemplateKind] = TemplateDocumentTests.both
        ) {
            self.text = text
            self.rule = rule
            self.path = path
            self.presenters = presenters
        }
    }

    static let refused: [Refused] = [
        .init("", .jsonEmpty), .init(" \n", .jsonEmpty), .init("{", .jsonParse),
        .init("{'a': 1}", .jsonParse), .init("[]", .jsonRoot), .init("null", .jsonRoot),
        .init(#""x""#, .jsonRoot),
        .init(#"{"t": {}}"#, .jsonTemplateType, path: "$.t.type"),
        .init(#"{"t": {"type": "Template"}}"#, .jsonTemplateType, path: "$.t.type"),
        .init(#"{"t": {"type": 1}}"#, .jsonTemplateType, path: "$.t.type"),
        .init(#"{"t": 1}"#, .jsonTemplateType, path: "$.t.type"),
        .init(
            #"{"t": {"type": "template"}}"#, .presenterMissing, path: "$.t",
            presenters: [.function]),
        .init(
            #"{"f": {"type": "function"}}"#, .presenterMissing, path: "$.f",
            presenters: [.template]),
        .init(#"{"": {"type": "template"}}"#, .nameEmpty, path: #"$[""]"#),
        .init(#"{" ": {"type": "template"}}"#, .nameEmpty, path: #"$[" "]"#),
        .init(
            #"{"t": {"type": "template", "arguments": []}}"#, .jsonValueType, path: "$.t.arguments"),
        .init(
            #"{"f": {"type": "function", "isVisual": "no"}}"#, .jsonValueType, path: "$.f.isVisual"),
        .init(argument: "{}", .jsonArgumentType, path: ".type"),
        .init(argument: "7", .jsonArgumentType, path: ".type"),
        .init(argument: #"{"type": "String", "value": "x"}"#, .jsonArgumentType, path: ".type"),
        .init(argument: #"{"type": "map", "value": {"a": 1}}"#, .jsonArgumentType, path: ".type"),
        .init(argument: #"{"type": "file", "value": "x"}"#, .jsonValueOnFile, path: ".value"),
        .init(argument: #"{"type": "file", "value": null}"#, .jsonValueOnFile, path: ".value"),
        .init(argument: #"{"type": "action", "value": {}}"#, .jsonValueOnAction, path: ".value"),
        .init(argument: #"{"type": "action", "value": null}"#, .jsonValueOnAction, path: ".value"),
        .init(argument: #"{"type": "object", "value": {}}"#, .mapEmpty, path: ".value"),
        .init(argument: #"{"type": "object"}"#, .mapEmpty, path: ".value"),
        .init(argument: #"{"type": "object", "value": 1}"#, .jsonValueType, path: ".value"),
        .init(
            argument: #"{"type": "object", "value": {"b": {"type": "object", "value": {}}}}"#,
            .mapEmptyNested, path: ".value.b.value"),
        .init(
            argument: #"{"type": "object", "value": {"b": {"type": "file"}}}"#, .jsonNestedType,
            path: ".value.b.type"),
        .init(
            argument: #"{"type": "object", "value": {"b": {"type": "action"}}}"#, .jsonNestedType,
            path: ".value.b.type"),
        .init(
            argument: #"{"type": "object", "value": {"b": {"type": "Number", "value": 1}}}"#,
            .jsonNestedType, path: ".value.b.type"),
        .init(
            argument: #"{"type": "object", "value": {"b": 1}}"#, .jsonNestedType,
            path: ".value.b.type"),
        .init(
            argument: #"{"type": "object", "value": {"b.": {"type": "number", "value": 1}}}"#,
            .mapKeyDots, path: #".value["b."]"#),
        .init(
            argument: #"{"type": "object", "value": {"b": {"type": "number"}}}"#, .defaultNull,
            path: ".value.b"),
        .init(argument: #"{"type": "string"}"#, .defaultNull),
        .init(argument: #"{"type": "string", "value": null}"#, .defaultNull),
        .init(argument: #"{"type": "number"}"#, .defaultNull),
        .init(argument: #"{"type": "boolean"}"#, .defaultNull),
        .init(argument: #"{"type": "string", "value": 1}"#, .jsonValueType),
        .init(argument: #"{"type": "number", "value": "1"}"#, .jsonValueType),
        .init(argument: #"{"type": "number", "value": true}"#, .jsonValueType),
        .init(argument: #"{"type": "boolean", "value": 1}"#, .jsonValueType),
        .init(argument: #"{"type": "boolean", "value": "yes"}"#, .jsonValueType),
        .init(
            #"{"f": {"type": "function", "arguments": {"a": {"type": "action"}}}}"#,
            .actionInFunction, path: "$.f.arguments.a"),
        .init(
            #"{"t": {"type": "template", "arguments": {".a": {"type": "file"}}}}"#,
            .argumentNameDots, path: #"$.t.arguments[".a"]"#),
        .init(
            #"{"t": {"type": "template", "arguments": {"": {"type": "file"}}}}"#,
            .argumentNameEmpty, path: #"$.t.arguments[""]"#),
        .init(
            #"{"t": {"type": "template", "arguments": {"a": {"type": "file"}, "a.b": {"type": "file"}}}}"#,
            .argumentParentIsValue, path: #"$.t.arguments["a.b"]"#),
        .init(
            #"{"t": {"type": "template", "arguments": {"a.b": {"type": "file"}, "a": {"type": "file"}}}}"#,
            .argumentIsParent, path: "$.t.arguments.a"),
        .init(
            #"{"t": {"type": "template", "arguments": {"a.b": {"type": "file"}, "a": {"type": "object", "value": {"b": {"type": "number", "value": 1}}}}}}"#,
            .argumentDuplicate, path: "$.t.arguments.a.value.b"),
        .init(
            #"{"t": {"type": "template"}, "t": {"type": "template"}}"#, .jsonDuplicateKey),
        .init(
            #"{"t": {"type": "template", "arguments": {"a": {"type": "file"}, "a": {"type": "file"}}}}"#,
            .jsonDuplicateKey),
    ]

    @Test(arguments: refused)
    func refuses(_ document: Refused) {
        let refused = refusal { () throws(PersonalizeError) in
            try TemplateDocument.read(Array(document.text.utf8), presenters: document.presenters)
        }
        #expect(refused?.reason == document.rule.rawValue)
        #expect(refused?.path == document.path)
    }

    @Test func argumentsAndVisibilityMayBeLeftOut() throws {
        let definitions = try TemplateDocument.read(
            Array(
                #"{"t": {"type": "template"}, "f": {"type": "function"}, "e": {"type": "template", "arguments": {}}}"#
                    .utf8), presenters: Self.both)
        #expect(definitions.map(\.isVisual) == [true, false, true])
        #expect(definitions.map(\.arguments.count) == [0, 0, 0])
    }

    @Test func booleansMayBeTextAtAnyDepth() throws {
        let text = """
            {"t": {"type": "template", "arguments": {
              "a": {"type": "boolean", "value": "TRUE"},
              "m": {"type": "object", "value": {"b": {"type": "boolean", "value": "False"}}}}}}
            """
        let definition = try #require(
            try TemplateDocument.read(Array(text.utf8), presenters: [.template]).first)
        #expect(definition["a"]?.defaultValue == true)
        #expect(definition["m.b"]?.defaultValue == false)
    }

    @Test func onlyKindsThatOccurNeedAPresenter() throws {
        let text = #"{"f": {"type": "function", "isVisual": true}}"#
        let definition = try #require(
            try TemplateDocument.read(Array(text.utf8), presenters: [.function]).first)
        #expect(definition.isVisual)
    }

    @Test func keepsTheOrderOfTheDocument() throws {
        let names = (0..<30).map { "t\($0 * 7 % 30)" }
        let members = names.map { #""\#($0)": {"type": "template"}"# }.joined(separator: ",")
        let definitions = try TemplateDocument.read(
            Array("{\(members)}".utf8), presenters: [.template])
        #expect(definitions.map(\.name) == names)
    }

    @Test func aDocumentThatIsTooDeepIsALimit() {
        let text = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        let refused = refusal { () throws(PersonalizeError) in
            try TemplateDocument.read(Array(text.utf8), presenters: [])
        }
        #expect(refused?.reason == "too_deep")
    }

    @Test func requestsMixDocumentsAndWhatBuildersGave() throws {
        let request = try TemplateRequest(host: [
            "definitions": [
                ["name": "a", "kind": "template", "visual": true, "arguments": []],
                #"{"b": {"type": "template"}}"#, ["c": ["type": "function"]],
            ],
            "presenters": ["template", "function"], "vendor": "shop",
        ])
        #expect(request.definitions.map(\.name) == ["a", "b", "c"])
        #expect(request.vendor == "shop")
    }

    @Test func requestsSayWhereTheyAreWrong() {
        let wrong: [(JSONObject, String, String?)] = [
            ([:], "missing_key", "$.definitions"),
            (["definitions": [:], "presenter": []], "unknown_key", "$.presenter"),
            (["definitions": [:], "presenters": ["card"]], "invalid_value", "$.presenters[0]"),
            (["definitions": 7], "json_root", "$.definitions"),
            (["definitions": "{"], "json_parse", "$.definitions"),
            (["definitions": [[], "{}"]], "json_root", "$.definitions[0]"),
            (["definitions": ["t": ["type": "template"]]], "presenter_missing", "$.definitions.t"),
            (
                ["definitions": [#"{"t": {"type": "x"}}"#]], "json_template_type",
                "$.definitions[0].t.type"
            ),
        ]
        for (object, reason, path) in wrong {
            let refused = refusal { () throws(PersonalizeError) in try TemplateRequest(host: object)
            }
            #expect(refused?.reason == reason)
            #expect(refused?.path == path)
        }
    }
}
