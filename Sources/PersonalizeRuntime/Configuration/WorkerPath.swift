import Glibc

/// Paths that differ from one worker process to the next.
enum WorkerPath {
    private static let mark = Array("{worker}".utf8)

    /// The path with every `{worker}` replaced by this process's id, so that
    /// processes that share a configuration do not share a file.
    static func resolve(_ path: String, process: Int32 = getpid()) -> String {
        let bytes = Array(path.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: mark) {
                result.append(contentsOf: String(process).utf8)
                index += mark.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
