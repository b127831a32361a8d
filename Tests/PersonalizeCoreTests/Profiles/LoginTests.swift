import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct LoginTests {
    private func profile(_ harness: inout EngineHarness) -> String {
        guard case .done(let state) = harness.perform(.state) else { return "" }
        return state["vendors"]?.array?.first?["reporting"]?["profile"]?.string ?? ""
    }

    private func identify(_ harness: inout EngineHarness, _ name: String) -> String {
        harness.perform(.identify(ids: ["name": .string(name)], properties: [:], key: nil))
        return profile(&harness)
    }

    @Test func eachCustomerHasAProfile() {
        var harness = EngineHarness([ParcelAdapter()])
        harness.perform(.start)
        let first = profile(&harness)
        #expect(identify(&harness, "ada") == first)
        let bob = identify(&harness, "bob")
        #expect(bob != first)
        #expect(identify(&harness, "ada") == first)
        #expect(identify(&harness, "bob") == bob)
    }

    @Test func profilesOutliveTheProcess() {
        var harness = EngineHarness([ParcelAdapter()])
        harness.perform(.start)
        let ada = identify(&harness, "ada")
        _ = identify(&harness, "bob")
        var again = EngineHarness([ParcelAdapter()], seed: 9, records: harness.records)
        again.perform(.start)
        #expect(identify(&again, "ada") == ada)
    }

    @Test func batchesAreOfOneProfile() {
        var harness = EngineHarness([ParcelAdapter()])
        harness.perform(.start)
        harness.perform(.offline(true))
        _ = identify(&harness, "ada")
        harness.track("of ada")
        _ = identify(&harness, "bob")
        harness.track("of bob")
        harness.perform(.offline(false))
        #expect(harness.takeNames() == [["-", "of ada"]])
        harness.answer("batch", #"{"memory":{"who":"ada"}}"#)
        let head = (try? JSONValue.parse(harness.sent.last?.body ?? ""))?.array?.first
        #expect(head?["memory"] == [:])
        #expect(harness.takeNames() == [["-", "of bob"]])
    }

    @Test func aRenamedProfileKeepsEverything() {
        var harness = EngineHarness([ParcelAdapter()])
        harness.perform(.start)
        _ = identify(&harness, "ada")
        harness.perform(.flush)
        harness.track("later")
        harness.answer("batch", #"{"profile":"new","memory":{"k":1}}"#)
        harness.perform(.flush)
        let head = (try? JSONValue.parse(harness.sent.last?.body ?? ""))?.array?.first
        #expect(head?["profile"] == "new")
        #expect(head?["memory"] == ["k": 1])
        #expect(identify(&harness, "ada") == "new")
        #expect(!harness.records.keys.contains { $0.key.hasPrefix("profile/p") })
    }

    @Test func thoseUnusedLongestAreForgotten() {
        var adapter = ParcelAdapter()
        adapter.batchPolicy.maximumProfiles = 2
        var harness = EngineHarness([adapter])
        harness.perform(.start)
        for name in ["a", "b", "c", "d"] {
            _ = identify(&harness, name)
            harness.perform(.flush)
            harness.answer("batch")
        }
        #expect(harness.records.keys.filter { $0.key.hasPrefix("profile/") }.count == 2)
    }

    @Test func optingOutIsToldAndBelongsToTheProfile() {
        var harness = EngineHarness([ParcelAdapter()])
        harness.perform(.start)
        _ = identify(&harness, "ada")
        harness.perform(.reporting(.optOut(vendor: nil, OptOut(true, allowsSystem: false))))
        harness.track("a")
        #expect(harness.stats()["dropped"] == ["opted_out": 1])
        _ = identify(&harness, "bob")
        harness.track("b")
        #expect(harness.stats()["dropped"] == ["opted_out": 1])
        _ = identify(&harness, "ada")
        #expect(harness.stats()["dropped"] == ["opted_out": 2], "not even the login is told")
    }
}
