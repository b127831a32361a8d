/// A server's answer to a request.
public struct Response: Sendable, Equatable {
    public struct Header: Sendable, Equatable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public var status: Int
    public var headers: [Header]
    /// The body after content decoding.
    public var body: [UInt8]

    public init(status: Int, headers: [Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header, whatever the case of its name.
    public func header(_ name: String) -> String? {
        headers.first { equalsIgnoringASCIICase($0.name, name) }?.value
    }
}

/// Why no answer came.
public struct TransportFailure: Error, Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        /// No connection, or it broke.
        case unreachable
        case timedOut = "timed_out"
        /// The server's certificate was not accepted.
        case tls
        /// The body was longer than the request allows.
        case tooLarge = "too_large"
        case tooManyRedirects = "too_many_redirects"
        /// The answer ended early or made no sense, or the request
        /// could not be sent as it is.
        case malformed
        /// The engine is closing or is offline.
        case cancelled
        /// It needs a token of the customer's that the host did not give, so
        /// it was not sent.
        case authorizationMissing = "authorization_missing"
    }

    public var kind: Kind
    public var message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

/// How a request ended.
public enum Exchange: Sendable, Equatable {
    case response(Response)
    case failure(TransportFailure)
}

/// Compares two names the way HTTP does.
public func equalsIgnoringASCIICase(_ left: String, _ right: String) -> Bool {
    func folded(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }
    return left.utf8.count == right.utf8.count
        && zip(left.utf8, right.utf8).allSatisfy { folded($0) == folded($1) }
}
