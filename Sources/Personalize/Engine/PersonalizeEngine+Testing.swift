import PersonalizeRuntime

extension PersonalizeEngine {
    /// With `"transport": "host"`: takes the next request; nil when there is
    /// none.
    ///
    /// Errors: `state`.
    public func nextRequest() throws(PersonalizeError) -> JSONObject? {
        guard let text = try runtime.nextRequest()?.string else { return nil }
        return (try? JSONValue.parse(text, limits: Self.requestLimits))?.object
    }

    /// With `"transport": "host"`: answers a request (docs/reference.md,
    /// Answers).
    ///
    /// Errors: `state`, `notFound`, `argument`.
    public func finishRequest(_ id: Int64, answer: JSONObject) throws(PersonalizeError) {
        defer { runtime.deliver() }
        try runtime.finishRequest(id, answer: .object(answer))
    }

    /// With `"transport": "scripted"`: adds rules that answer requests
    /// (docs/reference.md, Scripts).
    ///
    /// Errors: `state`, `argument`.
    public func script(_ rules: JSONValue) throws(PersonalizeError) {
        defer { runtime.deliver() }
        try runtime.script(rules)
    }

    /// With `"transport": "scripted"`: the requests sent since the last call.
    ///
    /// Errors: `state`.
    public func scriptSent() throws(PersonalizeError) -> JSONValue {
        defer { runtime.deliver() }
        return try runtime.scriptSent()
    }

    /// With a manual clock: lets time pass, and does all that falls due in its
    /// order.
    ///
    /// Errors: `state`, `argument` when negative.
    public func advance(milliseconds: Int64) throws(PersonalizeError) {
        try runtime.advance(milliseconds)
    }

    /// With a manual clock: sets the wall clock; no time passes.
    ///
    /// Errors: `state`.
    public func setTime(_ wall: Int64) throws(PersonalizeError) {
        defer { runtime.deliver() }
        try runtime.setTime(wall)
    }

    /// Bodies of requests may be longer than strings from outside.
    private static let requestLimits = JSONLimits(documentBytes: 64 << 20, stringBytes: 64 << 20)
}
