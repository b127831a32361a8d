import Glibc
import PersonalizeCore
import PersonalizeJSON

/// Appends what happens to a file, one JSON object in each line: first what
/// the engine was made of, then every command with its effects. `Replay` runs
/// it again.
///
/// Not thread-safe.
final class Journal {
    private var descriptor: Int32
    private var buffer: [UInt8] = []
    /// Why writing ended; nil while it has not.
    private(set) var failure: String?

    /// The file is created for its owner alone.
    init(path: String) throws(PersonalizeError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw PersonalizeError(
                .configuration, "journal_unusable",
                "The journal cannot be opened: \(Self.reason(errno)).", path: "$.journal",
                hint: "Give a file in a directory that exists and can be written to.")
        }
    }

    deinit { close() }

    func begin(_ opening: JournalOpening) { append(.object(opening.json)) }

    func append(_ command: Command, at now: Instant, effects: [Effect]) {
        append(JournalEntry(command: command, now: now, effects: effects).json)
    }

    private func append(_ line: JSONValue) {
        guard failure == nil, descriptor >= 0 else { return }
        buffer.append(contentsOf: line.encodedBytes())
        buffer.append(0x0A)
    }

    /// Hands over what was appended to the system. A journal that cannot be
    /// written ends; it never makes a call fail.
    func flush() {
        guard descriptor >= 0, !buffer.isEmpty else { return }
        var written = 0
        while written < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                bytes.baseAddress.map { write(descriptor, $0 + written, bytes.count - written) }
                    ?? 0
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                failure = Self.reason(errno)
                break
            }
            written += count
        }
        buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
    }

    /// What was appended and not flushed is lost.
    func close() {
        guard descriptor >= 0 else { return }
        _ = Glibc.close(descriptor)
        descriptor = -1
    }

    private static func reason(_ error: Int32) -> String {
        var text = [CChar](repeating: 0, count: 256)
        guard strerror_r(error, &text, text.count - 1) == 0 else { return "error \(error)" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
