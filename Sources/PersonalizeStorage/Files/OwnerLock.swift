import Glibc
import PersonalizeCore

/// The ownership of a storage path: a lock on a small file next to it.
///
/// A file of its own, since the storage file may be renamed when it is set
/// aside. It stays behind on purpose: removing it would let two openers lock
/// two different files of one name.
struct OwnerLock {
    private let descriptor: Int32

    /// Takes the lock, without waiting.
    ///
    /// Throws `storage_in_use` when another handle or process has it.
    static func acquire(_ path: String) throws(PersonalizeError) -> OwnerLock {
        let descriptor = openPrivately(path)
        guard descriptor >= 0 else { throw .system(errno, path: path) }
        fchmod(descriptor, privateMode)
        var result = flock(descriptor, LOCK_EX | LOCK_NB)
        while result != 0 && errno == EINTR { result = flock(descriptor, LOCK_EX | LOCK_NB) }
        guard result == 0 else {
            let number = errno
            close(descriptor)
            guard number == EWOULDBLOCK else {
                throw PersonalizeError(
                    .storage, "storage_lock", "\(path) cannot be locked: \(systemText(number)).",
                    hint: "Keep the storage on a local file system.")
            }
            throw .storageInUse("\(path) is locked by another handle or process")
        }
        return OwnerLock(descriptor: descriptor)
    }

    /// Gives the lock up, also for children that inherited the descriptor.
    func release() {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Lets go of an inherited descriptor; the parent keeps its lock.
    func forget() {
        close(descriptor)
    }
}

/// Files of the storage are for their owner only.
let privateMode: mode_t = 0o600

/// Opens or creates a file for its owner only, and for this program only: the
/// descriptor is not passed on to programs that the host starts.
///
/// - Returns: a descriptor, or -1 with `errno`.
func openPrivately(_ path: String) -> Int32 {
    var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, privateMode)
    while descriptor < 0 && errno == EINTR {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, privateMode)
    }
    return descriptor
}

extension PersonalizeError {
    /// A failed system call on a file of the storage.
    static func system(_ number: Int32, path: String) -> PersonalizeError {
        switch number {
        case ENOENT, ENOTDIR:
            PersonalizeError(
                .storage, "storage_directory_missing", "There is no directory for \(path).",
                hint: "Create the directory before opening the storage.")
        case EACCES, EPERM, EROFS:
            PersonalizeError(
                .storage, "storage_read_only",
                "\(path) cannot be written: \(systemText(number)).",
                hint: "Make the file and its directory writable for this user.")
        case ENOSPC, EDQUOT:
            PersonalizeError(
                .storage, "storage_full", "There is no space left for \(path).",
                hint: "Free space on the volume.")
        case EISDIR:
            PersonalizeError(
                .storage, "storage_not_a_file", "\(path) is not a file.",
                hint: "Name a file, not a directory.")
        default:
            PersonalizeError(
                .storage, "storage_io", "\(path) cannot be used: \(systemText(number)).")
        }
    }
}
