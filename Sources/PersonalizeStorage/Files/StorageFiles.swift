import Glibc
import PersonalizeCore

/// The files that belong to one storage path.
struct StorageFiles: Equatable {
    /// Absolute and free of symbolic links, so that two spellings of one path
    /// meet at one lock and a change of directory does not matter.
    let path: String

    var lock: String { path + ".lock" }

    /// What SQLite keeps next to the file while it is in use.
    private static let companions = ["-wal", "-journal", "-shm"]

    /// Finds the real path, creating an empty file if there is none.
    static func locate(_ path: String) throws(PersonalizeError) -> StorageFiles {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw PersonalizeError(
                .argument, "storage_path", "The storage path is empty or contains NUL.")
        }
        var status = stat()
        let isNew = stat(path, &status) != 0
        if isNew {
            guard errno == ENOENT else { throw .system(errno, path: path) }
            let descriptor = openPrivately(path)
            guard descriptor >= 0 else { throw .system(errno, path: path) }
            close(descriptor)
        } else if status.st_mode & S_IFMT != S_IFREG {
            throw .system(EISDIR, path: path)
        }
        guard let real = realpath(path, nil) else { throw .system(errno, path: path) }
        defer { free(real) }
        guard strlen(real) <= maximumLength else {
            if isNew { unlink(real) }
            throw PersonalizeError(
                .storage, "storage_path_long",
                "\(path) has more than \(maximumLength) bytes when it is spelled out.",
                hint: "Use a shorter path.")
        }
        return StorageFiles(path: String(cString: real))
    }

    /// SQLite's limit of 512 bytes, without the longest name it appends.
    private static let maximumLength = 504

    /// Whether the last owner left a log or a journal behind.
    var hasLog: Bool {
        Self.companions.contains { Self.exists(path + $0) }
    }

    /// Moves the file and what SQLite keeps next to it out of the way.
    ///
    /// A few damaged files are kept, for the last one to be overwritten, so that
    /// a failing disk does not fill itself. What is not ours, or newer, is never
    /// overwritten.
    ///
    /// - Returns: the new path.
    func setAside(_ kind: UnusableFile.Kind) throws(PersonalizeError) -> String {
        let kept = kind == .corrupt ? 9 : 999
        let free = (1...kept).first { !Self.exists("\(path).\(kind.rawValue)-\($0)") }
        guard let number = free ?? (kind == .corrupt ? kept : nil) else {
            throw PersonalizeError(
                .storage, "storage_" + kind.rawValue,
                "\(path) cannot be set aside: there are \(kept) such files already.",
                hint: "Remove the files set aside earlier.")
        }
        let target = "\(path).\(kind.rawValue)-\(number)"
        guard rename(path, target) == 0 else { throw .system(errno, path: path) }
        // SQLite would not take an old log for a new file's, but whoever looks
        // into the old file needs its log.
        for companion in Self.companions where rename(path + companion, target + companion) != 0 {
            // One of an earlier file that is overwritten now.
            unlink(target + companion)
        }
        return target
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
