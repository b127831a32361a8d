import PersonalizeCore

/// A request as it goes over the wire: checked, and with its secrets.
struct OutgoingRequest {
    struct Header {
        var name: String
        var value: String
        /// What must not reach another server that ours redirects to.
        var isPrivate: Bool
    }

    var method: String
    var url: String
    var headers: [Header]
    var body: String?
    let followsRedirects: Bool
    let maximumBytes: Int

    /// Throws when it cannot be sent as it is. Nothing of a request whose
    /// secret is missing is sent, and no message shows a value.
    init(_ request: Request, secrets: Secrets) throws(TransportFailure) {
        guard !request.method.isEmpty, request.method.utf8.allSatisfy(HTTPText.isToken) else {
            throw Self.refusal("its method is not one")
        }
        guard HTTPText.isURL(request.url) else {
            throw Self.refusal("its URL is not an http or https URL")
        }
        method = request.method
        url = request.url
        headers = []
        for header in request.headers {
            guard !header.name.isEmpty, header.name.utf8.allSatisfy(HTTPText.isToken) else {
                throw Self.refusal("it has a header whose name is not one")
            }
            var value = header.value
            if let name = header.secret {
                guard let secret = secrets[name] else {
                    throw Self.refusal("the secret \"\(name)\" is not known")
                }
                value += secret
            }
            guard value.utf8.allSatisfy(HTTPText.isFieldContent) else {
                throw Self.refusal("its header \(header.name) holds a control character")
            }
            headers.append(
                Header(
                    name: header.name, value: value,
                    isPrivate: header.secret != nil || HTTPText.isCredential(header.name)))
        }
        body = try Self.body(request, secrets)
        followsRedirects = request.followsRedirects
        maximumBytes = max(request.maximumBytes, 0)
    }

    private static func body(
        _ request: Request, _ secrets: Secrets
    ) throws(TransportFailure) -> String? {
        guard let part = request.bodySecret, let body = request.body else { return request.body }
        guard let secret = secrets[part.secret] else {
            throw refusal("the secret \"\(part.secret)\" is not known")
        }
        let bytes = Array(body.utf8)
        let mark = Array(part.mark.utf8)
        let starts = 0...max(bytes.count - mark.count, 0)
        guard !mark.isEmpty, let start = starts.first(where: { bytes[$0...].starts(with: mark) })
        else { throw refusal("its body has no place for the secret \"\(part.secret)\"") }
        return String(
            decoding: bytes[..<start] + Array(secret.utf8) + bytes[(start + mark.count)...],
            as: UTF8.self)
    }

    /// Whether a header is there.
    func has(_ name: String) -> Bool {
        headers.contains { equalsIgnoringASCIICase($0.name, name) }
    }

    private static func refusal(_ reason: String) -> TransportFailure {
        TransportFailure(.malformed, "The request was not sent: \(reason).")
    }
}

extension Request {
    /// The monotonic millisecond at which it is given up.
    func deadline(sentAt now: Instant) -> Int64 {
        let (deadline, overflow) = now.monotonic.addingReportingOverflow(max(timeout, 0))
        return overflow ? .max : deadline
    }
}

extension TransportFailure {
    /// The failure of a request whose own time has run out.
    static func timedOut(after milliseconds: Int64) -> TransportFailure {
        TransportFailure(.timedOut, "No complete answer came within \(milliseconds) ms.")
    }

    /// The failure of a request whose answer was longer than it allows.
    static func tooLarge(_ maximumBytes: Int) -> TransportFailure {
        TransportFailure(.tooLarge, "The answer is longer than \(maximumBytes) bytes.")
    }
}
