import CCurl
import Glibc
public import PersonalizeCore

/// Carries requests out over the network with libcurl, inside an event loop.
public final class CurlTransport: Transport {
    private let options: CurlOptions
    private let multi: CurlMulti
    private var transfers: [Int64: CurlTransfer] = [:]
    private var finished: [Completion] = []

    /// Uses the loop for its sockets; `now` of every call has to come from
    /// `CLOCK_MONOTONIC`.
    ///
    /// Throws `ca_unreadable` when the certificates to trust cannot be read,
    /// since every request would fail later.
    public init(loop: EventLoop, options: CurlOptions) throws(PersonalizeError) {
        for path in [options.caFile, options.caPath] {
            guard let path, access(path, R_OK) != 0 else { continue }
            throw PersonalizeError(
                .configuration, "ca_unreadable", "The certificates at \(path) cannot be read.",
                hint: "Name a PEM file or a hashed directory that the process may read.")
        }
        self.options = options
        multi = try CurlMulti(
            loop: loop, connectionsPerHost: max(options.maximumConnectionsPerHost, 1))
    }

    deinit { close() }

    public func send(_ request: Request, secrets: Secrets, at now: Instant) {
        cancel(request.id)
        do throws(TransportFailure) {
            let transfer = CurlTransfer(
                id: request.id, request: try OutgoingRequest(request, secrets: secrets),
                timeout: request.timeout, deadline: request.deadline(sentAt: now))
            SignalGuard.run { start(transfer) }
        } catch {
            finished.append(Completion(id: request.id, exchange: .failure(error)))
        }
    }

    public func cancel(_ id: Int64) {
        finished.removeAll { $0.id == id }
        guard let transfer = transfers[id] else { return }
        SignalGuard.run { end(transfer) }
    }

    public func process(_ ready: [ReadySocket], at now: Instant) -> [Completion] {
        if !ready.isEmpty || (nextDeadline ?? .max) <= now.monotonic {
            SignalGuard.run { advance(ready, at: now.monotonic) }
        }
        defer { finished = [] }
        return finished
    }

    public var nextDeadline: Int64? {
        guard finished.isEmpty else { return .min }
        let earliest = transfers.values.lazy.map(\.deadline).min()
        guard let due = multi.deadline else { return earliest }
        return earliest.map { min($0, due) } ?? due
    }

    public var activeCount: Int { transfers.count &+ finished.count }

    public func close() {
        SignalGuard.run {
            for transfer in transfers.values { end(transfer) }
            multi.close()
        }
        finished = []
    }

    public func abandon() {
        transfers = [:]
        finished = []
        multi.abandon()
    }

    /// The sockets of all connections, open requests' and idle ones.
    var sockets: Set<Int32> { multi.opened }

    private func advance(_ ready: [ReadySocket], at now: Int64) {
        multi.run(ready, at: now)
        while let (easy, code) = multi.nextFinished() {
            guard let transfer = CurlTransfer.of(easy) else { continue }
            if let exchange = transfer.settle(code, options) {
                finish(transfer, exchange)
            } else {
                end(transfer)
                start(transfer)
            }
        }
        for transfer in overdue(at: now) {
            finish(transfer, .failure(.timedOut(after: transfer.timeout)))
        }
    }

    private func start(_ transfer: CurlTransfer) {
        transfers[transfer.id] = transfer
        guard transfer.prepare(options), let easy = transfer.easy, multi.add(easy) else {
            finish(
                transfer,
                .failure(
                    TransportFailure(.unreachable, "libcurl could not take the request.")))
            return
        }
    }

    private func finish(_ transfer: CurlTransfer, _ exchange: Exchange) {
        end(transfer)
        finished.append(Completion(id: transfer.id, exchange: exchange))
    }

    private func end(_ transfer: CurlTransfer) {
        transfers[transfer.id] = nil
        if let easy = transfer.easy { multi.remove(easy) }
        transfer.release()
    }

    private func overdue(at now: Int64) -> [CurlTransfer] {
        transfers.values.filter { $0.deadline <= now }
            .sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
    }
}
