import PersonalizeCore
import PersonalizeJSON

/// Requests and answers as JSON, the way a host sees them.
enum HostMessage {
    static func request(_ request: Request, _ outgoing: OutgoingRequest) -> JSONObject {
        [
            "id": .integer(request.id),
            "vendor": .string(request.vendor),
            "purpose": .string(request.purpose),
            "method": .string(outgoing.method),
            "url": .string(outgoing.url),
            "headers": .array(
                outgoing.headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "body": outgoing.body.map(JSONValue.string) ?? .null,
            "timeout_ms": .integer(request.timeout),
            "maximum_bytes": .integer(Int64(outgoing.maximumBytes)),
        ]
    }

    /// What an answer says. A body beyond the limit is a failure of the
    /// request like any other, not an error of the host.
    static func exchange(_ answer: JSONValue, limit: Int) throws(FieldError) -> Exchange {
        let fields = try JSONFields(answer)
        if fields.has("failure") {
            try fields.refuseUnknown(allowed: ["failure", "message"])
            return .failure(try failure(fields))
        }
        try fields.refuseUnknown(allowed: ["status", "headers", "body", "body_base64"])
        let response = try fields.response(status: nil, body: try body(fields))
        return response.body.count > limit ? .failure(.tooLarge(limit)) : .response(response)
    }

    private static func failure(_ fields: JSONFields) throws(FieldError) -> TransportFailure {
        let names = TransportFailure.Kind.allCases.map(\.rawValue)
        let name = try fields.required("failure", as: .string(of: names))
        guard let kind = TransportFailure.Kind(rawValue: name) else {
            throw fields.invalid("failure", "no known failure")
        }
        let message = try fields.optional("message", as: .string)
        return TransportFailure(kind, message ?? "The host reports \"\(name)\".")
    }

    private static func body(_ fields: JSONFields) throws(FieldError) -> [UInt8] {
        guard let bytes = try fields.base64Body() else {
            return Array(try fields.optional("body", as: .string)?.utf8 ?? "".utf8)
        }
        if fields.has("body") {
            throw fields.invalid("body_base64", "stands beside \"body\"")
        }
        return bytes
    }
}
