public import PersonalizeCore

/// Answers requests for files of this machine, whatever carries out the others.
///
/// Only paths that the configuration names are read: what a vendor's answer
/// makes of a URL never reaches the disk. Reading is quick and done where
/// answers are handed out, so a request and its answer are two events here too.
public struct LocalFiles {
    private static let scheme = "file:"

    private let allowed: Set<String>
    private var waiting: [Request] = []

    /// - Parameter allowed: the paths that may be read, as requests write them.
    public init(_ allowed: [String]) { self.allowed = Set(allowed) }

    /// Whether the request is about a file.
    public static func isMeant(by request: Request) -> Bool { request.url.hasPrefix(scheme) }

    /// Accepts a request; `process` tells how it ended.
    public mutating func send(_ request: Request) { waiting.append(request) }

    /// Forgets a request; whether it was waiting.
    public mutating func cancel(_ id: Int64) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Reads what was asked for.
    public mutating func process() -> [Completion] {
        defer { waiting = [] }
        return waiting.map { Completion(id: $0.id, exchange: answer($0)) }
    }

    /// Long past while something waits; nil otherwise.
    public var nextDeadline: Int64? { waiting.isEmpty ? nil : 0 }

    /// How many requests have not been answered yet.
    public var activeCount: Int { waiting.count }

    private func answer(_ request: Request) -> Exchange {
        let path = String(request.url.dropFirst(Self.scheme.count))
        guard allowed.contains(path) else {
            return .failure(
                TransportFailure(.malformed, "The configuration names no such file."))
        }
        do throws(TransportFailure) {
            let bytes = try FileContent.read(path, maximumBytes: request.maximumBytes)
            return .response(Response(status: 200, body: bytes))
        } catch {
            return .failure(error)
        }
    }
}
