import PersonalizeJSON
import Testing

@Suite struct JSONFieldsTests {
    private let fields = JSONFields(
        [
            "id": "x", "count": 3, "ratio": .number(0.5), "on": true, "none": nil,
            "tags": ["a", "b"],
            "mixed": ["a", 1], "inner": ["id": 7], "list": [["id": 1], ["id": 2]],
            "whole": .number(2),
        ] as JSONObject, path: "$.data[3]")

    private func error<Value>(_ body: () throws(FieldError) -> Value) -> FieldError? {
        do throws(FieldError) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func readsFieldsOfTheirTypes() throws {
        #expect(try fields.required("id", as: .string) == "x")
        #expect(try fields.required("count", as: .integer) == 3)
        #expect(try fields.required("whole", as: .integer) == 2)
        #expect(try fields.required("count", as: .double) == 3)
        #expect(try fields.required("ratio", as: .double) == 0.5)
        #expect(try fields.required("on", as: .bool))
        #expect(try fields.required("tags", as: .array(of: .string)) == ["a", "b"])
        #expect(try fields.required("inner", as: .object) == ["id": 7])
        #expect(try fields.required("mixed", as: .value) == ["a", 1])
        #expect(try fields.optional("id", as: .string) == "x")
    }

    @Test func nullIsMissing() throws {
        #expect(try fields.optional("none", as: .string) == nil)
        #expect(try fields.optional("absent", as: .string) == nil)
        #expect(!fields.has("none"))
        #expect(fields.has("id"))
        for key in ["none", "absent"] {
            let error = error { () throws(FieldError) in try fields.required(key, as: .value) }
            #expect(error?.reason == "missing_field")
            #expect(error?.path == "$.data[3].\(key)")
            #expect(error?.message == "\"\(key)\" is missing")
        }
    }

    @Test func refusesOtherTypes() {
        let wrong = error { () throws(FieldError) in try fields.optional("count", as: .string) }
        #expect(wrong?.reason == "wrong_type")
        #expect(wrong?.path == "$.data[3].count")
        #expect(wrong?.message == "expected a string, found an integer")
        let reasons = [
            error { () throws(FieldError) in try fields.required("ratio", as: .integer) },
            error { () throws(FieldError) in try fields.required("id", as: .integer) },
            error { () throws(FieldError) in try fields.required("count", as: .bool) },
            error { () throws(FieldError) in try fields.required("on", as: .double) },
            error { () throws(FieldError) in try fields.required("id", as: .array(of: .string)) },
        ].map { $0?.reason }
        #expect(reasons == Array(repeating: "wrong_type", count: 5))
    }

    @Test func namesTheElementThatIsWrong() {
        let error = error { () throws(FieldError) in
            try fields.required("mixed", as: .array(of: .string))
        }
        #expect(error?.path == "$.data[3].mixed[1]")
        #expect(error?.description == "$.data[3].mixed[1]: expected a string, found an integer")
    }

    @Test func readsNestedObjects() throws {
        let inner = try fields.requiredFields("inner")
        #expect(inner.path == "$.data[3].inner")
        #expect(try inner.required("id", as: .integer) == 7)
        #expect(try fields.optionalFields("none") == nil)
        #expect(error { () throws(FieldError) in try fields.requiredFields("none") } != nil)
        #expect(
            error { () throws(FieldError) in try fields.optionalFields("id") }?.reason
                == "wrong_type")
        let list = try fields.fieldsList("list")
        #expect(list.map(\.path) == ["$.data[3].list[0]", "$.data[3].list[1]"])
        #expect(try fields.fieldsList("none").isEmpty)
        let wrong = error { () throws(FieldError) in try fields.fieldsList("tags") }
        #expect(wrong?.path == "$.data[3].tags[0]")
    }

    @Test func refusesWhatIsNoObject() {
        let error = error { () throws(FieldError) in try JSONFields([1] as JSONValue, path: "$.a") }
        #expect(error?.path == "$.a")
        #expect(error?.message == "expected an object, found an array")
    }

    @Test func refusesUnknownKeysWithAHint() throws {
        let fields = JSONFields(
            ["version": 1, "retention_day": 3, "zzz": 1] as JSONObject)
        try fields.refuseUnknown(allowed: ["zzz", "retention_day", "version"])
        let near = error { () throws(FieldError) in
            try fields.refuseUnknown(allowed: ["version", "retention_days", "zzz"])
        }
        #expect(near?.reason == "unknown_field")
        #expect(near?.path == "$.retention_day")
        #expect(
            near?.message == "unknown key \"retention_day\"; did you mean \"retention_days\"?")
        let far = error { () throws(FieldError) in
            try fields.refuseUnknown(allowed: ["version", "retention_day", "storage"])
        }
        #expect(far?.message == "unknown key \"zzz\"")
    }

    @Test func pathsStayReadable() {
        #expect(fields.path(of: "a b") == #"$.data[3]["a b"]"#)
        #expect(fields.path(of: "") == #"$.data[3][""]"#)
        #expect(fields.path(of: "a\"") == #"$.data[3]["a\""]"#)
        #expect(fields.path(of: String(repeating: "k", count: 1 << 20)).utf8.count < 100)
        #expect(fields.invalid("id", "no").path == "$.data[3].id")
        #expect(fields.invalid("id", "no").reason == "invalid_value")
    }
}

@Suite struct FieldTypeTests {
    private func reason<Value>(_ type: FieldType<Value>, _ value: JSONValue) -> String? {
        do throws(FieldError) {
            _ = try type.read(value)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: [(-1, "out_of_range"), (0, nil), (10, nil), (11, "out_of_range")])
    func integersHaveRanges(number: Int64, expected: String?) {
        #expect(reason(.integer(in: 0...10), .integer(number)) == expected)
    }

    @Test func stringsHaveChoices() throws {
        #expect(try FieldType.string(of: ["a", "b"]).read("b") == "b")
        #expect(reason(.string(of: ["a", "b"]), "c") == "invalid_value")
        #expect(reason(.string(of: ["a", "b"]), 1) == "wrong_type")
        #expect(reason(.nonEmptyString, "") == "invalid_value")
        #expect(reason(.nonEmptyString, "x") == nil)
    }

    @Test func typesCanBeBuiltFromTypes() throws {
        let even = FieldType.integer.map(orRefuse: "must be even") { $0 % 2 == 0 ? $0 / 2 : nil }
        #expect(try FieldType.array(of: even).read([2, 4]) == [1, 2])
        let error = #expect(throws: FieldError.self) { try FieldType.array(of: even).read([2, 3]) }
        #expect(error?.path == "[1]")
        #expect(error?.message == "must be even")
        #expect(reason(.array(of: .array(of: .bool)), [[true], [1]]) == "wrong_type")
    }
}
