import Glibc
import Personalize

/// Carries out steps and writes down what the engine says. It decides and
/// compares nothing.
///
/// Everything happens on the main thread, callbacks included.
final class Host: @unchecked Sendable {
    /// More rounds than this without coming to rest is a fault of the engine.
    private static let settleRounds = 10_000

    let isScripted: Bool
    var engines: [String: PersonalizeEngine] = [:]
    /// The placements by their ids, those that were closed as well.
    var placements: [String: [Int64: PlacementHandle]] = [:]
    /// The engines that were not closed.
    var open: Set<String> = []
    /// Results by the names that steps gave them.
    var names: [String: JSONValue] = [:]
    var updates: [JSONValue] = []
    var requests: [JSONValue] = []
    var questions: [JSONValue] = []
    var log: [JSONValue] = []

    init(isScripted: Bool) { self.isScripted = isScripted }

    func engine(_ step: Step) -> PersonalizeEngine {
        guard let engine = engines[step.engine] else {
            refuse("no engine was opened as", step.engine)
        }
        return engine
    }

    func placement(_ step: Step) -> PlacementHandle {
        let id = number(step["placement"])
        guard let placement = placements[step.engine]?[id] else {
            refuse("cannot be said in Swift", "placement \(id)")
        }
        return placement
    }

    /// A number, or `$name` for an earlier result; 0 when it is missing.
    func number(_ value: JSONValue?) -> Int64 {
        guard let reference = value?.string, reference.hasPrefix("$") else {
            return value?.integer ?? 0
        }
        return names[String(reference.dropFirst())]?.integer ?? 0
    }

    func run(_ step: Step) {
        let number = step.object["step"] ?? .null
        if step.call == "kill" {
            put(["call": "kill", "error": nil, "result": nil, "step": number])
            kill(getpid(), SIGKILL)
        }
        var record = perform(step)
        record["step"] = number
        if open.contains(step.engine), let engine = engines[step.engine] {
            if step.settles { settle(engine) }
            if step.collects { collect(engine) }
        }
        take("updates", &updates, into: &record)
        take("requests", &requests, into: &record)
        take("questions", &questions, into: &record)
        take("log", &log, into: &record)
        put(record)
    }

    private func take(
        _ name: String, _ list: inout [JSONValue], into record: inout JSONObject
    ) {
        if !list.isEmpty { record[name] = .array(list) }
        list = []
    }

    private func put(_ record: JSONObject) {
        print(canonical(.object(record)))
        fflush(nil)
    }

    /// Carries out one call and gives its transcript.
    func perform(_ step: Step) -> JSONObject {
        var record: JSONObject = ["call": .string(step.call), "error": nil, "result": nil]
        guard let call = calls[step.call] else { refuse("no such call", step.call) }
        do throws(PersonalizeError) {
            let result = try call(self, step)
            record["result"] = result
            if let name = step.name { names[name] = result }
        } catch {
            record["error"] = describe(error)
        }
        return record
    }

    private func describe(_ error: PersonalizeError) -> JSONValue {
        [
            "code": .string(error.code.name), "reason": .string(error.reason),
            "message": .string(error.message), "path": .string(error.path ?? ""),
            "hint": .string(error.hint ?? ""), "vendor": .string(error.vendor ?? ""),
        ]
    }

    /// Lets an engine work until nothing is due.
    private func settle(_ engine: PersonalizeEngine) {
        do {
            for _ in 0..<Self.settleRounds {
                try engine.process()
                guard try engine.timeout == 0 else { return }
            }
        } catch { return }
        refuse("the engine does not come to rest", "")
    }

    /// Takes what an engine has to say.
    func collect(_ engine: PersonalizeEngine) {
        do {
            while let update = try engine.nextUpdate() { updates.append(.object(update.members)) }
            if isScripted { requests += try engine.scriptSent().array ?? [] }
        } catch { return }
    }
}

/// Ends the program: the scenario cannot be run.
func refuse(_ message: String, _ detail: String) -> Never {
    let complaint = Array("scenario host: \(message): \(detail)\n".utf8)
    _ = write(STDERR_FILENO, complaint, complaint.count)
    exit(2)
}
