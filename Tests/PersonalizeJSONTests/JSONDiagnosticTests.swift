import PersonalizeJSON
import Testing

@Suite struct JSONDiagnosticTests {
    @Test func saysWhatWhereAndWhyForAField() {
        let fields = JSONFields(["id": 1] as JSONObject, path: "$.data[3]")
        let error = #expect(throws: FieldError.self) { try fields.required("id", as: .string) }
        #expect(
            error.map { JSONDiagnostic(what: "message", $0) }
                == JSONDiagnostic(
                    what: "message", path: "$.data[3].id", reason: "wrong_type",
                    message: "expected a string, found an integer"))
    }

    @Test func saysWhatWhereAndWhyForARecord() throws {
        let (_, records) = try readAll("{\"data\":[1,\n \"\\u0000\"]}")
        let diagnostic = try JSONDiagnostic(what: "message", #require(records.last?.error))
        #expect(diagnostic.path == "$.data[1]")
        #expect(diagnostic.reason == "null_character")
        #expect(
            diagnostic.message == "the character U+0000 is not allowed at line 2, column 10")
    }

    @Test func namesTheDocumentItself() {
        let error = #expect(throws: JSONError.self) { try JSONValue.parse("[") }
        #expect(error.map { JSONDiagnostic(what: "reply", $0).path } == "$")
    }
}
