import Foundation
import PersonalizeCore
import Testing

@testable import PersonalizeStorage

/// Hundreds of damaged copies of a good storage: each opens, none traps, and
/// damage that is noticed can be left behind.
@Suite struct DamageSweepTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private struct Outcome: Equatable {
        var intact = 0
        var altered = 0
        var setAside = 0
        var foundLater = 0
    }

    @Test func aDamagedFileIsReadOrSetAside() throws {
        let expected = try fill("good.db")
        let good = try directory.read("good.db")
        var outcome = Outcome()
        for seed in 0..<400 {
            var generator = SeededGenerator(state: UInt64(seed))
            let bytes = damaged(good, &generator)
            try directory.write(bytes, to: "mutant.db")
            try judge("mutant.db", seed, expected, &outcome)
        }
        print("Damaged files:", outcome)
        #expect(outcome.setAside > 50)
        #expect(outcome.intact > 10)
        #expect(outcome.foundLater > 10)
    }

    /// The log of a process that was killed, damaged too: what was committed
    /// before the damage is there, as whole commits.
    @Test func aDamagedLogIsReadUpToTheDamage() throws {
        _ = try fill("good.db")
        let store = try directory.open("good.db")
        for number in 0..<40 {
            try store.commit([put(event(number), bodySize: 1_500), put(campaign(number))])
        }
        let good = try directory.read("good.db")
        let log = try directory.read("good.db-wal")
        store.close()
        var lengths: Set<Int> = []
        for seed in 0..<300 {
            var generator = SeededGenerator(state: UInt64(seed))
            try directory.write(good, to: "mutant.db")
            try directory.write(damaged(log, &generator), to: "mutant.db-wal")
            let mutant = try directory.open("mutant.db")
            #expect(mutant.incidents.isEmpty, "seed \(seed)")
            let keys = try mutant.headers().map(\.key)
            let events = keys.filter { $0.space == .event && $0.key.hasPrefix("event-") }
            // Whole commits, and no later one without an earlier one.
            #expect(Set(events) == Set((0..<events.count).map { event($0) }), "seed \(seed)")
            let campaigns = keys.filter { $0.space == .campaign && $0.key.hasPrefix("campaign-") }
            #expect(campaigns.count == events.count, "seed \(seed)")
            for key in events {
                #expect(try mutant.body(key)?.body == content(key, size: 1_500), "seed \(seed)")
            }
            lengths.insert(events.count)
            try mutant.commit([put(event(1_000))])
            mutant.close()
            remove("mutant")
        }
        #expect(lengths.count > 10)
    }

    private func fill(_ name: String) throws -> [RecordKey: [UInt8]] {
        let store = try directory.open(name)
        var generator = SeededGenerator(state: 99)
        var expected: [RecordKey: [UInt8]] = [:]
        var changes: [StoreChange] = []
        for number in 0..<150 {
            let key = RecordKey(
                Space.allCases[number % Space.allCases.count], vendor: "shop",
                key: "record-\(number)")
            let size = Int.random(in: 0...4_000, using: &generator)
            expected[key] = content(key, size: size)
            changes.append(put(key, bodySize: size))
        }
        try store.commit(changes)
        store.close()
        return expected
    }

    private func damaged(_ good: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = good
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        // Half of the damage in the first pages, where the structure is.
        let start = Bool.random(using: &generator) ? position : position % min(20_480, good.count)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
            bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1:
            bytes.removeSubrange(start...)
        case 2:
            let page = start / 4_096 * 4_096
            for index in page..<min(page + 4_096, bytes.count) { bytes[index] = 0 }
        case 3:
            for index in start..<min(start + 600, bytes.count) {
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
        default:
            let source = Int.random(in: 0..<bytes.count, using: &generator) / 4_096 * 4_096
            let target = start / 4_096 * 4_096
            for offset in 0..<4_096
            where source + offset < good.count && target + offset < good.count {
                bytes[target + offset] = good[source + offset]
            }
        }
        return bytes
    }

    /// Reads everything, leaves noticed damage behind, and writes.
    private func judge(
        _ name: String, _ seed: Int, _ expected: [RecordKey: [UInt8]], _ outcome: inout Outcome
    ) throws {
        let store = try directory.open(name)
        var survivors: [RecordKey: [UInt8]] = [:]
        var isDamaged = false
        do {
            for header in try store.headers() {
                survivors[header.key] = try store.body(header.key)?.body
            }
        } catch {
            #expect(error.reason == "storage_corrupt", "seed \(seed): \(error)")
            isDamaged = true
        }
        if isDamaged {
            try store.startAfresh()
            outcome.foundLater += 1
        } else if !store.incidents.isEmpty {
            #expect(survivors.isEmpty, "seed \(seed)")
            #expect(directory.names.contains { $0.hasPrefix("mutant.db.") }, "seed \(seed)")
            outcome.setAside += 1
        } else if survivors == expected {
            outcome.intact += 1
        } else {
            outcome.altered += 1
        }
        do {
            try store.commit([.removeAll(.event, vendor: nil), put(event(1))])
        } catch {
            #expect(error.reason == "storage_corrupt", "seed \(seed): \(error)")
            try store.startAfresh()
            try store.commit([put(event(1))])
        }
        store.close()
        let reopened = try directory.open(name)
        #expect(reopened.incidents.isEmpty, "seed \(seed)")
        #expect(try reopened.body(event(1))?.body == content(event(1)), "seed \(seed)")
        reopened.close()
        remove("mutant")
    }

    private func remove(_ prefix: String) {
        for name in directory.names where name.hasPrefix(prefix) {
            try? FileManager.default.removeItem(atPath: directory[name])
        }
    }
}
