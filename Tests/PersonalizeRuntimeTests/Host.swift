import Foundation
import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import PersonalizeRuntime

/// A host of the tests: an engine with a manual clock and a script, and what
/// it told.
final class Host: @unchecked Sendable {
    let runtime: Runtime

    init(
        storage: String = ":memory:", journal: String? = nil, transport: String = "scripted",
        seed: Int64 = 7
    ) throws(PersonalizeError) {
        var configuration: JSONObject = [
            "version": 1, "storage": .string(storage), "transport": .string(transport),
            "seed": .integer(seed),
            "clock": ["manual": ["wall_ms": 1_767_225_600_000]],
            "vendors": [
                [
                    "id": "shop", "kind": "exponea", "project_token": "token",
                    "authorization": "Token hush",
                ]
            ],
        ]
        if let journal { configuration["journal"] = .string(journal) }
        runtime = try Runtime.open(
            configuration: JSONValue.object(configuration).encoded(),
            factories: [ExponeaFactory()])
    }

    /// Answers events and customers, and gives one block for `home_top`.
    static let script: JSONValue = [
        [
            "match": ["purpose": "definitions"],
            "answer": ["body": ["success": true, "data": [block]]],
        ],
        ["match": ["purpose": "event"], "answer": ["body": ["success": true]]],
        ["match": ["purpose": "customer"], "answer": ["body": ["success": true]]],
    ]

    static let block: JSONValue = [
        "id": "b1", "name": "Hero", "placeholders": ["home_top"],
        "date_filter": ["enabled": false], "load_frequency": "always", "load_priority": 1,
        "content_type": "html",
        "content": ["html": "<a data-actiontype='deep-link' data-link='shop://sale'>Sale</a>"],
    ]

    @discardableResult
    func perform(_ command: Command) throws(PersonalizeError) -> JSONObject {
        let reply = try runtime.perform(command)
        runtime.deliver()
        return reply
    }

    func open(_ placement: String = "home_top") throws(PersonalizeError) -> Int64 {
        let reply = try perform(.placementOpen(PlacementSpecification(placement: placement)))
        return reply["placement"]?.integer ?? 0
    }

    /// Takes all updates that wait.
    func updates() throws -> [JSONObject] {
        var updates: [JSONObject] = []
        while let text = try runtime.nextUpdate() {
            updates.append(try JSONValue.parse(text.string).object ?? [:])
        }
        return updates
    }

    func names() throws -> [String] { try updates().compactMap { $0["update"]?.string } }
}

/// A directory of one test, removed with it.
final class Scratch {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "runtime-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    subscript(name: String) -> String { path + "/" + name }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: self[name], encoding: .utf8)
    }
}

/// What a callback has written down; callbacks may come from any thread.
final class Notes: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    func write(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
}

/// The error a call throws; nil when it throws none of ours.
func failure<Value>(_ body: () throws -> Value) -> PersonalizeError? {
    do {
        _ = try body()
        return nil
    } catch { return error as? PersonalizeError }
}
