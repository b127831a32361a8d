import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeRuntime

@Suite struct ClockTests {
    @Test func doesEverythingAtItsOwnTime() throws {
        let host = try Host()
        try host.runtime.script([
            [
                "match": ["purpose": "definitions"],
                "answer": ["delay_ms": 250, "body": ["success": true, "data": []]],
            ],
            [
                "match": ["purpose": "event"],
                "answer": ["delay_ms": 100, "body": ["success": true]],
            ],
        ])
        try host.perform(.start)
        try host.runtime.advance(1000)
        let updates = try host.updates()
        let start: Int64 = 1_767_225_600_000
        let refreshed = updates.first { $0["update"]?.string == "content.refreshed" }
        #expect(refreshed?["time_ms"]?.integer == start + 250)
        #expect(try host.runtime.state()["now"]?["wall_ms"]?.integer == start + 1000)
        #expect(try host.perform(.stats)["vendors"]?.array?.first?["sent"]?.integer == 1)
    }

    @Test func tellsHowLongItWaits() throws {
        let host = try Host()
        try host.runtime.script([
            ["match": ["purpose": "definitions"], "answer": ["delay_ms": 250]],
            ["answer": ["delay_ms": 400, "body": ["success": true]]],
        ])
        #expect(try host.runtime.timeout() == nil)
        try host.perform(.start)
        #expect(try host.runtime.timeout() == 250)
        try host.runtime.advance(100)
        #expect(try host.runtime.timeout() == 150)
    }

    @Test func setsTheWallWithoutLettingTimePass() throws {
        let host = try Host()
        try host.runtime.setTime(5)
        let now = try host.runtime.state()["now"]
        #expect(now?["wall_ms"]?.integer == 5)
        #expect(now?["monotonic_ms"]?.integer == 0)
    }

    @Test func refusesWhatTimeCannotDo() throws {
        let host = try Host()
        #expect(failure { try host.runtime.advance(-1) }?.code == .argument)
        #expect(failure { try host.runtime.advance(.max) }?.code == .argument)
        #expect(failure { try host.runtime.setTime(.min) }?.code == .argument)
        #expect(failure { try host.runtime.wait(10) }?.code == .state)
        #expect(failure { try host.runtime.wait(-2) }?.code == .argument)
        let real = try Runtime.open(configuration: #"{"version": 1}"#, factories: [])
        #expect(failure { try real.advance(1) }?.code == .state)
        #expect(failure { try real.setTime(1) }?.code == .state)
    }
}
