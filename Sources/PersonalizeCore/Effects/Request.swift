/// A request the engine wants sent.
///
/// It is complete but for its secrets: a header names the secret it needs and
/// whoever sends the request puts it in. That way journals, states and logs
/// may hold whole requests.
public struct Request: Sendable, Equatable {
    /// One header line.
    public struct Header: Sendable, Equatable {
        public var name: String
        /// The value, or what stands before the secret.
        public var value: String
        /// Which secret is appended to `value` on sending; nil for none.
        public var secret: String?

        public init(_ name: String, _ value: String, secret: String? = nil) {
            self.name = name
            self.value = value
            self.secret = secret
        }
    }

    /// A secret within the body, for vendors that want it there.
    public struct BodySecret: Sendable, Equatable {
        /// What stands in the body in its place; the first occurrence counts.
        public var mark: String
        /// Which secret it is. Its text is put in as it is.
        public var secret: String

        public init(mark: String, secret: String) {
            self.mark = mark
            self.secret = secret
        }
    }

    /// Identifies the request within one opening of the engine; ascending.
    public var id: Int64
    /// The vendor instance it belongs to.
    public var vendor: String
    /// What it is for: `definitions`, `personalization`, `event`, `customer`,
    /// `resource`, `inbox`, `inbox_read`, `file`, `batch`, `follow_up`,
    /// `handshake`, `templates`.
    public var purpose: String
    public var method: String
    /// `http` or `https`; or `file:` and a path that the vendor's configuration
    /// names, which is read without a network.
    public var url: String
    public var headers: [Header]
    /// The body, nil for none.
    public var body: String?
    /// What the body lacks of a secret; nil for nothing.
    public var bodySecret: BodySecret?
    /// Whether an answer may send it elsewhere.
    public var followsRedirects: Bool
    /// How long the whole exchange may take, in milliseconds.
    public var timeout: Int64
    /// How long an answer's decoded body may be, in bytes.
    public var maximumBytes: Int

    public init(
        id: Int64, vendor: String, purpose: String, method: String, url: String,
        headers: [Header] = [], body: String? = nil, bodySecret: BodySecret? = nil,
        followsRedirects: Bool = true, timeout: Int64 = 30_000,
        maximumBytes: Int = 16 << 20
    ) {
        self.id = id
        self.vendor = vendor
        self.purpose = purpose
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.bodySecret = bodySecret
        self.followsRedirects = followsRedirects
        self.timeout = timeout
        self.maximumBytes = maximumBytes
    }
}
