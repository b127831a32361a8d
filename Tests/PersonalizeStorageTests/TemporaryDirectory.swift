import Foundation
import PersonalizeCore
import PersonalizeStorage

/// A directory of one test, removed with it.
///
/// Keep it in a property of the suite: a local is released after its last use,
/// which may be before the store's.
final class TemporaryDirectory {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "storage-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    subscript(name: String) -> String { path + "/" + name }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
    }

    func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: self[name])))
    }

    func open(
        _ name: String = "state.db", durability: Durability = .process
    ) throws(PersonalizeError) -> Store {
        try Store.open(path: self[name], durability: durability)
    }
}

func event(_ number: Int) -> RecordKey {
    RecordKey(.event, vendor: "shop", key: "event-\(number)")
}

func campaign(_ number: Int) -> RecordKey {
    RecordKey(.campaign, vendor: "shop", key: "campaign-\(number)")
}

/// A put whose header and body can be told from any other record's.
func put(_ key: RecordKey, bodySize: Int = 500) -> StoreChange {
    .put(key, header: "{\"key\":\"\(key.key)\"}", body: content(key, size: bodySize))
}

func content(_ key: RecordKey, size: Int = 500) -> [UInt8] {
    let pattern = key.key + ";"
    return Array(String(repeating: pattern, count: size / pattern.utf8.count + 1).utf8.prefix(size))
}

/// A small generator, so that a failing mutant can be made again.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
