import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct TemplateRegistrationTests {
    private func template(_ name: String) -> TemplateDefinition {
        TemplateDefinition(name, kind: .template, arguments: [TemplateArgument("a", .file)])
    }

    private func define(
        _ names: [String], _ harness: inout EngineHarness, vendor: String? = nil
    ) -> EngineHarness.Outcome {
        harness.perform(.templates(vendor: vendor, .define(names.map(template))))
    }

    private func payload(_ harness: inout EngineHarness, vendor: String? = nil) -> [String] {
        guard case .done(let reply) = harness.perform(.templates(vendor: vendor, .payload)) else {
            return ["refused"]
        }
        return reply.keys
    }

    private func reason(_ outcome: EngineHarness.Outcome) -> String? {
        guard case .refused(let error) = outcome else { return nil }
        return error.reason
    }

    @Test func registersBeforeTheStart() {
        var harness = EngineHarness()
        let outcome = define(["b", "a"], &harness)
        #expect(outcome == .done(["defined": ["b", "a"], "vendors": ["post"], "unaffected": 0]))
        #expect(define(["c"], &harness) != .done([:]))
        #expect(payload(&harness) == ["b", "a", "c"])
    }

    @Test func aLateRegistrationChangesNothingAndSaysSo() {
        var harness = EngineHarness()
        _ = define(["a"], &harness)
        harness.perform(.start)
        #expect(
            define(["b"], &harness) == .done(["defined": [], "vendors": [], "unaffected": 1]))
        #expect(define(["a"], &harness) == .done(["defined": [], "vendors": [], "unaffected": 1]))
        #expect(payload(&harness) == ["a"])
    }

    @Test func namesAreUniqueOverAllProducers() {
        var harness = EngineHarness()
        _ = define(["a"], &harness)
        #expect(reason(define(["b", "a"], &harness)) == "template_duplicate")
        #expect(reason(define(["c", "c"], &harness)) == "template_duplicate")
        // All or nothing.
        #expect(payload(&harness) == ["a"])
        #expect(reason(define(["A"], &harness)) == nil)
    }

    @Test func vendorsKeepNamesForThemselves() {
        var harness = EngineHarness()
        #expect(reason(define(["post_reserved"], &harness)) == "template_reserved")
        #expect(reason(define(["post_open"], &harness)) == "template_reserved")
        #expect(payload(&harness) == [])
    }

    @Test func instancesHaveTheirOwn() {
        var other = PostcardAdapter()
        other.instance = "other"
        var harness = EngineHarness([PostcardAdapter(), other])
        _ = define(["a"], &harness, vendor: "post")
        _ = define(["b"], &harness, vendor: "other")
        _ = define(["c"], &harness)
        #expect(payload(&harness, vendor: "post") == ["a", "c"])
        #expect(payload(&harness, vendor: "other") == ["b", "c"])
        #expect(payload(&harness) == ["a", "c"])
        // Refused by one instance, it is registered with none.
        let refused = define(["b"], &harness)
        guard case .refused(let error) = refused else {
            Issue.record("not refused")
            return
        }
        #expect(error.vendor == "other")
        #expect(payload(&harness, vendor: "post") == ["a", "c"])
    }

    @Test func namesAVendorThatIsNotThere() {
        var harness = EngineHarness()
        #expect(reason(define(["a"], &harness, vendor: "nobody")) == "unknown_vendor")
        var empty = EngineHarness([])
        #expect(reason(define(["a"], &empty)) == "no_templates")
    }

    @Test func definitionsOutliveARestoredState() {
        var harness = EngineHarness()
        _ = define(["a"], &harness)
        harness.perform(.restore(harness.headers()))
        #expect(payload(&harness) == ["a"])
    }

    @Test func thePayloadHasTheVendorsWords() {
        var harness = EngineHarness()
        let definition = TemplateDefinition(
            "F", kind: .function, isVisual: true,
            arguments: [
                TemplateArgument("z", .boolean, defaultValue: true), TemplateArgument("a", .file),
            ])
        harness.perform(.templates(vendor: nil, .define([definition])))
        #expect(
            harness.perform(.templates(vendor: nil, .payload))
                == .done([
                    "F": [
                        "kind": "function",
                        "blanks": [
                            "z": ["kind": "boolean", "text": true, "number": 0],
                            "a": ["kind": "file", "number": 1],
                        ],
                    ]
                ]))
    }

    @Test func theStateNamesThem() {
        var harness = EngineHarness()
        _ = define(["a"], &harness)
        guard case .done(let state) = harness.perform(.state) else {
            Issue.record("no state")
            return
        }
        #expect(state["vendors"]?.array?.first?["templates"] == ["a"])
    }

    @Test func commandsComeBackWhole() throws {
        let definition = TemplateDefinition(
            "F", kind: .function, isVisual: false,
            arguments: [
                TemplateArgument("n", .number, defaultValue: .number(1.5)),
                TemplateArgument("f", .file),
            ])
        for command: Command in [
            .templates(vendor: nil, .define([])), .templates(vendor: "a", .define([definition])),
            .templates(vendor: "a", .payload),
        ] {
            let text = JSONValue.object(command.json).encoded()
            let object = try #require(try JSONValue.parse(text).object)
            #expect(Command(json: object) == command)
        }
        for object: JSONObject in [
            ["name": "templates"], ["name": "templates", "command": ["call": "dance"]],
            ["name": "templates", "command": ["call": "define", "definitions": [1]]],
        ] {
            #expect(Command(json: object) == nil)
        }
    }
}
