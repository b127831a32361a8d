public import PersonalizeCore
public import PersonalizeJSON

extension Runtime {
    /// What to draw of an inbox.
    ///
    /// Its hook is asked here and now, before what else waits for the host: a
    /// host that draws from within a callback gets its own version as well.
    /// `vendor` nil means the first that has an inbox.
    public func inboxView(
        _ specification: InboxViewSpecification, vendor: String?
    ) throws(PersonalizeError) -> JSONObject {
        let reply = try perform(.inbox(vendor: vendor, .view(specification)))
        guard let token = reply["token"]?.integer else { return reply["view"]?.object ?? [:] }
        if case let step?? = lockedIfUsable({ takeQuestion(token) }) { run(step) }
        let answered = try perform(.inbox(vendor: vendor, .viewAnswer(token: token)))
        return answered["view"]?.object ?? [:]
    }

    /// The question with this token, out of its turn; nil when somebody else
    /// asks it already.
    private func takeQuestion(_ token: Int64) -> DeliveryStep? {
        let found = deliveries.removeFirst { delivery in
            if case .question(let question) = delivery { question.token == token } else { false }
        }
        guard case .question(let question) = found,
            let callback = callbacks.hook(question.hook)
        else { return nil }
        asking[token] = .missing
        let text = Text(JSONValue.object(question.question).encoded())
        return .ask(callback, token, text)
    }
}
