public import PersonalizeCore
public import PersonalizeJSON

/// Runs a journal again, without storage, network or clock, and compares.
public enum Replay {
    /// Journals hold whole answers and states, which documents from outside
    /// may not.
    private static let limits = JSONLimits(
        documentBytes: 256 << 20, depth: JSONLimits.deepest, stringBytes: 256 << 20,
        values: 10_000_000)

    /// The report: `identical`, how many `commands` and `updates` there were,
    /// and the `first_difference` with its `line`, what was `recorded` and what
    /// was `replayed`; null when there is none.
    ///
    /// Errors: `json` for a line that is none, `argument` for one that is no
    /// part of a journal, `configuration` when the engine cannot be made.
    public static func run(
        journal: String, factories: [any AdapterFactory]
    ) throws(PersonalizeError) -> JSONObject {
        var run = ReplayRun(factories: factories)
        var number: Int64 = 0
        for line in journal.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            guard !line.isEmpty else { continue }
            try run.take(parse(line, number), recorded: line, line: number)
        }
        guard run.hasEngine else {
            throw PersonalizeError(
                .argument, "not_a_journal", "The journal is empty.",
                hint: "Give the file that \"journal\" in the configuration names.")
        }
        return run.report
    }

    /// The line without its effects: those are compared and never read, so what
    /// they hold may be as deep as it likes.
    private static func parse(
        _ line: Substring.UTF8View, _ number: Int64
    ) throws(PersonalizeError) -> JSONObject {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONDocument.read(Array(line), lists: ["effects"], limits: limits) { _ in }
        } catch {
            var error = PersonalizeError(error)
            error.path = "$[\(number - 1)]"
            error.hint = "Line \(number) of the journal is damaged or cut off."
            throw error
        }
        guard let object = value.object else { throw unreadable(number) }
        return object
    }

    static func unreadable(_ number: Int64) -> PersonalizeError {
        PersonalizeError(
            .argument, "not_a_journal", "Line \(number) is no line of a journal.",
            path: "$[\(number - 1)]",
            hint: "Give the file that \"journal\" in the configuration names, whole.")
    }
}

/// A replay under way.
struct ReplayRun {
    let factories: [any AdapterFactory]
    private var engine: Engine?
    private var commands: Int64 = 0
    private var updates: Int64 = 0
    private var difference: JSONValue = .null

    init(factories: [any AdapterFactory]) { self.factories = factories }

    var hasEngine: Bool { engine != nil }

    var report: JSONObject {
        [
            "identical": .bool(difference.isNull), "commands": .integer(commands),
            "updates": .integer(updates), "first_difference": difference,
        ]
    }

    mutating func take(
        _ object: JSONObject, recorded: Substring.UTF8View, line: Int64
    ) throws(PersonalizeError) {
        if let opening = JournalOpening(json: object) {
            let reader = ConfigurationReader(
                factories: factories, libraryVersion: opening.version)
            let configuration = try reader.read(opening.configuration)
            engine = Engine(
                configuration: configuration.engine,
                adapters: configuration.vendors.map(\.adapter), seed: opening.seed)
            return
        }
        guard engine != nil, let now = object["at"]?.object.flatMap(Instant.init(json:)),
            let command = object["command"]?.object.flatMap(Command.init(json:))
        else { throw Replay.unreadable(line) }
        let effects = engine?.handle(command, at: now) ?? []
        commands += 1
        for case .update in effects { updates += 1 }
        guard difference.isNull else { return }
        let replayed = JournalEntry(command: command, now: now, effects: effects).json
            .encodedBytes()
        guard !recorded.elementsEqual(replayed) else { return }
        difference = [
            "line": .integer(line),
            "recorded": .string(String(decoding: recorded, as: UTF8.self)),
            "replayed": .string(String(decoding: replayed, as: UTF8.self)),
        ]
    }
}
