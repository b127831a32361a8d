import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct SettingsTests {
    func settings(_ text: String) throws -> Settings {
        let object = try #require(try JSONValue.parse(text).object)
        return Settings(object, path: "$.vendors[1]", vendor: "shop")
    }

    @Test func readsWhatIsThere() throws {
        let settings = try settings(#"{"a": "x", "b": null, "extra": {"free": 1}}"#)
        try settings.refuseUnknown(allowed: ["a", "b"])
        #expect(try settings.required("a", as: .string) == "x")
        #expect(try settings.optional("b", as: .string) == nil)
        #expect(try settings.optional("c", as: .integer) == nil)
        #expect(settings.isNull("b") && !settings.isNull("a") && !settings.isNull("c"))
    }

    @Test func namesTheKeyThatWasMeant() throws {
        let error = #expect(throws: PersonalizeError.self) {
            try settings(#"{"timeout": 1, "base_ulr": 2}"#)
                .refuseUnknown(allowed: ["base_url", "timeout"])
        }
        #expect(error?.code == .configuration)
        #expect(error?.reason == "unknown_key")
        #expect(error?.path == "$.vendors[1].base_ulr")
        #expect(error?.hint == #"Did you mean "base_url"?"#)
        #expect(error?.vendor == "shop")
    }

    @Test func listsTheKeysThereAre() throws {
        let error = #expect(throws: PersonalizeError.self) {
            try settings(#"{"zzzzzz": 1}"#).refuseUnknown(allowed: ["a", "b"])
        }
        #expect(error?.hint == "Known keys: a, b, extra.")
    }

    @Test func namesTheReason() throws {
        let settings = try settings(#"{"a": "x", "n": 9}"#)
        let missing = #expect(throws: PersonalizeError.self) {
            try settings.required("b", as: .string, hint: "Give it.")
        }
        #expect(
            missing
                == PersonalizeError(
                    .configuration, "missing_key", #""b" is missing"#, path: "$.vendors[1].b",
                    hint: "Give it.", vendor: "shop"))
        let wrong = #expect(throws: PersonalizeError.self) {
            try settings.optional("a", as: .integer)
        }
        #expect(wrong?.reason == "wrong_type")
        let outside = #expect(throws: PersonalizeError.self) {
            try settings.optional("n", as: .integer(in: 0...5))
        }
        #expect(outside?.reason == "out_of_range")
        #expect(
            settings.invalid("a", reason: "odd", "It is odd.", hint: "Even it.")
                == PersonalizeError(
                    .configuration, "odd", "It is odd.", path: "$.vendors[1].a",
                    hint: "Even it.", vendor: "shop"))
    }
}
