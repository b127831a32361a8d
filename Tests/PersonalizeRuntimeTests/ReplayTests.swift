import Foundation
import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

@testable import PersonalizeRuntime

@Suite struct ReplayTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func record() throws -> String {
        let host = try Host(storage: scratch["state.db"], journal: scratch["journal"])
        try host.runtime.script(Host.script)
        let hook = HookCallback { [runtime = host.runtime] in
            try? runtime.answer($0.token, ["render": true])
        }
        try host.runtime.setHook(.campaignPrepared, hook)
        let placement = try host.open()
        try host.perform(.start)
        try host.perform(
            .identify(ids: ["registered": "ada"], properties: ["a": .number(1.5)], key: "k"))
        try host.runtime.advance(5000)
        try host.perform(.placementClick(id: placement, url: "shop://sale"))
        _ = failure { try host.perform(.placementClose(id: 99)) }
        _ = failure {
            try host.perform(
                .ingest(vendor: "shop", kind: "definitions", payload: [0xFF, 0x00, 0x7B]))
        }
        try host.runtime.close()
        return try scratch.read("journal")
    }

    private func replay(_ journal: String) throws(PersonalizeError) -> JSONObject {
        try Replay.run(journal: journal, factories: [ExponeaFactory()])
    }

    @Test func isIdentical() throws {
        let journal = try record()
        let report = try replay(journal)
        #expect(report["identical"]?.bool == true)
        #expect(report["first_difference"]?.isNull == true)
        #expect((report["commands"]?.integer ?? 0) >= 10)
        #expect((report["updates"]?.integer ?? 0) >= 5)
        #expect(!journal.contains("hush"))
    }

    @Test func findsTheFirstDifference() throws {
        let journal = try record().replacingOccurrences(of: "ada", with: "eve", range: nil)
        #expect(try replay(journal)["identical"]?.bool == true)
        var lines = try record().split(separator: "\n").map(String.init)
        lines[2] = lines[2].replacingOccurrences(of: "\"effects\":[", with: "\"effects\":[1,")
        let report = try replay(lines.joined(separator: "\n"))
        #expect(report["identical"]?.bool == false)
        #expect(report["first_difference"]?["line"]?.integer == 3)
    }

    @Test func goesOnAfterAnotherOpening() throws {
        _ = try record()
        let journal = try record()
        #expect(journal.components(separatedBy: "{\"journal\":1").count == 3)
        #expect(try replay(journal)["identical"]?.bool == true)
    }

    @Test func refusesWhatIsNoJournal() {
        #expect(failure { try replay("") }?.reason == "not_a_journal")
        #expect(failure { try replay("{}") }?.reason == "not_a_journal")
        #expect(failure { try replay("{") }?.code == .json)
        #expect(failure { try replay("{\"command\": {\"name\": \"start\"}}") }?.code == .argument)
    }

    @Test func isForItsOwnerAlone() throws {
        _ = try record()
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch["journal"])
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func endsWithOneReportWhenItCannotBeWritten() throws {
        let host = try Host(journal: "/dev/full")
        let reasons = try host.updates().compactMap { $0["reason"]?.string }
        #expect(reasons == ["journal_failed"])
        try host.perform(.start)
        #expect(try !host.updates().contains { $0["reason"]?.string == "journal_failed" })
    }
}
