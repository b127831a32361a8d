public import PersonalizeCore
public import PersonalizeJSON

/// Answers requests from rules, without a network.
///
/// For tests, test rigs and scenarios. Time is the engine's, so with a manual
/// clock a slow answer takes no time at all.
public final class ScriptedTransport: Transport {
    private struct Pending {
        var completion: Completion
        var due: Int64
    }

    private var rules: [ScriptRule] = []
    private var pending: [Pending] = []
    private var sent: [JSONValue] = []

    /// How many sent requests are kept for `takeSent`; older ones are lost.
    private static let maximumSent = 10_000

    /// No rules: every request gets a 404.
    public init() {}

    /// Adds rules behind those there are: all of them or, when one is wrong,
    /// none. Throws an argument error with a path.
    public func script(_ rules: JSONValue) throws(PersonalizeError) {
        do throws(FieldError) {
            guard let list = rules.array else {
                throw FieldError(
                    path: "$", reason: .wrongType,
                    message: "expected an array of rules, found \(rules.kind)")
            }
            var added: [ScriptRule] = []
            for (index, rule) in list.enumerated() {
                added.append(try ScriptRule(JSONFields(rule, path: "$[\(index)]")))
            }
            self.rules.append(contentsOf: added)
        } catch {
            throw PersonalizeError(argument: error)
        }
    }

    /// The requests sent since the last call, in order, without secrets.
    public func takeSent() -> [JSONValue] {
        defer { sent = [] }
        return sent
    }

    public func send(_ request: Request, secrets: Secrets, at now: Instant) {
        cancel(request.id)
        do throws(TransportFailure) {
            let outgoing = try OutgoingRequest(request, secrets: secrets)
            let subject = ScriptSubject(request)
            let answer = answer(to: subject)
            log(subject, at: now, isMatched: answer != nil)
            pending.append(
                Self.pending(request, answer ?? .unmatched, limit: outgoing.maximumBytes, now))
        } catch {
            pending.append(
                Pending(
                    completion: Completion(id: request.id, exchange: .failure(error)),
                    due: now.monotonic))
        }
    }

    public func cancel(_ id: Int64) { pending.removeAll { $0.completion.id == id } }

    public func process(_ ready: [ReadySocket], at now: Instant) -> [Completion] {
        let due = pending.filter { $0.due <= now.monotonic }
            .sorted { ($0.due, $0.completion.id) < ($1.due, $1.completion.id) }
        pending.removeAll { $0.due <= now.monotonic }
        return due.map(\.completion)
    }

    public var nextDeadline: Int64? { pending.lazy.map(\.due).min() }

    public var activeCount: Int { pending.count }

    public func close() { pending = [] }

    public func abandon() { close() }

    private func answer(to subject: ScriptSubject) -> ScriptAnswer? {
        for index in rules.indices where rules[index].matches(subject) {
            return rules[index].nextAnswer()
        }
        return nil
    }

    /// An answer that would take longer than the request lasts is a time-out.
    private static func pending(
        _ request: Request, _ answer: ScriptAnswer, limit: Int, _ now: Instant
    ) -> Pending {
        let deadline = request.deadline(sentAt: now)
        let (due, overflow) = now.monotonic.addingReportingOverflow(answer.delay)
        guard !overflow, due < deadline || answer.delay == 0, !answer.isNever else {
            let failure = TransportFailure.timedOut(after: request.timeout)
            return Pending(
                completion: Completion(id: request.id, exchange: .failure(failure)),
                due: deadline)
        }
        return Pending(
            completion: Completion(id: request.id, exchange: answer.exchange(limit: limit)),
            due: due)
    }

    private func log(_ subject: ScriptSubject, at now: Instant, isMatched: Bool) {
        if sent.count >= Self.maximumSent { sent.removeFirst() }
        sent.append(.object(subject.logged(at: now, isMatched: isMatched)))
    }
}
