import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeCleverTap

@Suite struct ProfileCheckTests {
    private func read(
        _ kind: ProfileOperation.Kind, _ name: String, _ value: JSONValue = .null,
        hasCountry: Bool = false
    ) -> OperationReading {
        ProfileCheck(hasCountry: hasCountry).read(ProfileOperation(kind, name, value))
    }

    @Test func whatIsFineIsTaken() {
        #expect(read(.set, "Plan", "gold").operation == ProfileOperation(.set, "Plan", "gold"))
        #expect(read(.increment, "Visits", 1).faults.isEmpty)
        #expect(
            read(.add, "Tags", ["a", 2, true, "a"]).operation?.value == ["a", "2", "true"])
        #expect(read(.add, "Tags", "a").operation?.value == ["a"])
    }

    @Test(arguments: ["identity", "IDENTITY", " Identity "])
    func identityKeysHaveOneSpelling(_ name: String) {
        #expect(read(.set, name, "x").operation?.name == "Identity")
    }

    @Test(arguments: ["Name", "e mail", "PHONE", "identity", "Birthday"])
    func someFieldsHoldOneValue(_ name: String) {
        let reading = read(.setList, name, ["a"])
        #expect(reading.operation == nil)
        #expect(reading.faults.map(\.code) == [523])
    }

    @Test(arguments: [0, -1, "1", .number(-0.5), .null] as [JSONValue])
    func onlyPositiveNumbersAreAdded(_ value: JSONValue) {
        #expect(read(.increment, "V", value).operation == nil)
        #expect(read(.decrement, "V", value).faults.map(\.code) == [512])
    }

    @Test func aPhoneNumberWantsACountry() {
        #expect(read(.set, "Phone", "0123").faults.map(\.code) == [512])
        #expect(read(.set, "phone", "+43123").faults.isEmpty)
        #expect(read(.set, "Phone", "0123", hasCountry: true).faults.isEmpty)
    }

    @Test func identitiesHaveTheirKeysSpelling() throws {
        let adapter = try adapter()
        #expect(adapter.identity(of: "email", value: "a@b", keys: ["Email"]) == "Email_a@b")
        #expect(adapter.identity(of: "Identity", value: 7, keys: ["Identity"]) == "Identity_7")
        #expect(adapter.identity(of: "Identity", value: "", keys: ["Identity"]) == nil)
        #expect(adapter.identity(of: "Identity", value: [:], keys: ["Identity"]) == nil)
        #expect(adapter.identity(of: "Phone", value: "1", keys: ["Identity"]) == nil)
    }

    @Test(arguments: [
        (["", "de_AT.UTF-8"], "de_AT"), (["C.UTF-8", "en_GB"], nil), (["POSIX"], nil),
        (["en_GB@euro"], "en_GB"), ([], nil),
    ])
    func theLocaleIsThatOfTheEnvironment(_ values: [String], _ locale: String?) {
        #expect(Machine.locale(of: values) == locale)
    }
}
