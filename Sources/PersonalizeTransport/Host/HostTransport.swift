public import PersonalizeCore
public import PersonalizeJSON

/// Hands requests to the host and takes its answers.
///
/// For a host that has an HTTP client of its own, or none at all. A request
/// is handed out once; one that the host never answers fails when its own
/// time has run out, and the host's answer then comes too late.
public final class HostTransport: Transport {
    private struct Open {
        var request: Request
        var outgoing: OutgoingRequest
        var deadline: Int64
        var isHandedOut = false
    }

    /// Open requests in the order in which they were sent.
    private var open: [Open] = []
    private var refused: [(completion: Completion, at: Int64)] = []

    /// No requests.
    public init() {}

    /// Limits for reading an answer: a body is one string, and longer than
    /// other strings are.
    public static let answerLimits = JSONLimits(documentBytes: 64 << 20, stringBytes: 64 << 20)

    /// Whether a request waits for the host.
    public var hasRequest: Bool { open.contains { !$0.isHandedOut } }

    /// Takes the next request, as the JSON object that the host gets, with
    /// its secrets; nil when there is none.
    public func next() -> JSONObject? {
        guard let index = open.firstIndex(where: { !$0.isHandedOut }) else { return nil }
        open[index].isHandedOut = true
        return HostMessage.request(open[index].request, open[index].outgoing)
    }

    /// Ends a request with the host's answer, `{"status", "headers", "body"}`
    /// or `{"failure", "message"}`.
    ///
    /// Throws `request_unknown` for a request that was not handed out, is
    /// answered already or was given up, and an argument error with a path for
    /// an answer of another shape, which leaves the request open.
    public func finish(_ id: Int64, _ answer: JSONValue) throws(PersonalizeError) -> Exchange {
        guard let index = open.firstIndex(where: { $0.request.id == id && $0.isHandedOut }) else {
            throw PersonalizeError(
                .notFound, "request_unknown",
                "No request \(id) is open: it was answered, cancelled or has timed out.",
                hint: "Answer each request once, with the id it was handed out with.")
        }
        let exchange: Exchange
        do throws(FieldError) {
            exchange = try HostMessage.exchange(answer, limit: open[index].outgoing.maximumBytes)
        } catch {
            throw PersonalizeError(argument: error)
        }
        open.remove(at: index)
        return exchange
    }

    public func send(_ request: Request, secrets: Secrets, at now: Instant) {
        cancel(request.id)
        do throws(TransportFailure) {
            open.append(
                Open(
                    request: request, outgoing: try OutgoingRequest(request, secrets: secrets),
                    deadline: request.deadline(sentAt: now)))
        } catch {
            refused.append((Completion(id: request.id, exchange: .failure(error)), now.monotonic))
        }
    }

    public func cancel(_ id: Int64) {
        open.removeAll { $0.request.id == id }
        refused.removeAll { $0.completion.id == id }
    }

    /// Ends what cannot be sent and what the host has not answered in time.
    public func process(_ ready: [ReadySocket], at now: Instant) -> [Completion] {
        let overdue = open.filter { $0.deadline <= now.monotonic }
            .sorted { ($0.deadline, $0.request.id) < ($1.deadline, $1.request.id) }
        open.removeAll { $0.deadline <= now.monotonic }
        defer { refused = [] }
        return refused.map(\.completion)
            + overdue.map { open in
                Completion(
                    id: open.request.id,
                    exchange: .failure(.timedOut(after: open.request.timeout)))
            }
    }

    public var nextDeadline: Int64? {
        (open.lazy.map(\.deadline).min()).map { earliest in
            refused.first.map { min($0.at, earliest) } ?? earliest
        } ?? refused.first?.at
    }

    public var activeCount: Int { open.count &+ refused.count }

    public func close() {
        open = []
        refused = []
    }

    public func abandon() { close() }
}
