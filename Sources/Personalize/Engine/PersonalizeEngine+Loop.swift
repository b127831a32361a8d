import PersonalizeRuntime

extension PersonalizeEngine {
    /// A descriptor that becomes readable when `process()` has something to do.
    /// It belongs to the engine; only poll it.
    public var descriptor: Int32 {
        get throws(PersonalizeError) { try runtime.descriptor() }
    }

    /// Milliseconds until the engine wants to be processed; nil when only the
    /// descriptor tells.
    public var timeout: Int64? {
        get throws(PersonalizeError) { try runtime.timeout() }
    }

    /// Does what is due and returns at once.
    public func process() throws(PersonalizeError) { try runtime.process() }

    /// Processes until there is an update or a request for the host, something
    /// was processed, or the time has passed; -1 for no limit. Whether there is
    /// one.
    ///
    /// Errors: `busy` when another thread waits already.
    @discardableResult
    public func wait(milliseconds: Int64) throws(PersonalizeError) -> Bool {
        try runtime.wait(milliseconds)
    }

    /// Takes the next update; nil when there is none.
    public func nextUpdate() throws(PersonalizeError) -> Update? {
        try runtime.nextUpdate().map { Update($0.string) }
    }

    /// Has log lines up to a level delivered; nil for none.
    public func onLog(
        _ level: LogLevel = .warning,
        _ receiver: (@Sendable (_ level: LogLevel, _ vendor: String?, _ message: String) -> Void)?
    ) throws(PersonalizeError) {
        defer { runtime.deliver() }
        try runtime.onLog(
            level,
            receiver.map { receiver in
                LogCallback { receiver($0.line.level, $0.vendor, $0.line.message) }
            })
    }

    /// Has updates delivered as they come, on the thread whose call caused them,
    /// instead of through `nextUpdate()` and `updates`; nil goes back.
    public func onUpdate(
        _ receiver: (@Sendable (Update) -> Void)?
    ) throws(PersonalizeError) {
        defer { runtime.deliver() }
        try runtime.onUpdate(
            receiver.map { receiver in UpdateCallback { receiver(Update($0.string)) } })
    }

    /// Registers for a question (docs/reference.md, Hooks); nil leaves it. The
    /// hook runs inside the call that needs the answer; nil from it leaves the
    /// default.
    public func setHook(
        _ name: HookName, _ hook: (@Sendable (JSONObject) -> JSONObject?)?
    ) throws(PersonalizeError) {
        defer { runtime.deliver() }
        guard let hook else {
            try runtime.setHook(name, nil)
            return
        }
        try runtime.setHook(name, callback(hook))
    }

    /// Registers for a question besides others, under a name of the caller's.
    /// Whoever registered is asked in the order of registration, each with
    /// what those before have made of the question's subject; registering
    /// again under the name replaces the hook and keeps its place.
    public func addHook(
        _ name: HookName, registration: String,
        _ hook: @escaping @Sendable (JSONObject) -> JSONObject?
    ) throws(PersonalizeError) {
        defer { runtime.deliver() }
        try runtime.setHook(name, registration: registration, callback(hook))
    }

    /// Leaves a question, also from inside the hook; whether somebody had
    /// registered under the name.
    @discardableResult
    public func removeHook(
        _ name: HookName, registration: String
    ) throws(PersonalizeError) -> Bool {
        defer { runtime.deliver() }
        return try runtime.setHook(name, registration: registration, nil)
    }

    private func callback(
        _ hook: @escaping @Sendable (JSONObject) -> JSONObject?
    ) -> HookCallback {
        HookCallback { [weak runtime] call in
            let question =
                (try? JSONValue.parse(
                    call.question.string, limits: JSONLimits(depth: JSONLimits.deepest)))?.object
                ?? [:]
            guard let answer = hook(question) else { return }
            try? runtime?.answer(call.token, answer)
        }
    }
}
