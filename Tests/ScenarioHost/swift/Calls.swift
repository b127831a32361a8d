import Personalize

typealias Call = @Sendable (Host, Step) throws(PersonalizeError) -> JSONValue

/// The calls by the names of the C interface.
let calls: [String: Call] = [
    contentCalls, authorizationCalls, inboxCalls, screenCalls, templateCalls, reportingCalls,
    presentationCalls,
].reduce(engineCalls) { $0.merging($1) { first, _ in first } }

/// A call on an engine that gives nothing.
func done(
    _ body: @escaping @Sendable (PersonalizeEngine, Step) throws(PersonalizeError) -> Void
) -> Call {
    { host, step throws(PersonalizeError) in
        try body(host.engine(step), step)
        return .null
    }
}

/// A call on an engine.
func giving(
    _ body: @escaping @Sendable (PersonalizeEngine, Step) throws(PersonalizeError) -> JSONValue
) -> Call {
    { host, step throws(PersonalizeError) in try body(host.engine(step), step) }
}

private let engineCalls: [String: Call] = [
    "version": { _, _ in .string(PersonalizeEngine.version) },
    "open": open,
    "start": done { engine, _ throws(PersonalizeError) in try engine.start() },
    "close": { host, step in
        let engine = host.engine(step)
        host.collect(engine)
        host.open.remove(step.engine)
        engine.close()
        return .null
    },
    "state": giving { engine, _ throws(PersonalizeError) in .object(try engine.state()) },
    "stats": giving { engine, _ throws(PersonalizeError) in .object(try engine.stats()) },
    "fd": giving { engine, _ throws(PersonalizeError) in .bool(try engine.descriptor >= 0) },
    "timeout": giving { engine, _ throws(PersonalizeError) in
        try engine.timeout.map(JSONValue.integer) ?? .null
    },
    "process": done { engine, _ throws(PersonalizeError) in try engine.process() },
    "wait": giving { engine, step throws(PersonalizeError) in
        .bool(try engine.wait(milliseconds: step.number("milliseconds")))
    },
    "next_update": giving { engine, _ throws(PersonalizeError) in
        try engine.nextUpdate().map { .object($0.members) } ?? .null
    },
    "on_update": { host, step throws(PersonalizeError) in
        let engine = host.engine(step)
        guard step.flag("enabled") else {
            try engine.onUpdate(nil)
            return .null
        }
        try engine.onUpdate { host.updates.append(.object($0.members)) }
        return .null
    },
    "on_log": onLog,
    "next_request": giving { engine, _ throws(PersonalizeError) in
        try engine.nextRequest().map(JSONValue.object) ?? .null
    },
    "finish_request": { host, step throws(PersonalizeError) in
        try host.engine(step).finishRequest(
            host.number(step["request"]), answer: step.members("answer"))
        return .null
    },
    "script": done { engine, step throws(PersonalizeError) in
        try engine.script(step["rules"] ?? .null)
    },
    "script_sent": giving { engine, _ throws(PersonalizeError) in try engine.scriptSent() },
    "advance": done { engine, step throws(PersonalizeError) in
        try engine.advance(milliseconds: step.number("milliseconds"))
    },
    "set_time": done { engine, step throws(PersonalizeError) in
        try engine.setTime(step.number("wall_ms"))
    },
    "replay": { _, step throws(PersonalizeError) in
        .object(try PersonalizeEngine.replay(journal: readFile(step.text("file") ?? "")))
    },
]

@Sendable private func open(_ host: Host, _ step: Step) throws(PersonalizeError) -> JSONValue {
    let engine =
        if let text = step["configuration"]?["$text"]?.string {
            try PersonalizeEngine(configuration: text)
        } else {
            try PersonalizeEngine(configuration: step.members("configuration"))
        }
    host.engines[step.engine] = engine
    host.placements[step.engine] = [:]
    host.open.insert(step.engine)
    return .null
}

@Sendable private func onLog(_ host: Host, _ step: Step) throws(PersonalizeError) -> JSONValue {
    let engine = host.engine(step)
    guard let level = LogLevel.allCases.first(where: { $0.name == step.text("level") }) else {
        try engine.onLog(.error, nil)
        return .null
    }
    try engine.onLog(level) { level, vendor, message in
        host.log.append([
            "level": .string(level.name), "vendor": .string(vendor ?? ""),
            "message": .string(message),
        ])
    }
    return .null
}
