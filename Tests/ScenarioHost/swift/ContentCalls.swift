import Personalize

let contentCalls: [String: Call] = [
    "anonymize": done { engine, _ throws(PersonalizeError) in try engine.anonymize() },
    "session_start": done { engine, _ throws(PersonalizeError) in try engine.startSession() },
    "session_end": done { engine, _ throws(PersonalizeError) in try engine.endSession() },
    "foreground": done { engine, step throws(PersonalizeError) in
        try engine.setForeground(step.flag("foreground"))
    },
    "identify": done { engine, step throws(PersonalizeError) in
        try engine.identify(
            ids: step.members("ids"), properties: step.members("properties"),
            key: step.text("key"))
    },
    "consent": done { engine, step throws(PersonalizeError) in
        guard let consent = step.text("consent").flatMap(Consent.init(rawValue:)) else {
            refuse("cannot be said in Swift", "consent")
        }
        try engine.setConsent(
            consent, for: step.text("purpose").flatMap(Purpose.init(rawValue:)),
            vendor: step.text("vendor"))
    },
    "track": done { engine, step throws(PersonalizeError) in
        try engine.track(
            step.text("event") ?? "", properties: step.members("properties"),
            vendors: step.members("options")["vendors"]?.array?.compactMap(\.string))
    },
    "flush": done { engine, _ throws(PersonalizeError) in try engine.flush() },
    "offline": done { engine, step throws(PersonalizeError) in
        try engine.setOffline(step.flag("offline"))
    },
    "refresh": done { engine, step throws(PersonalizeError) in
        try engine.refresh(vendor: step.text("vendor"), key: step.text("key"))
    },
    "ingest": done { engine, step throws(PersonalizeError) in
        let payload = step["payload"] ?? .null
        try engine.ingest(
            payload["$text"]?.string ?? payload.encoded(), kind: step.text("kind") ?? "",
            vendor: step.text("vendor") ?? "")
    },
    "prefetch": done { engine, step throws(PersonalizeError) in
        try engine.prefetch(placements: step.strings("placements"), key: step.text("key"))
    },
    "explain": giving { engine, step throws(PersonalizeError) in
        let subject = step.members("subject")
        if let overlay = subject["overlay"] {
            return .object(
                try engine.explain(
                    OverlayQuestion(
                        campaign: overlay.string, vendor: subject["vendor"]?.string,
                        event: subject["event"]?.string,
                        properties: subject["properties"]?.object ?? [:],
                        items: (subject["items"]?.array ?? []).compactMap(\.object))))
        }
        return .object(
            try engine.explain(
                placement: subject["placement"]?.string ?? "", vendor: subject["vendor"]?.string))
    },
    "hook_set": setHook,
    "placement_open": openPlacement,
    "placement_reload": onPlacement { placement, step throws(PersonalizeError) in
        let options = step.members("options")
        try placement.reload(
            force: options["force"]?.bool ?? false, key: options["key"]?.string)
    },
    "placement_content": content,
    "placement_content_copy": content,
    "placement_click": onPlacement { placement, step throws(PersonalizeError) in
        try placement.click(step.text("url") ?? "")
    },
    "placement_dismiss": onPlacement { placement, _ throws(PersonalizeError) in
        try placement.dismiss()
    },
    "placement_report": onPlacement(report),
    "placement_invoke": onPlacement { placement, step throws(PersonalizeError) in
        try placement.invoke(step.text("url") ?? "")
    },
    "placement_track": onPlacement(trackByHand),
    "placement_configure": onPlacement { placement, step throws(PersonalizeError) in
        try placement.configure(options(step.members("options"), "options"))
    },
    "placement_state": { host, step throws(PersonalizeError) in
        .object(try host.placement(step).state())
    },
    "cell_prepare": { host, step throws(PersonalizeError) in
        .bool(try host.placement(step).prepare())
    },
    "carousel_next": onCarousel(.next), "carousel_previous": onCarousel(.previous),
    "carousel_pause": onCarousel(.pause), "carousel_resume": onCarousel(.resume),
    "carousel_release": onCarousel(.release),
    "placement_close": onPlacement { placement, _ throws(PersonalizeError) in
        try placement.close()
    },
]

func onPlacement(
    _ body: @escaping @Sendable (PlacementHandle, Step) throws(PersonalizeError) -> Void
) -> Call {
    { host, step throws(PersonalizeError) in
        try body(host.placement(step), step)
        return .null
    }
}

@Sendable private func content(_ host: Host, _ step: Step) throws(PersonalizeError) -> JSONValue {
    try host.placement(step).content().map(JSONValue.object) ?? .null
}

@Sendable private func report(
    _ placement: PlacementHandle, _ step: Step
) throws(PersonalizeError) {
    let members = step.members("report")
    if let isAttached = members["attached"]?.bool {
        try placement.setAttached(isAttached)
    } else if let isVisible = members["visible"]?.bool {
        try placement.setVisible(isVisible)
    } else if let message = members["failed"]?.string {
        try placement.reportFailure(message)
    } else {
        try placement.reportSize(
            width: members["width"]?.double, height: members["height"]?.double)
    }
}

/// Answers a hook as the scenario says, in turn: what to answer, if anything,
/// and the steps to make from inside.
@Sendable private func setHook(_ host: Host, _ step: Step) throws(PersonalizeError) -> JSONValue {
    guard let name = step.text("name").flatMap(HookName.init(rawValue:)) else {
        refuse("cannot be said in Swift", "name")
    }
    let engine = host.engine(step)
    guard let answers = step["answers"]?.array else {
        try engine.setHook(name, nil)
        return .null
    }
    try engine.setHook(name, answering(answers, name, host))
    return .null
}

/// One of several who are asked.
@Sendable func addHook(_ host: Host, _ step: Step) throws(PersonalizeError) -> JSONValue {
    guard let name = step.text("name").flatMap(HookName.init(rawValue:)) else {
        refuse("cannot be said in Swift", "name")
    }
    try host.engine(step).addHook(
        name, registration: step.text("registration") ?? "",
        answering(step["answers"]?.array ?? [], name, host, step.text("registration")))
    return .null
}

@Sendable func removeHook(_ host: Host, _ step: Step) throws(PersonalizeError) -> JSONValue {
    guard let name = step.text("name").flatMap(HookName.init(rawValue:)) else {
        refuse("cannot be said in Swift", "name")
    }
    return .bool(
        try host.engine(step).removeHook(name, registration: step.text("registration") ?? ""))
}

private func answering(
    _ answers: [JSONValue], _ name: HookName, _ host: Host, _ registration: String? = nil
) -> @Sendable (JSONObject) -> JSONObject? {
    let waiting = Answers(answers)
    return { question in
        let answer = waiting.next()
        let position = host.questions.count
        var record: JSONObject = ["hook": .string(name.rawValue), "question": .object(question)]
        record["registration"] = registration.map(JSONValue.string)
        host.questions.append(.object(record))
        let calls = (answer["calls"]?.array ?? []).map { JSONValue.object(host.perform(Step($0))) }
        if !calls.isEmpty {
            record["calls"] = .array(calls)
            host.questions[position] = .object(record)
        }
        return answer["answer"]?.object
    }
}

private final class Answers: @unchecked Sendable {
    private var waiting: ArraySlice<JSONValue>

    init(_ answers: [JSONValue]) { waiting = answers[...] }

    func next() -> JSONValue { waiting.popFirst() ?? .null }
}
