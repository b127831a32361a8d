import Glibc

/// Where the engine's files are on the disk, so that a host can be given their
/// paths.
///
/// Files and directory are for their owner only. Nothing is created before the
/// first file is written. Not thread-safe.
public final class FileDirectory {
    public enum Place: Sendable, Equatable {
        /// Stays when the process ends.
        case path(String)
        /// A directory of this process's own, which goes when it is closed.
        case temporary
    }

    private let place: Place
    private let isDurable: Bool
    private let process = getpid()
    /// Absolute, once it is known to be there.
    private var directory: String?
    /// What the names of the engine's files begin with; others are left alone.
    private static let prefix = "file-"

    /// - Parameter isDurable: whether a file survives the loss of power.
    public init(_ place: Place, isDurable: Bool = false) {
        self.place = place
        self.isDurable = isDurable
    }

    /// The absolute path; empty while there is no directory.
    public var path: String {
        if directory == nil, case .path(let path) = place { directory = Self.real(path) }
        return directory ?? ""
    }

    /// Which of these files are not there.
    public func missing(_ names: [String]) -> [String] {
        let path = path
        return names.filter { name in
            var status = stat()
            return path.isEmpty || lstat("\(path)/\(name)", &status) != 0
                || status.st_mode & S_IFMT != S_IFREG
        }
    }

    /// Writes a whole file at once: whoever looks sees all of it or nothing.
    ///
    /// - Returns: why it failed; nil when it did not.
    public func write(_ bytes: [UInt8], to name: String) -> String? {
        guard Self.isPlain(name) else { return "the name is not one of a file" }
        if let failure = create() { return failure }
        let target = "\(path)/\(name)"
        let part = target + ".part"
        let descriptor = open(
            part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, privateMode)
        guard descriptor >= 0 else { return systemText(errno) }
        var failure = Self.put(bytes, into: descriptor)
        if failure == nil, isDurable, fsync(descriptor) != 0 { failure = systemText(errno) }
        if Glibc.close(descriptor) != 0, failure == nil { failure = systemText(errno) }
        if failure == nil, rename(part, target) != 0 { failure = systemText(errno) }
        if failure != nil { unlink(part) }
        return failure
    }

    public func remove(_ names: [String]) {
        let path = path
        guard !path.isEmpty else { return }
        for name in names where Self.isPlain(name) { unlink("\(path)/\(name)") }
    }

    /// Removes every file of the engine's but these.
    public func keep(_ names: [String]) {
        let path = path
        guard !path.isEmpty, let listing = opendir(path) else { return }
        let kept = Set(names)
        var unwanted: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(Self.prefix), !kept.contains(name) { unwanted.append(name) }
        }
        closedir(listing)
        remove(unwanted)
    }

    /// Removes a temporary directory with everything in it. One that was
    /// inherited belongs to the parent.
    public func close() {
        guard case .temporary = place, process == getpid(), let directory else { return }
        keep([])
        rmdir(directory)
        self.directory = nil
    }

    private func create() -> String? {
        guard path.isEmpty else { return nil }
        switch place {
        case .path(let path):
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { return systemText(errno) }
            directory = Self.real(path)
        case .temporary:
            let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
            var template = Array("\(base)/personalize-XXXXXX".utf8CString)
            let made = template.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
            }
            guard let made else { return systemText(errno) }
            directory = Self.real(made)
        }
        return path.isEmpty ? "the directory cannot be created" : nil
    }

    private static func put(_ bytes: [UInt8], into descriptor: Int32) -> String? {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                buffer.baseAddress.map {
                    Glibc.write(descriptor, $0 + written, bytes.count - written)
                } ?? 0
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return systemText(errno) }
            written += count
        }
        return nil
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func isPlain(_ name: String) -> Bool {
        name.hasPrefix(prefix) && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0)
    }
}
