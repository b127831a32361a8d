import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct ProfileOperationTests {
    private struct Case {
        var operation: ProfileOperation
        var old: JSONValue?
        var new: JSONValue?

        init(
            _ kind: ProfileOperation.Kind, _ value: JSONValue, _ old: JSONValue?,
            _ new: JSONValue?
        ) {
            operation = ProfileOperation(kind, "a", value)
            self.old = old
            self.new = new
        }
    }

    @Test func changesAValue() {
        let cases = [
            Case(.set, 2, .integer(1), .integer(2)), Case(.unset, nil, .integer(1), .none),
            Case(.increment, 2, .integer(1), .integer(3)),
            Case(.increment, 2, .none, .integer(2)),
            Case(.increment, .number(0.5), .integer(1), .number(1.5)),
            Case(.increment, 1, .number(0.5), .number(1.5)),
            Case(.increment, 1, .string("text"), .integer(1)),
            Case(.increment, 1, .integer(.max), .number(9_223_372_036_854_775_808)),
            Case(.decrement, 3, .integer(1), .integer(-2)),
            Case(.decrement, .integer(.min), .integer(0), .number(9_223_372_036_854_775_808)),
            Case(.add, ["x", "y"], .array(["y"]), .array(["y", "x"])),
            Case(.add, ["x"], .string("y"), .array(["y", "x"])),
            Case(.remove, ["x"], .array(["x", "y"]), .array(["y"])),
            Case(.remove, ["x"], .array(["x"]), .none),
            Case(.setList, ["x"], .array(["y"]), .array(["x"])),
        ]
        for one in cases {
            #expect(one.operation.applied(to: one.old) == one.new, "\(one)")
        }
    }

    @Test func aDocumentIsReadInItsOrder() throws {
        let operations = try ProfileOperation.read([
            "unset": ["a", "b"], "set": ["c": 1], "increment": ["d": 2],
        ])
        #expect(operations.map(\.name) == ["a", "b", "c", "d"])
        #expect(operations.map(\.kind) == [.unset, .unset, .set, .increment])
    }

    @Test(
        arguments: [
            ([:], "no_operations", nil), (["sot": [:]], "unknown_operation", "$.sot"),
            (["set": 1], "wrong_type", "$.set"), (["unset": [1]], "wrong_type", "$.unset"),
        ] as [(JSONObject, String, String?)])
    func whatIsNoneIsRefused(_ document: JSONObject, _ reason: String, _ path: String?) throws {
        let error = try #require(throws: PersonalizeError.self) {
            try ProfileOperation.read(document)
        }
        #expect(error.reason == reason)
        #expect(error.path == path)
    }
}
