import Foundation
import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

@testable import PersonalizeRuntime

@Suite struct RuntimeTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func showsAPlacement() throws {
        let host = try Host()
        try host.runtime.script(Host.script)
        let placement = try host.open()
        #expect(try host.runtime.content(placement) == nil)
        try host.perform(.start)
        // Nothing is answered before time is given.
        #expect(try !host.names().contains("placement.shown"))
        try host.runtime.advance(0)
        #expect(try host.names().contains("placement.shown"))
        let content = try #require(try host.runtime.content(placement))
        #expect(try JSONValue.parse(content.string)["campaign"]?["id"]?.string == "b1")
        let sent = try #require(try host.runtime.scriptSent().array)
        let purposes = sent.compactMap { $0["purpose"]?.string }
        #expect(purposes.contains("definitions"))
        #expect(!JSONValue.array(sent).encoded().contains("hush"))
    }

    @Test func storesBeforeItReturns() throws {
        let path = scratch["state.db"]
        let first = try Host(storage: path)
        try first.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        try first.perform(.track(event: "visit", properties: [:], vendors: nil))
        try first.runtime.close()
        let second = try Host(storage: path)
        let state = try second.runtime.state()
        #expect(state["customer"]?["ids"]?["registered"]?.string == "ada")
        let stats = try second.perform(.stats)
        #expect(stats["vendors"]?.array?.first?["pending"]?.integer == 2)
    }

    @Test func refusesWhatIsClosed() throws {
        let host = try Host()
        try host.runtime.close()
        #expect(failure { try host.runtime.perform(.start) }?.code == .handle)
        #expect(failure { try host.runtime.close() }?.code == .handle)
        #expect(failure { try host.runtime.content(1) }?.code == .handle)
    }

    @Test func refusesASecondOwner() throws {
        let host = try Host(storage: scratch["state.db"])
        #expect(failure { try Host(storage: scratch["state.db"]) }?.code == .storageBusy)
        try host.runtime.close()
        #expect(failure { try Host(storage: scratch["state.db"]) } == nil)
    }

    @Test func keepsRefusedCallsWithoutEffect() throws {
        let host = try Host()
        let error = failure {
            try host.perform(.track(event: "x", properties: [:], vendors: ["nobody"]))
        }
        #expect(error?.code == .notFound)
        #expect(try host.perform(.stats)["vendors"]?.array?.first?["accepted"]?.integer == 0)
        #expect(try host.updates().isEmpty)
    }

    @Test func knowsAPlacementThatShowsNothingFromNone() throws {
        let host = try Host()
        let placement = try host.open()
        #expect(try host.runtime.content(placement) == nil)
        try host.perform(.placementClose(id: placement))
        #expect(failure { try host.runtime.content(placement) }?.code == .handle)
        #expect(failure { try host.runtime.content(-1) }?.code == .handle)
    }

    @Test func keepsLentContentThroughTheCallThatReplacesIt() throws {
        let host = try Host()
        try host.runtime.script(Host.script)
        let placement = try host.open()
        try host.perform(.start)
        try host.runtime.advance(0)
        let lent = try #require(try host.runtime.content(placement))
        let copy = lent.string
        try host.perform(.placementClose(id: placement))
        #expect(lent.string == copy)
    }

    @Test func startsAfreshWhenTheFileIsDamaged() throws {
        let path = scratch["state.db"]
        try Array(repeating: UInt8(7), count: 9000).withUnsafeBytes { bytes in
            try String(decoding: bytes, as: UTF8.self)
                .write(toFile: path, atomically: true, encoding: .utf8)
        }
        let host = try Host(storage: path)
        let diagnostics = try host.updates().filter { $0["update"]?.string == "diagnostic" }
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?["reason"]?.string?.hasPrefix("storage_") == true)
    }
}
