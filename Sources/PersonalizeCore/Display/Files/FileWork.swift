import PersonalizeJSON

/// What the engine wants done with files on the disk.
///
/// A file's bytes are on the disk and what is known of it is in the store. A
/// file is written before the store knows of it and removed after the store has
/// forgotten it, so that the store never names a file that is not there; what
/// a process that ended in between has left is removed at the next opening.
public enum FileWork: Sendable, Equatable {
    /// Write a whole file at once; answered by `Command.filesAnswered`.
    case write(token: Int64, name: String, bytes: [UInt8])
    /// Look which files are there; answered by `Command.filesAnswered`.
    case look(token: Int64, names: [String])
    case remove(names: [String])
    /// Remove every other file that the engine has written.
    case keep(names: [String])
}

/// What came of looking for files or writing one.
public struct FileAnswer: Sendable, Equatable {
    /// Where the files are: an absolute path without a slash at the end.
    public var directory: String
    /// The files that are not there.
    public var missing: [String]
    /// Why a file was not written; nil when it was.
    public var failure: String?

    public init(directory: String, missing: [String] = [], failure: String? = nil) {
        self.directory = directory
        self.missing = missing
        self.failure = failure
    }

    var json: JSONObject {
        [
            "directory": .string(directory), "missing": .array(missing.map(JSONValue.string)),
            "failure": .optional(failure),
        ]
    }

    init?(json: JSONObject) {
        guard let directory = json["directory"]?.string, let missing = json["missing"]?.strings
        else { return nil }
        self.init(directory: directory, missing: missing, failure: json["failure"]?.string)
    }
}

extension FileWork {
    /// The form in a journal. The bytes are in the answer they came with.
    var json: JSONObject {
        switch self {
        case .write(let token, let name, let bytes):
            [
                "work": "write", "token": .integer(token), "name": .string(name),
                "bytes": .integer(Int64(bytes.count)),
            ]
        case .look(let token, let names):
            [
                "work": "look", "token": .integer(token),
                "names": .array(names.map(JSONValue.string)),
            ]
        case .remove(let names):
            ["work": "remove", "names": .array(names.map(JSONValue.string))]
        case .keep(let names): ["work": "keep", "names": .array(names.map(JSONValue.string))]
        }
    }
}
