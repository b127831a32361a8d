import Personalize
import Testing

/// Notes what it is told, and does what it is to.
private final class Card: TemplatePresenter, @unchecked Sendable {
    var calls: [String] = []
    var contexts: [TemplateContext] = []
    var isShown = true

    func onPresent(context: TemplateContext) {
        contexts.append(context)
        calls.append("present \(context.templateName) \(context.string(name: "title") ?? "-")")
        if isShown { context.presented() }
    }

    func onCloseClicked(context: TemplateContext) {
        calls.append("close \(context.templateName)")
        context.dismissed()
    }
}

/// Notes what it is told, and refuses what says so.
private final class Listener: InAppNotificationDelegate, @unchecked Sendable {
    var calls: [String] = []

    func shouldShowInAppNotification(withExtras extras: JSONObject) -> Bool {
        extras["hide"] != true
    }

    func inAppNotificationDidShow(templateName: String) { calls.append("show \(templateName)") }

    func inAppNotificationDismissed(
        withExtras extras: JSONObject, andActionExtras actionExtras: JSONObject
    ) {
        calls.append("dismissed \(extras.keys) \(actionExtras.keys)")
    }

    func inAppNotificationButtonTapped(withCustomExtras customExtras: JSONObject) {
        calls.append("tapped \(customExtras.keys)")
    }
}

/// The list of producers is the process's: this one is for its own instance.
private struct Producer: TemplateProducer {
    var id: String
    var presenter: Card

    func defineTemplates(
        _ instanceConfig: CleverTapInstanceConfig
    ) throws -> Set<CustomTemplate> {
        guard instanceConfig.id == id else { return [] }
        let card = InAppTemplateBuilder()
        try card.setName("Card")
        card.setPresenter(presenter)
        try card.addArgument("title", string: "Hello")
        try card.addArgument("style", dictionary: ["color": "#fff", "border": ["width": 1]])
        try card.addArgument("flag", boolean: true)
        try card.addArgument("count", number: 2.5)
        try card.addActionArgument("onAccept")
        let function = AppFunctionBuilder(isVisual: false)
        try function.setName("Settings")
        function.setPresenter(presenter)
        try function.addArgument("title", string: "general")
        return [try card.build(), try function.build()]
    }
}

/// An instance that is answered with these in-apps, and has been told of them.
private struct Stage {
    let clevertap: CleverTap
    let card = Card()
    var names: [String] = []

    init(_ id: String, _ inApps: [JSONValue], listener: Listener? = nil) throws {
        CustomTemplates.registerTemplateProducer(Producer(id: id, presenter: card))
        clevertap = try CleverTap.instance(
            with: CleverTapInstanceConfig(
                accountId: "TEST-ABC", accountToken: "abc-d12", accountRegion: "eu1", id: id),
            configuration: [
                "transport": "scripted", "clock": ["manual": ["wall_ms": 1_790_000_000_000]],
                "seed": 1,
            ])
        try clevertap.setInAppNotificationDelegate(listener)
        try clevertap.engine.script([
            [
                "match": ["purpose": "batch"], "times": 1,
                "answer": ["body": ["imc": 100, "imp": 100, "inapp_notifs": .array(inApps)]],
            ],
            ["match": ["purpose": "batch"], "answer": ["body": [:]]],
            ["match": ["purpose": "templates"], "answer": ["body": [:]]],
        ])
        try clevertap.engine.start()
        try run(1_000)
    }

    /// Lets time pass, and hands updates over until none comes.
    mutating func run(_ milliseconds: Int64 = 0) throws {
        try clevertap.engine.advance(milliseconds: milliseconds)
        try clevertap.engine.process()
        while let update = try clevertap.engine.nextUpdate() {
            names.append(update.name)
            clevertap.receive(update)
            try clevertap.engine.process()
        }
    }
}

private func inApp(_ id: Int64, _ members: JSONObject = [:]) -> JSONValue {
    var object: JSONObject = [
        "type": "custom-code", "templateName": "Card", "ti": .integer(id),
        "wzrk_id": .string("\(id)_20260921"),
    ]
    object.merge(members)
    return .object(object)
}

@Suite struct CleverTapPresentingTests {
    @Test func presentsAndReadsValues() throws {
        let stage = try Stage(
            "reads",
            [inApp(1, ["vars": ["title": "Sale", "style.color": "#000", "count": 7]])])
        #expect(stage.card.calls == ["present Card Sale"])
        let context = try #require(stage.card.contexts.first)
        #expect(context.string(name: "nobody") == nil)
        #expect(context.boolean(name: "flag") == true)
        #expect(context.number(name: "count") == 7)
        #expect(context.int(name: "count") == 7)
        #expect(context.file(name: "title") == nil)
        #expect(
            context.dictionary(name: "style") == ["border": ["width": 1], "color": "#000"])
        #expect(context.description.hasPrefix("Card (template)\n"))
        #expect(try stage.clevertap.activeContextForTemplate(named: "Card") == context)
        #expect(try stage.clevertap.activeContextForTemplate(named: "card") == nil)
    }

    @Test func closesThroughItsAction() throws {
        var stage = try Stage(
            "closes", [inApp(1, ["vars": ["onAccept": ["actions": ["type": "close"]]]]), inApp(2)])
        let context = try #require(stage.card.contexts.first)
        #expect(!context.presented())
        #expect(context.triggerAction(name: "onAccept"))
        #expect(!context.triggerAction(name: "title"))
        try stage.run()
        #expect(stage.card.calls == ["present Card Hello", "close Card", "present Card Hello"])
        // What is over can be read, and hears nothing any more.
        #expect(!context.dismissed())
        #expect(!context.triggerAction(name: "onAccept"))
        #expect(context.string(name: "title") == "Hello")
    }

    @Test func carriesOutFunctionsOfActions() throws {
        var stage = try Stage(
            "functions",
            [
                inApp(
                    1,
                    [
                        "vars": [
                            "onAccept": [
                                "actions": [
                                    "type": "custom-code", "templateName": "Settings",
                                    "vars": ["title": "offers"],
                                ]
                            ]
                        ]
                    ])
            ])
        #expect(try #require(stage.card.contexts.first).triggerAction(name: "onAccept"))
        try stage.run()
        #expect(stage.card.calls == ["present Card Hello", "present Settings offers"])
        let function = try #require(stage.card.contexts.last)
        #expect(function.dismissed())
        #expect(try stage.clevertap.activeContextForTemplate(named: "Settings") == nil)
        #expect(try stage.clevertap.activeContextForTemplate(named: "Card") != nil)
    }

    @Test func aDelegateHearsAndRefuses() throws {
        let listener = Listener()
        var stage = try Stage(
            "listens",
            [
                inApp(1, ["kv": ["hide": true]]),
                inApp(
                    2,
                    [
                        "kv": ["campaign": "autumn"],
                        "vars": ["onAccept": ["actions": ["type": "kv", "kv": ["coupon": "A"]]]],
                    ]),
            ], listener: listener)
        #expect(stage.card.calls == ["present Card Hello"])
        #expect(stage.names.contains("overlay.dropped"))
        let context = try #require(stage.card.contexts.first)
        context.triggerAction(name: "onAccept")
        context.dismissed()
        try stage.run()
        #expect(
            listener.calls == [
                "show Card", #"tapped ["coupon"]"#, #"dismissed ["campaign"] ["coupon"]"#,
            ])
    }

    @Test func suspendsDiscardsAndResumes() throws {
        var stage = try Stage("modes", [inApp(1), inApp(2)])
        try stage.clevertap.suspendInAppNotifications()
        stage.card.contexts.first?.dismissed()
        try stage.run()
        #expect(stage.card.calls.count == 1)
        try stage.clevertap.resumeInAppNotifications()
        try stage.run()
        #expect(stage.card.calls.count == 2)
        try stage.clevertap.discardInAppNotifications(dismissInAppIfVisible: true)
        try stage.run()
        #expect(stage.card.calls.last == "close Card")
    }

    @Test func fetchesAnswerEveryCallback() throws {
        final class Answers: @unchecked Sendable { var all: [Bool] = [] }
        let answers = Answers()
        var stage = try Stage("fetches", [])
        try stage.clevertap.fetchInApps { answers.all.append($0) }
        try stage.clevertap.fetchInApps { answers.all.append($0) }
        try stage.run(1_000)
        #expect(answers.all.count == 2)
        try stage.clevertap.clearInAppResources(expiredOnly: true)
    }

    @Test func syncingNeedsPermission() throws {
        var stage = try Stage("syncs", [])
        try stage.clevertap.syncCustomTemplates()
        try stage.run(1_000)
        #expect(stage.names.contains("templates.failed"))
    }

    @Test func tellsOfTheCustomer() throws {
        var stage = try Stage("tells", [])
        _ = try stage.clevertap.engine.scriptSent()
        try stage.clevertap.onUserLogin(["Identity": 61_026_032, "Plan": "gold"])
        try stage.clevertap.recordEvent("Product viewed", withProps: ["Price": .number(59.5)])
        try stage.clevertap.recordChargedEvent(
            withDetails: ["Amount": 300], andItems: [["Category": "Books"]])
        try stage.clevertap.profileIncrementValue(by: 1, forKey: "Visits")
        try stage.clevertap.profileAddMultiValues(["a"], forKey: "Tags")
        try stage.clevertap.profileRemoveValue(forKey: "Old")
        try stage.clevertap.setLocation(latitude: 50.08, longitude: 14.42)
        try stage.run(5_000)
        let sent = try stage.clevertap.engine.scriptSent().encoded()
        for part in [
            "61026032", "gold", "Product viewed", "Charged", "Books", "$incr", "$add", "$delete",
        ] {
            #expect(sent.contains(part), "\(part)")
        }
        try stage.clevertap.setOptOut(true)
        try stage.clevertap.recordEvent("Not told")
        try stage.run(5_000)
        #expect(try !stage.clevertap.engine.scriptSent().encoded().contains("Not told"))
    }
}
