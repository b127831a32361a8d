import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct TemplateValuesTests {
    private static let definition = TemplateDefinition(
        "Promo", kind: .template,
        arguments: [
            TemplateArgument("text", .string, defaultValue: "T"),
            TemplateArgument("flag", .boolean, defaultValue: true),
            TemplateArgument("count", .number, defaultValue: 3),
            TemplateArgument("map.inner.name", .string, defaultValue: "N"),
            TemplateArgument("map.inner.Size", .number, defaultValue: .number(1.5)),
            TemplateArgument("map.image", .file), TemplateArgument("map.go", .action),
            TemplateArgument("image", .file), TemplateArgument("go", .action),
        ])

    private func values(_ overrides: JSONObject = [:]) -> TemplateValues {
        TemplateValues(Self.definition, overrides: overrides, readAction: PostcardAdapter.action)
    }

    // MARK: Merging

    /// An argument, what a campaign gives for it, and what comes of that; the
    /// default when `expected` is nil.
    struct Override: Sendable, CustomTestStringConvertible {
        var name: String
        var given: JSONValue
        var expected: JSONValue?
        var testDescription: String { "\(name) = \(given.encoded())" }
        init(_ name: String, _ given: JSONValue, _ expected: JSONValue?) {
            self.name = name
            self.given = given
            self.expected = expected
        }
    }

    @Test(arguments: [
        Override("text", "x", "x"), Override("text", "", ""), Override("text", 1, nil),
        Override("text", true, nil), Override("text", ["a": 1], nil), Override("text", .null, nil),
        Override("flag", false, false), Override("flag", 0, false), Override("flag", 7, true),
        Override("flag", .number(0.0), false), Override("flag", .number(0.5), true),
        Override("flag", "false", nil), Override("flag", .null, nil), Override("flag", [], nil),
        Override("count", 7, 7), Override("count", .number(2.5), .number(2.5)),
        Override("count", true, 1), Override("count", false, 0), Override("count", "7", nil),
        Override("count", .null, nil), Override("count", [7], nil),
    ])
    func merges(_ override: Override) {
        let values = values([override.name: override.given])
        let before = self.values().all { _ in nil }[override.name]
        #expect(values.all { _ in nil }[override.name] == override.expected ?? before)
        // What cannot be used is told of; null is as good as nothing.
        let isTold = override.expected == nil && !override.given.isNull
        #expect(values.diagnostics.count == (isTold ? 1 : 0))
        if isTold { #expect(values.diagnostics.first?.path == "$.\(override.name)") }
    }

    @Test func onlyFlatNamesCount() {
        let values = values(["map": ["inner": ["name": "x"]], "unknown": 1, "map.inner.name": "y"])
        #expect(values.string("map.inner.name") == "y")
        #expect(values.diagnostics.isEmpty)
        #expect(self.values(["map": ["inner": ["name": "x"]]]).string("map.inner.name") == "N")
    }

    @Test func keepsNumbersAsTheyWereWritten() throws {
        let overrides = try #require(JSONValue.parse(#"{"count": 1.10}"#).object)
        #expect(values(overrides).number("count")?.encoded() == "1.10")
    }

    @Test func filesAndActionsHaveNoDefault() {
        let values = values()
        #expect(values.file("image") == nil)
        #expect(values.action("go") == nil)
        #expect(values.fileURLs.isEmpty)
        #expect(values.diagnostics.isEmpty)
    }

    @Test func readsActions() {
        let given = values(["go": ["do": "url", "to": "a:b"], "map.go": ["do": "dance"]])
        #expect(given.action("go")?.kind == .openURL)
        #expect(given.action("go")?.url == "a:b")
        #expect(given.action("map.go")?.kind == .unknown)
        #expect(given.action("map.go")?.word == "dance")
        let wrong = values(["go": ["dont": 1], "map.go": "close"])
        #expect(wrong.action("go") == nil)
        #expect(wrong.action("map.go") == nil)
        #expect(wrong.diagnostics.map(\.path).sorted() == [#"$["map.go"]"#, "$.go"].sorted())
    }

    // MARK: Getters

    @Test func gettersKeepToTheirType() {
        let values = values(["image": "https://x/i.png"])
        #expect(values.string("text") == "T")
        #expect(values.string("count") == nil)
        #expect(values.string("image") == nil)
        #expect(values.boolean("flag") == true)
        #expect(values.boolean("count") == nil)
        #expect(values.number("count") == 3)
        #expect(values.number("flag") == nil)
        #expect(values.double("map.inner.Size") == 1.5)
        #expect(values.integer("map.inner.Size") == 1)
        #expect(values.file("image") == "https://x/i.png")
        #expect(values.file("text") == nil)
        #expect(values.string("nobody") == nil)
        #expect(values.integer("nobody") == nil)
        #expect(values.action("text") == nil)
    }

    @Test(arguments: [
        (1e300, Int64.max), (-1e300, Int64.min), (9.99, 9), (-9.99, -9),
        (9_223_372_036_854_775_808.0, Int64.max), (-9_223_372_036_854_775_808.0, Int64.min),
    ])
    func integersAreSaturated(_ given: Double, _ expected: Int64) {
        #expect(values(["count": .number(given)]).integer("count") == expected)
    }

    @Test func mapsAreRebuilt() {
        let values = values([
            "map.image": "https://x/i.png", "map.go": ["do": "function", "name": "Settings"],
        ])
        let files = ["https://x/i.png": "/cache/i.png"]
        let map = values.map("map") { files[$0] }
        #expect(
            map?.encodedSorted
                == #"{"go":"Settings","image":"/cache/i.png","inner":{"Size":1.5,"name":"N"}}"#)
        #expect(values.map("map.inner") { _ in nil } == ["name": "N", "Size": .number(1.5)])
        #expect(values.map("map") { _ in nil }?["image"] == nil)
    }

    @Test func aMapIsOnlyWhatHasADot() {
        let values = values()
        for name in ["ma", "map.", "map.inner.name", "text", "nobody", "", ".", "map.inne"] {
            #expect(values.map(name) { _ in "/f" } == nil, "\(name)")
        }
    }

    @Test func aMapOfNothingButAbsentValuesIsNone() {
        let definition = TemplateDefinition(
            "t", kind: .template,
            arguments: [TemplateArgument("m.a.f", .file), TemplateArgument("m.b", .file)])
        let values = TemplateValues(definition, overrides: ["m.b": "u"]) { _ in nil }
        #expect(values.map("m.a") { _ in "/f" } == nil)
        #expect(values.map("m") { _ in nil } == nil)
        #expect(values.map("m") { _ in "/f" } == ["b": "/f"])
    }

    @Test func groupsThatDifferInCaseStayApart() {
        let definition = TemplateDefinition(
            "t", kind: .template,
            arguments: ["m.B.c.x", "m.b.c.y", "m.B.c.z"].map {
                TemplateArgument($0, .number, defaultValue: 1)
            })
        let values = TemplateValues(definition, overrides: [:]) { _ in nil }
        #expect(
            values.map("m") { _ in nil }?.encodedSorted
                == #"{"B":{"c":{"x":1,"z":1}},"b":{"c":{"y":1}}}"#)
    }

    @Test func actionsInMapsAreNamed() {
        let definition = TemplateDefinition(
            "t", kind: .template,
            arguments: ["m.a", "m.b", "m.c"].map { TemplateArgument($0, .action) })
        let values = TemplateValues(
            definition, overrides: ["m.a": ["x": 1], "m.b": ["x": 2], "m.c": ["x": 3]]
        ) { value in
            switch value["x"]?.integer {
            case 1: TemplateAction(.function, word: "custom", template: "F")
            case 2: TemplateAction(.openURL, word: "url")
            default: TemplateAction(.unknown, word: "")
            }
        }
        #expect(values.map("m") { _ in nil } == ["a": "F", "b": "url", "c": ""])
    }

    @Test func describesArgumentsInOrder() {
        let values = values([
            "text": "say \"x\"", "go": ["do": "close"], "image": "u", "map.image": "v",
        ])
        #expect(
            values.describe { $0 == "u" ? "/cache/u" : nil } == """
                Promo (template)
                  text (string) = "say \\"x\\""
                  flag (boolean) = true
                  count (number) = 3
                  map.go (action) = null
                  map.image (file) = "v"
                  map.inner.name (string) = "N"
                  map.inner.Size (number) = 1.5
                  image (file) = "/cache/u"
                  go (action) = close
                """)
    }

    // MARK: Files

    @Test func followsTheFilesOfActions() {
        let function = TemplateDefinition(
            "F", kind: .function,
            arguments: [TemplateArgument("icon", .file), TemplateArgument("big", .file)])
        let values = values([
            "image": "1", "map.image": "2",
            "go": ["do": "function", "name": "F", "with": ["icon": "3", "big": "1"]],
            "map.go": ["do": "function", "name": "Nobody", "with": ["icon": "4"]],
        ])
        #expect(values.fileURLs == ["2", "1"])
        let all = values.fileURLs(
            following: { $0 == "F" ? function : nil }, readAction: PostcardAdapter.action)
        #expect(all == ["2", "1", "3"])
    }

    @Test func actionsThatNameTheirOwnTemplateEnd() {
        var given: JSONValue = ["do": "function", "name": "Promo", "with": ["image": "end"]]
        for _ in 0..<100 { given = ["do": "function", "name": "Promo", "with": ["go": given]] }
        let urls = values(["image": "first", "go": given]).fileURLs(
            following: { _ in Self.definition }, readAction: PostcardAdapter.action)
        #expect(urls == ["first"])
    }
}

extension JSONObject {
    fileprivate var encodedSorted: String {
        func sorted(_ value: JSONValue) -> JSONValue {
            guard let object = value.object else { return value }
            return .object(
                JSONObject(
                    object.members.map { ($0.key, sorted($0.value)) }.sorted { $0.0 < $1.0 }))
        }
        return sorted(.object(self)).encoded()
    }
}
