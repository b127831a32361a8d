import PersonalizeCore

/// Requests that wait because the storage fails.
struct HeldRequests {
    private(set) var requests: [Request] = []
    /// Until when, in monotonic milliseconds; nil while the storage works.
    private(set) var until: Int64?
    private var failures: Int64 = 0
    private static let longest: Int64 = 60_000

    /// Holds requests for a second, and for twice as long after each further
    /// failure.
    mutating func storageFails(at now: Int64) {
        failures = min(failures + 1, 7)
        until = now &+ min(500 << failures, Self.longest)
    }

    mutating func storageWorks() { failures = 0 }

    mutating func append(_ request: Request) { requests.append(request) }

    /// Whether the request was waiting.
    mutating func remove(_ id: Int64) -> Bool {
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return false }
        requests.remove(at: index)
        return true
    }

    /// The requests whose time has come; none wait afterwards.
    mutating func release(at now: Int64) -> [Request] {
        guard let until, until <= now else { return [] }
        self.until = nil
        defer { requests = [] }
        return requests
    }
}
