import Glibc
import PersonalizeCore
import PersonalizeJSON

@testable import PersonalizeTransport

/// A loop with libcurl in it, and the part of the runtime that drives them.
final class Client {
    let loop: EventLoop
    let transport: CurlTransport
    private var lastID: Int64 = 0

    init(_ change: (inout CurlOptions) -> Void = { _ in }) throws {
        var options = CurlOptions()
        options.userAgent = "libpersonalize/test"
        change(&options)
        loop = try EventLoop()
        transport = try CurlTransport(loop: loop, options: options)
    }

    deinit {
        transport.close()
        loop.close()
    }

    static var now: Instant { Instant(wall: 0, monotonic: MonotonicClock.now) }

    /// Starts a request and gives its id.
    @discardableResult
    func send(
        _ url: String, method: String = "GET", headers: [Request.Header] = [],
        body: String? = nil, timeout: Int64 = 20_000, maximumBytes: Int = 1 << 20,
        secrets: Secrets = Secrets()
    ) -> Int64 {
        lastID += 1
        let request = Request(
            id: lastID, vendor: "shop", purpose: "event", method: method, url: url,
            headers: headers, body: body, timeout: timeout, maximumBytes: maximumBytes)
        transport.send(request, secrets: secrets, at: Self.now)
        arm()
        return lastID
    }

    /// Waits for all open requests, at most thirty seconds.
    func finish() -> [Completion] {
        var completions: [Completion] = []
        let end = MonotonicClock.now + 30_000
        while transport.activeCount > 0, MonotonicClock.now < end {
            completions += step(1000)
        }
        return completions
    }

    /// One turn of the loop.
    func step(_ milliseconds: Int64) -> [Completion] {
        _ = loop.poll(milliseconds)
        let completions = transport.process(loop.drain(), at: Self.now)
        arm()
        return completions
    }

    private func arm() { loop.setDeadline(.transport, transport.nextDeadline) }
}

extension Exchange {
    var response: Response? { if case .response(let response) = self { response } else { nil } }
    var failure: TransportFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
    var status: Int? { response?.status }
    var text: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }
    var json: JSONValue? { response.flatMap { try? JSONValue.parse($0.body) } }
}
