import Personalize
import Testing

/// Presents nothing.
private final class Silent: TemplatePresenter {
    func onPresent(context: TemplateContext) {}
    func onCloseClicked(context: TemplateContext) {}
}

/// The list of producers is the process's, so each test has a producer of its
/// own that is for its own instances.
private struct Only: TemplateProducer {
    var ids: [String]
    var make: @Sendable (CleverTapInstanceConfig) throws -> [CustomTemplate]

    func defineTemplates(
        _ instanceConfig: CleverTapInstanceConfig
    ) throws -> Set<CustomTemplate> {
        Set(try orderedTemplates(instanceConfig))
    }

    func orderedTemplates(
        _ instanceConfig: CleverTapInstanceConfig
    ) throws -> [CustomTemplate] {
        ids.contains(instanceConfig.id) ? try make(instanceConfig) : []
    }
}

/// A producer as the guide has it: a set.
private struct OfTheGuide: TemplateProducer {
    func defineTemplates(
        _ instanceConfig: CleverTapInstanceConfig
    ) throws -> Set<CustomTemplate> {
        guard instanceConfig.id == "guide" else { return [] }
        let presenter = Silent()
        let templateBuilder = InAppTemplateBuilder()
        try templateBuilder.setName("template")
        templateBuilder.setPresenter(presenter)
        try templateBuilder.addArgument("string", string: "Default Text")
        try templateBuilder.addFileArgument("file")
        try templateBuilder.addArgument("int", number: 0)
        let template = try templateBuilder.build()

        let functionBuilder = AppFunctionBuilder(isVisual: true)
        try functionBuilder.setName("function")
        functionBuilder.setPresenter(presenter)
        try functionBuilder.addArgument("int", number: 0)
        let function = try functionBuilder.build()
        return [template, function]
    }
}

private func named(_ name: String) throws(PersonalizeError) -> CustomTemplate {
    let builder = InAppTemplateBuilder()
    builder.setPresenter(Silent())
    try builder.setName(name)
    return try builder.build()
}

private func instance(_ id: String) throws -> CleverTap {
    try CleverTap.instance(
        with: CleverTapInstanceConfig(accountId: "TEST-ABC", accountToken: "abc-d12", id: id),
        configuration: [
            "transport": "scripted", "clock": ["manual": ["wall_ms": 1_790_000_000_000]],
        ])
}

private func names(_ instance: CleverTap) throws -> [String] {
    try instance.customTemplatesPayload()["definitions"]?.object?.keys ?? []
}

@Suite struct CleverTapTemplateTests {
    @Test func theGuidesProducer() throws {
        CustomTemplates.registerTemplateProducer(OfTheGuide())
        let clevertap = try instance("guide")
        #expect(
            try clevertap.customTemplatesPayload() == [
                "type": "templatePayload",
                "definitions": [
                    "function": [
                        "type": "function",
                        "vars": ["int": ["type": "number", "defaultValue": 0, "order": 0]],
                    ],
                    "template": [
                        "type": "template",
                        "vars": [
                            "string": [
                                "type": "string", "defaultValue": "Default Text", "order": 0,
                            ],
                            "file": ["type": "file", "order": 1],
                            "int": ["type": "number", "defaultValue": 0, "order": 2],
                        ],
                    ],
                ],
            ])
    }

    @Test func eachInstanceHasItsOwn() throws {
        CustomTemplates.registerTemplateProducer(
            Only(ids: ["own-a", "own-b"]) { [try named("for \($0.id)"), try named("common")] })
        #expect(try names(instance("own-a")) == ["for own-a", "common"])
        #expect(try names(instance("own-b")) == ["for own-b", "common"])
        #expect(try names(instance("own-c")) == [])
    }

    @Test func producersAddUpAndMayNotShareNames() throws {
        CustomTemplates.registerTemplateProducer(Only(ids: ["shared"]) { _ in [try named("a")] })
        CustomTemplates.registerTemplateProducer(
            Only(ids: ["shared", "alone"]) { _ in [try named("a")] })
        #expect(try names(instance("alone")) == ["a"])
        let error = try #require(throws: PersonalizeError.self) { try instance("shared") }
        #expect(error.reason == "template_duplicate")
        #expect(error.vendor == "shared")
    }

    @Test func laterProducersAreForLaterInstances() throws {
        let before = try instance("early")
        let unaffected = CustomTemplates.registerTemplateProducer(
            Only(ids: ["early"]) { _ in [try named("late")] })
        #expect(unaffected >= 1)
        #expect(try names(before) == [])
        #expect(try names(instance("early")) == ["late"])
    }

    @Test func documentsKeepTheirOrder() throws {
        let json = """
            {"z": {"type": "template", "arguments": {"b": {"type": "file"}}},
             "a": {"type": "function"}, "m": {"type": "template"}}
            """
        let document = JSONTemplateProducer(
            json: json, templatePresenter: Silent(), functionPresenter: Silent())
        CustomTemplates.registerTemplateProducer(
            Only(ids: ["document"]) { try document.orderedTemplates($0) })
        #expect(try names(instance("document")) == ["z", "a", "m"])
    }

    @Test func documentsNeedPresentersOfWhatTheyDefine() throws {
        let config = CleverTapInstanceConfig(accountId: "a", accountToken: "t")
        let function = JSONTemplateProducer(
            json: #"{"f": {"type": "function", "isVisual": true}}"#, functionPresenter: Silent())
        #expect(try function.defineTemplates(config).map(\.isVisual) == [true])
        let error = try #require(throws: PersonalizeError.self) {
            try JSONTemplateProducer(
                json: #"{"t": {"type": "template"}}"#, functionPresenter: Silent()
            ).defineTemplates(config)
        }
        #expect(error.reason == "presenter_missing")
    }

    @Test func aProducerThatThrowsKeepsTheInstanceFromBeing() throws {
        struct Broken: Error {}
        CustomTemplates.registerTemplateProducer(Only(ids: ["broken"]) { _ in throw Broken() })
        let error = try #require(throws: PersonalizeError.self) { try instance("broken") }
        #expect(error.reason == "producer_failed")
        CustomTemplates.registerTemplateProducer(
            Only(ids: ["reserved"]) { _ in [try named("ctsystem_openurl")] })
        let reserved = try #require(throws: PersonalizeError.self) { try instance("reserved") }
        #expect(reserved.reason == "template_reserved")
    }

    @Test func buildersKeepTheRules() throws {
        let builder = InAppTemplateBuilder()
        try builder.addArgument("map", dictionary: ["a": 5, "b": 6])
        try builder.addArgument("map.c", number: 1.5)
        try builder.addArgument("flag", boolean: true)
        try builder.addActionArgument("map.go")
        let refused = try #require(throws: PersonalizeError.self) {
            try builder.addArgument("map", string: "x")
        }
        #expect(refused.reason == "arg_is_parent")
        let nameless = try #require(throws: PersonalizeError.self) { try builder.build() }
        #expect(nameless.reason == "name_missing")
        try builder.setName("t")
        let mute = try #require(throws: PersonalizeError.self) { try builder.build() }
        #expect(mute.reason == "presenter_missing")
        builder.setPresenter(Silent())
        #expect(
            try builder.build().definition.arguments.map(\.name)
                == ["map.a", "map.b", "map.c", "map.go", "flag"])
    }

    /// A definition is known by its name alone.
    @Test func templatesAreTheSameByName() throws {
        let function = AppFunctionBuilder(isVisual: false)
        try function.setName("t")
        function.setPresenter(Silent())
        #expect(try function.build() == named("t"))
        #expect(try Set([function.build(), named("t"), named("T")]).count == 2)
    }
}
