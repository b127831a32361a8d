import Glibc
import PersonalizeCore

/// Reads a whole file of this machine.
enum FileContent {
    /// Throws unless it is a regular file, readable, and no longer than
    /// `maximumBytes`.
    static func read(_ path: String, maximumBytes: Int) throws(TransportFailure) -> [UInt8] {
        // A pipe of that name would otherwise be waited for.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure("cannot be opened", errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("cannot be looked at", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw TransportFailure(.unreachable, "The file is not a regular one.")
        }
        var bytes: [UInt8] = []
        let block = 1 << 16
        while true {
            var buffer = [UInt8](repeating: 0, count: block)
            let count = buffer.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress, block)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("cannot be read", errno) }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: buffer.prefix(count))
            guard bytes.count <= max(maximumBytes, 0) else {
                throw TransportFailure.tooLarge(max(maximumBytes, 0))
            }
        }
    }

    private static func failure(_ what: String, _ code: Int32) -> TransportFailure {
        TransportFailure(
            .unreachable, "The file \(what): \(String(cString: strerror(code))).")
    }
}
