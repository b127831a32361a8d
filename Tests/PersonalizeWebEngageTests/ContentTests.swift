import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeWebEngage

@Suite struct ContentTests {
    private let tree: JSONValue = [
        "layoutType": "banner",
        "children": [
            [
                "layoutType": "View", "properties": ["deepLink": "https://s/1", "actionId": "a1"],
                "children": [
                    ["layoutType": "Image", "properties": ["imageUrl": "https://i/1.png"]],
                    ["layoutType": "Text", "properties": ["text": "T"]],
                    [
                        "layoutType": "Text", "subLayoutType": "description",
                        "properties": ["text": "D"],
                    ],
                    ["layoutType": "Button", "properties": ["text": "B", "actionId": "b"]],
                ],
            ],
            ["layoutType": "Image", "properties": ["imageUrl": "https://i/1.png"]],
            ["layoutType": "Other"],
        ],
    ]

    private func content(_ value: JSONValue) throws -> InlineContent {
        InlineContent(try ContentNode(JSONFields(value)))
    }

    @Test func aPartLeadsWhereItsNearestNodeDoes() throws {
        let content = try content(tree)
        #expect(content.action(of: ContentPart(.image))?.url == "https://s/1")
        #expect(content.action(of: ContentPart(.image))?.id == "a1")
        #expect(content.action(of: ContentPart(.title))?.id == "a1")
        let button = content.action(of: ContentPart(.button))
        #expect(button?.id == "b")
        #expect(button?.url == "")
        #expect(content.action(of: ContentPart(.image, index: 1))?.url == "")
        #expect(content.action(of: ContentPart(.image, index: 1))?.id == nil)
        #expect(content.action(of: ContentPart(.image, index: 2)) == nil)
        #expect(content.action(of: ContentPart(.container, index: -1)) == nil)
        #expect(content.action(matching: "https://s/1")?.kind == .browser)
        #expect(content.action(matching: "") == nil)
    }

    @Test func eachImageIsFetchedOnce() throws {
        #expect(try content(tree).resources.map(\.url) == ["https://i/1.png"])
        #expect(try !content(tree).lacksImage)
        #expect(try content(["layoutType": "banner"]).lacksImage)
        #expect(try !content(["layoutType": "text"]).lacksImage)
    }

    @Test func everyMemberOfEveryNodeIsGiven() throws {
        #expect(
            try content(["layoutType": "custom"]).root.json == [
                "layoutType": "custom", "subLayoutType": "", "properties": [:],
                "customData": [:], "children": [],
            ])
    }

    @Test func whatIsDrawnIsGivenByItself() throws {
        let drawn = try content(tree).rendered(resources: ["https://i/1.png": "data:x"])
        #expect(drawn["type"] == "banner")
        #expect(drawn["image"] == "https://i/1.png")
        #expect(drawn["image_data"] == "data:x")
        #expect(drawn["title"] == "T")
        #expect(drawn["description"] == "D")
        #expect(drawn["buttons"] == [["text": "B", "link": "", "action_id": "b"]])
        #expect(try content(["layoutType": "custom"]).rendered(resources: [:])["type"] == "data")
        #expect(try content(["layoutType": "x"]).rendered(resources: [:])["type"] == "layout")
    }

    @Test(
        arguments: [
            1, [:], ["layoutType": 1], ["layoutType": "a", "properties": []],
            ["layoutType": "a", "children": [1]], ["layoutType": "a", "children": [[:]]],
        ] as [JSONValue])
    func strictAtEveryNode(_ value: JSONValue) {
        #expect(throws: FieldError.self) { try content(value) }
    }

    @Test func thirtyTwoLevelsAreTheMost() throws {
        func nested(_ levels: Int) -> JSONValue {
            (1..<levels).reduce(["layoutType": "View"]) { inner, _ in
                ["layoutType": "View", "children": [inner]]
            }
        }
        _ = try content(nested(32))
        #expect(throws: FieldError.self) { try content(nested(33)) }
    }

    @Test func aHookMayPutAnotherTreeOrValues() throws {
        let content = try content(tree)
        let values = content.replacing(content: nil, values: ["a": 1]) as? InlineContent
        #expect(values?.root.customData == ["a": 1])
        #expect(values?.root.children.count == 3)
        let other = content.replacing(content: ["layoutType": "text"], values: nil)
        #expect(other?.lacksImage == false)
        #expect(content.replacing(content: 1, values: nil) == nil)
        #expect(content.replacing(content: nil, values: 1) == nil)
    }

    @Test func anAnswerHasToBe200WithContent() throws {
        let adapter = try adapter()
        func read(_ status: Int, _ body: JSONValue) -> String? {
            switch adapter.readContent(Response(status: status, body: bytes(body))) {
            case .success: nil
            case .failure(let failure): failure.reason
            }
        }
        #expect(read(200, ["content": tree]) == nil)
        #expect(read(201, ["content": tree]) == "unexpected_status")
        #expect(read(404, [:]) == "not_found")
        #expect(read(200, [:]) == "content_unreadable")
        #expect(read(200, ["content": []]) == "content_unreadable")
        let carried = try adapter.content(of: "v", in: bytes(["v": tree]))
        #expect(carried?.resources.count == 1)
        #expect(try adapter.content(of: "w", in: bytes(["v": tree])) == nil)
        #expect(throws: ContentFailure.self) { try adapter.content(of: "v", in: bytes(["v": 1])) }
    }
}
