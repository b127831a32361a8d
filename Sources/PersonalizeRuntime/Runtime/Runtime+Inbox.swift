import Glibc
public import PersonalizeCore
public import PersonalizeJSON

extension Runtime {
    /// What to draw of an inbox.
    ///
    /// Its hook is asked here and now, before what else waits for the host: a
    /// host that draws from within a callback gets its own version as well, and
    /// one that draws a view from within that view's hook gets the default.
    /// `vendor` nil means the first that has an inbox.
    public func inboxView(
        _ specification: InboxViewSpecification, vendor: String?
    ) throws(PersonalizeError) -> JSONObject {
        let reply = try perform(.inbox(vendor: vendor, .view(specification)))
        guard let token = reply["token"]?.integer else { return reply["view"]?.object ?? [:] }
        // Once for each who registered.
        while case let question?? = lockedIfUsable({ takeQuestion(token) }) {
            run(question.step)
            _ = lockedIfUsable { drawing.remove(question.drawing) }
        }
        let answered = try perform(.inbox(vendor: vendor, .viewAnswer(token: token)))
        return answered["view"]?.object ?? [:]
    }

    /// The question with this token, out of its turn; nil when nobody is to be
    /// asked, or somebody else asks it already.
    private func takeQuestion(_ token: Int64) -> (step: DeliveryStep, drawing: Drawing)? {
        let found = deliveries.removeFirst { delivery in
            if case .question(let question) = delivery { question.token == token } else { false }
        }
        guard case .question(let question) = found,
            let callback = callbacks.hook(question.hook, question.registration)
        else { return nil }
        let drawing = Drawing(hook: question.hook, thread: UInt(pthread_self()))
        guard self.drawing.insert(drawing).inserted else { return nil }
        asking[token] = .missing
        let text = Text(JSONValue.object(question.question).encoded())
        return (.ask(callback, token, text), drawing)
    }
}

/// A view that a thread is asking its host about.
struct Drawing: Hashable {
    var hook: HookName
    var thread: UInt
}
