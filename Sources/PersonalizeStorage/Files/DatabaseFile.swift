import Glibc
import PersonalizeCore

/// Our own descriptor of the storage file, beside SQLite's.
///
/// It serves to look at the file before SQLite does, and to hold the locks
/// that other programs using SQLite respect: someone who looks into the file
/// with a SQLite shell is told that it is locked, instead of removing the log
/// under our feet.
struct DatabaseFile {
    private let descriptor: Int32

    /// Opens or creates the file, for its owner only, and locks it.
    static func open(_ path: String) throws(PersonalizeError) -> DatabaseFile {
        let descriptor = openPrivately(path)
        guard descriptor >= 0 else { throw .system(errno, path: path) }
        let file = DatabaseFile(descriptor: descriptor)
        do throws(PersonalizeError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .system(errno, path: path) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw PersonalizeError.system(EISDIR, path: path)
            }
            guard file.setLock(Int16(F_WRLCK)) || !Self.isHeldElsewhere(errno) else {
                throw PersonalizeError.storageInUse("another program has \(path) open")
            }
        } catch {
            file.forget()
            throw error
        }
        fchmod(descriptor, privateMode)
        return file
    }

    /// What the file's first bytes say, nil when nothing speaks against it.
    ///
    /// Only for a file without a log or journal: with one, the bytes may be
    /// what a crash left and SQLite repairs.
    func inspect() -> UnusableFile? {
        var bytes = [UInt8](repeating: 0, count: Self.headerSize)
        let count = bytes.withUnsafeMutableBytes { buffer in
            pread(descriptor, buffer.baseAddress, buffer.count, 0)
        }
        // An unreadable file is SQLite's to report, an empty one is new.
        guard count > 0 else { return nil }
        guard bytes.contains(where: { $0 != 0 }) else {
            return UnusableFile(kind: .corrupt, detail: "it begins with nothing but zeros")
        }
        let isDatabase = bytes.starts(with: Self.magic)
        let isOurs = bytes[Self.markRange].elementsEqual(Self.mark)
        switch (isDatabase, isOurs) {
        case (true, true):
            return nil
        case (false, true):
            return UnusableFile(kind: .corrupt, detail: "its first bytes are damaged")
        case (true, false):
            return UnusableFile(kind: .foreign, detail: "another program made it")
        case (false, false):
            return UnusableFile(kind: .foreign, detail: "it is not a SQLite file")
        }
    }

    /// Gives the lock up, also for children that inherited the descriptor.
    func release() {
        _ = setLock(Int16(F_UNLCK))
        close(descriptor)
    }

    /// Lets go of an inherited descriptor; the parent keeps its lock.
    func forget() {
        close(descriptor)
    }

    private static let headerSize = 100
    private static let magic = Array("SQLite format 3\u{0}".utf8)
    /// Where SQLite keeps `application_id`, big-endian.
    private static let markRange = 68..<72
    private static let mark = withUnsafeBytes(of: Schema.applicationIdentifier.bigEndian) {
        Array($0)
    }

    /// Locks the bytes that SQLite's file format reserves for locks.
    ///
    /// The lock belongs to the open file and not to the process, like `flock`'s.
    private func setLock(_ kind: Int16) -> Bool {
        var range = flock()
        range.l_type = kind
        range.l_whence = Int16(SEEK_SET)
        range.l_start = 0x4000_0000
        range.l_len = 512
        return fcntl(descriptor, Self.setOpenFileLock, &range) == 0
    }

    /// `F_OFD_SETLK` of Linux.
    private static let setOpenFileLock: Int32 = 37

    /// Any other failure means that the file system has no such locks, which
    /// the owner lock makes bearable.
    private static func isHeldElsewhere(_ number: Int32) -> Bool {
        number == EAGAIN || number == EACCES
    }
}
