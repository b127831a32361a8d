public import PersonalizeCore
public import PersonalizeJSON
import PersonalizeTransport

extension Runtime {
    /// Takes the next request the host has to carry out; nil when there is
    /// none. The text lives until the next call of this method.
    ///
    /// Errors: `state` unless the host is the transport.
    public func nextRequest() throws(PersonalizeError) -> BorrowedText? {
        try locked { () throws(PersonalizeError) in
            retired.removeAll()
            lentRequest = try host().next().map { Text(JSONValue.object($0).encoded()) }
            return lentRequest?.borrowed
        }
    }

    /// Takes the host's answer to a request.
    ///
    /// Errors: `state`, `notFound` for a request that is not waiting, `argument`
    /// for an answer of another form, and `storage`.
    public func finishRequest(_ id: Int64, answer: JSONValue) throws(PersonalizeError) {
        try locked { () throws(PersonalizeError) in
            retired.removeAll()
            let exchange = try host().finish(id, answer)
            defer { arm(wakes: true) }
            try transact(.exchanged(request: id, exchange), at: clock.now)
        }
    }

    /// Adds rules that answer requests.
    ///
    /// Errors: `state` unless the transport is scripted, `argument` for rules
    /// of another form.
    public func script(_ rules: JSONValue) throws(PersonalizeError) {
        try locked { () throws(PersonalizeError) in
            retired.removeAll()
            try scripted().script(rules)
        }
    }

    /// The requests sent since the last call, as an array.
    ///
    /// Errors: `state` unless the transport is scripted.
    public func scriptSent() throws(PersonalizeError) -> JSONValue {
        try locked { () throws(PersonalizeError) in
            retired.removeAll()
            return .array(try scripted().takeSent())
        }
    }

    private func host() throws(PersonalizeError) -> HostTransport {
        guard let host = transport as? HostTransport else { throw otherTransport("host") }
        return host
    }

    private func scripted() throws(PersonalizeError) -> ScriptedTransport {
        guard let scripted = transport as? ScriptedTransport else {
            throw otherTransport("scripted")
        }
        return scripted
    }

    private func otherTransport(_ wanted: String) -> PersonalizeError {
        PersonalizeError(
            .state, "other_transport",
            "The engine's transport is \"\(configuration.transport.rawValue)\".",
            hint: "Open the engine with \"transport\": \"\(wanted)\".")
    }
}
