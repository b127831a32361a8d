public import PersonalizeCore
public import PersonalizeJSON

/// Something that needs the host's code.
enum Delivery {
    /// The update that has waited longest, if a callback takes updates.
    case update
    case log(LogMessage)
    case question(HookQuestion)
}

extension Runtime {
    /// Runs the callbacks and hooks that are due, in order and with no lock
    /// held. What they cause by calling in again is done before this returns.
    ///
    /// When this thread or another is delivering already, that one goes on and
    /// takes over what is new: so the order holds, and a callback that calls in
    /// is never entered again.
    public func deliver() {
        guard lockedIfUsable(beginDelivering) == true else { return }
        while let step = lockedIfUsable(nextDelivery) {
            guard let step else { return }
            run(step)
        }
    }

    private func beginDelivering() -> Bool {
        guard !isDelivering, !deliveries.isEmpty else { return false }
        isDelivering = true
        return true
    }

    /// What to do next; nil when all is done, and then others may deliver.
    private func nextDelivery() -> DeliveryStep? {
        while let delivery = deliveries.popFirst() {
            switch delivery {
            case .update:
                if let callback = callbacks.current.update, let text = updates.popFirst() {
                    return .update(callback, text)
                }
            case .log(let message):
                if let callback = callbacks.current.log { return .log(callback, message) }
            case .question(let question):
                guard let callback = callbacks.hook(question.hook, question.registration)
                else {
                    settle(question.token, nil)
                    continue
                }
                asking[question.token] = .missing
                let text = Text(JSONValue.object(question.question).encoded())
                return .ask(callback, question.token, text)
            }
        }
        isDelivering = false
        return nil
    }

    func run(_ step: DeliveryStep) {
        switch step {
        case .update(let callback, let text):
            withExtendedLifetime(text) { callback.call(text.borrowed) }
        case .log(let callback, let message): callback.call(message)
        case .ask(let callback, let token, let text):
            withExtendedLifetime(text) {
                callback.call(HookCall(token: token, question: text.borrowed))
            }
            _ = lockedIfUsable { settle(token, asking.removeValue(forKey: token)?.object) }
        }
    }

    /// Gives the engine the host's answer. A storage that fails here has been
    /// reported by an update; there is no call to give the error to.
    private func settle(_ token: Int64, _ answer: JSONObject?) {
        _ = try? transact(.answered(token: token, answer), at: clock.now)
        arm(wakes: false)
    }

    /// Answers a question while it is being asked; the last answer counts.
    ///
    /// Errors: `notFound` when nothing with the token is being asked, `argument`
    /// and `limit` for a customer's token that cannot be sent.
    public func answer(_ token: Int64, _ answer: JSONObject) throws(PersonalizeError) {
        try locked { () throws(PersonalizeError) in
            guard asking[token] != nil else {
                throw PersonalizeError(
                    .notFound, "unknown_question", "Nothing with this token is being asked.",
                    hint: "Answer from inside the hook, with the token it was given.")
            }
            forgetToken(of: asking[token])
            asking[token] = .missing
            asking[token] = .given(try keepingToken(of: answer))
        }
    }

    /// Registers for a question; nil leaves it. Several parts of one host
    /// register under names of their own and are asked in the order of their
    /// first registration. Gives whether somebody had the name.
    @discardableResult
    public func setHook(
        _ name: HookName, registration: String = "", _ hook: HookCallback?
    ) throws(PersonalizeError) -> Bool {
        // The former callback is let go of with no lock held.
        let former = try locked { () throws(PersonalizeError) -> HookCallback? in
            retired.removeAll()
            defer { arm(wakes: true) }
            try transact(
                .hookSet(name, isSet: hook != nil, registration: registration), at: clock.now)
            return callbacks.set(name, registration, hook)
        }
        return former != nil
    }

    /// Has updates delivered to a callback, beginning with those that wait; nil
    /// goes back to waiting.
    public func onUpdate(_ callback: UpdateCallback?) throws(PersonalizeError) {
        _ = try locked { () -> UpdateCallback? in
            retired.removeAll()
            if callback != nil {
                for _ in 0..<updates.count { deliveries.append(.update) }
            }
            return callbacks.set(update: callback)
        }
    }

    /// Has the lines of the log up to a level delivered to a callback; nil is
    /// a level below all.
    public func onLog(_ level: LogLevel?, _ callback: LogCallback?) throws(PersonalizeError) {
        _ = try locked { () -> LogCallback? in
            retired.removeAll()
            logLevel = callback == nil ? nil : level
            return callbacks.set(log: callback)
        }
    }
}

/// What has come of a question so far.
enum HookAnswer {
    case missing
    case given(JSONObject)

    var object: JSONObject? {
        if case .given(let object) = self { object } else { nil }
    }
}

/// One call of the host's code, with what it is called with.
enum DeliveryStep {
    case update(UpdateCallback, Text)
    case log(LogCallback, LogMessage)
    case ask(HookCallback, Int64, Text)
}
