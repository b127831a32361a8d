import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeCleverTap

@Suite struct DefinitionsTests {
    /// The vendor's example, to the letter.
    @Test func thePayloadIsTheVendors() throws {
        let document = """
            {
              "Promo card": {"type": "template", "arguments": {
                "title": {"type": "string", "value": "Hello"},
                "discount": {"type": "number", "value": 12.5},
                "dark": {"type": "boolean", "value": false},
                "style": {"type": "object", "value": {
                  "color": {"type": "string", "value": "#ffffff"},
                  "border": {"type": "object", "value": {"width": {"type": "number", "value": 1}}}}},
                "style.image": {"type": "file"}, "onAccept": {"type": "action"}}},
              "Open settings": {"type": "function", "isVisual": false,
                "arguments": {"section": {"type": "string", "value": "general"}}}
            }
            """
        let definitions = try TemplateDocument.read(
            Array(document.utf8), presenters: [.template, .function])
        let payload = try adapter().templatesPayload(definitions)
        let expected = """
            {"type":"templatePayload","definitions":{"Promo card":{"type":"template","vars":{\
            "title":{"type":"string","defaultValue":"Hello","order":0},\
            "discount":{"type":"number","defaultValue":12.5,"order":1},\
            "dark":{"type":"boolean","defaultValue":false,"order":2},\
            "style.border.width":{"type":"number","defaultValue":1,"order":3},\
            "style.color":{"type":"string","defaultValue":"#ffffff","order":4},\
            "style.image":{"type":"file","order":5},"onAccept":{"type":"action","order":6}}},\
            "Open settings":{"type":"function","vars":{\
            "section":{"type":"string","defaultValue":"general","order":0}}}}}
            """
        #expect(JSONValue.object(payload).encoded() == expected)
    }

    @Test func nothingDefinedIsToldAsNothing() throws {
        let vendor = try adapter()
        #expect(
            vendor.templatesPayload([]) == ["type": "templatePayload", "definitions": [:]])
        let bare = TemplateDefinition("t", kind: .template)
        #expect(
            vendor.templatesPayload([bare])["definitions"]
                == ["t": ["type": "template", "vars": [:]]])
    }
}
