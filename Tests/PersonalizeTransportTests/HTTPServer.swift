import Foundation

/// A server process of `Tests/Servers/http_server.py`, which ends with this
/// one or with this object.
final class HTTPServer: Sendable {
    struct Unavailable: Error {}

    let port: Int
    private let process: Process
    private let input: Pipe

    static let shared = try? HTTPServer()

    /// The server all tests share that need nothing special.
    static func plain() throws -> HTTPServer {
        guard let shared else { throw Unavailable() }
        return shared
    }

    init(arguments: [String] = []) throws {
        let script = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Servers/http_server.py")
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path] + arguments
        input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while !line.contains(0x0A) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Unavailable() }
            line.append(more)
        }
        let text = String(decoding: line, as: UTF8.self)
        guard let port = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Unavailable()
        }
        self.port = port
    }

    deinit { stop() }

    /// Ends the process and waits for it.
    func stop() {
        guard process.isRunning else { return }
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}
