import CSQLite
import Glibc
import PersonalizeCore

/// A failed SQLite call, before it is put in the host's words.
///
/// Kept apart from `PersonalizeError` because opening decides on the result
/// code whether a file is set aside or the failure is the caller's to see.
struct DatabaseFailure: Error, Equatable {
    /// SQLite's extended result code.
    var code: Int32
    /// The system call's error behind it, or 0.
    var systemError: Int32 = 0
    var message: String

    init(code: Int32, systemError: Int32 = 0, message: String) {
        self.code = code
        self.systemError = systemError
        self.message = message
    }

    /// Describes the last failure on a connection.
    ///
    /// SQLite keeps the system error of the last failed system call, which may
    /// be an old one, so it is taken only where the code says that there was one.
    init(_ code: Int32, on database: OpaquePointer?) {
        let primary = code & 0xff
        let fromSystem = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN
        self.init(
            code: code,
            systemError: fromSystem && database != nil ? sqlite3_system_errno(database) : 0,
            message: String(cString: sqlite3_errmsg(database)))
    }

    /// The result code without the extension.
    var primary: Int32 { code & 0xff }

    /// Whether the file's content is at fault, and not the disk, the memory or
    /// the permissions around it.
    var isDamage: Bool {
        switch primary {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: true
        default: code == Self.fileSystemDamage
        }
    }

    /// Whether our SQL does not fit the file's tables. While opening that means
    /// that something other than us made them.
    var isMismatch: Bool {
        switch primary {
        case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_SCHEMA, SQLITE_RANGE: true
        default: false
        }
    }

    /// `SQLITE_IOERR_CORRUPTFS`, a macro that Swift does not import.
    private static let fileSystemDamage = SQLITE_IOERR | (33 << 8)

    /// The failure as the host sees it.
    var error: PersonalizeError {
        if isDamage {
            return PersonalizeError(
                .storage, "storage_corrupt", "The storage file is damaged: \(message).",
                hint: "Set the file aside and start afresh.")
        }
        switch primary {
        case SQLITE_FULL:
            return Self.full(message)
        case SQLITE_READONLY, SQLITE_PERM:
            return Self.readOnly(message)
        case SQLITE_BUSY, SQLITE_LOCKED:
            return .storageInUse(message)
        case SQLITE_TOOBIG:
            return PersonalizeError(
                .limit, "record_too_large", "A stored record is larger than is accepted.")
        case SQLITE_NOMEM:
            return PersonalizeError(
                .storage, "storage_memory", "There is not enough memory for the storage.")
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            return systemFailure
        case SQLITE_MISUSE:
            return PersonalizeError(
                .internalFault, "storage_misuse", "The storage was used wrongly: \(message).")
        default:
            return PersonalizeError(
                .storage, "storage_failed", "The storage failed: \(message).")
        }
    }

    private var systemFailure: PersonalizeError {
        switch systemError {
        case ENOSPC, EDQUOT, EFBIG:
            return Self.full(message)
        case EROFS, EACCES, EPERM:
            return Self.readOnly(message)
        default:
            let cause = systemError == 0 ? message : "\(message), \(systemText(systemError))"
            return PersonalizeError(
                .storage, "storage_io", "Reading or writing the storage failed: \(cause).")
        }
    }

    private static func full(_ message: String) -> PersonalizeError {
        PersonalizeError(
            .storage, "storage_full", "There is no space left for the storage: \(message).",
            hint: "Free space on the volume; nothing of the failed change was kept.")
    }

    private static func readOnly(_ message: String) -> PersonalizeError {
        PersonalizeError(
            .storage, "storage_read_only", "The storage cannot be written: \(message).",
            hint: "Make the file and its directory writable for this user.")
    }
}

extension PersonalizeError {
    /// Another process or handle has the storage open.
    static func storageInUse(_ detail: String) -> PersonalizeError {
        PersonalizeError(
            .storageBusy, "storage_in_use", "The storage is in use: \(detail).",
            hint: "Close the other handle, or give each process a path of its own.")
    }
}

/// The system's words for an error number.
func systemText(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
}
