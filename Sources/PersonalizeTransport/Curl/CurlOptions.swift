/// How the built-in HTTP reaches the network. Environment variables have no
/// part in it.
public struct CurlOptions: Sendable, Equatable {
    /// A PEM file of certificates to trust instead of the system's.
    public var caFile: String?
    /// A directory of hashed certificates to trust instead of the system's.
    public var caPath: String?
    /// The proxy's URL, such as `http://proxy.test:3128`; nil for none.
    public var proxy: String?
    /// The hosts that are reached without the proxy, separated by commas.
    public var noProxy: String?
    /// How many redirects one request may follow.
    public var maximumRedirects = 5
    /// How long setting up a connection may take, in milliseconds.
    public var connectTimeout: Int64 = 10_000
    /// How many connections to one host may be open; further requests queue.
    public var maximumConnectionsPerHost = 6
    /// The `User-Agent` of requests that bring none.
    public var userAgent = "libpersonalize"

    /// The system's certificates, no proxy, and the limits above.
    public init() {}
}
