import PersonalizeJSON

/// A file that was downloaded and is on the disk.
struct FileEntry: Sendable, Equatable {
    var vendor: String
    var url: String
    /// Makes the name unique: no two URLs ever share a file.
    var number: Int64
    var bytes: Int
    /// Wall milliseconds after which nobody is expected to need it.
    var expires: Int64

    /// Ends like the URL, for a host that goes by the ending.
    var name: String { FileName.make(number: number, url: url) }

    var key: ResourceKey { ResourceKey(vendor: vendor, url: url) }
    var record: RecordKey { RecordKey(.file, vendor: vendor, key: url) }

    var json: JSONObject {
        [
            "number": .integer(number), "bytes": .integer(Int64(bytes)),
            "expires_ms": .integer(expires),
        ]
    }

    init(vendor: String, url: String, number: Int64, bytes: Int, expires: Int64) {
        self.vendor = vendor
        self.url = url
        self.number = number
        self.bytes = bytes
        self.expires = expires
    }

    init?(vendor: String, url: String, json: JSONObject) {
        guard let number = json["number"]?.integer, number > 0,
            let bytes = json["bytes"]?.integer.flatMap(Int.init(exactly:)),
            let expires = json["expires_ms"]?.integer
        else { return nil }
        self.init(vendor: vendor, url: url, number: number, bytes: bytes, expires: expires)
    }
}

/// Which files are on the disk, as far as the store knows.
struct FileIndex: Sendable {
    private var entries: [ResourceKey: FileEntry] = [:]
    private var lastNumber: Int64 = 0

    var count: Int { entries.count }
    var bytes: Int { entries.values.reduce(0) { $0 &+ $1.bytes } }

    /// In the order in which they came.
    var all: [FileEntry] { entries.values.sorted { $0.number < $1.number } }

    subscript(key: ResourceKey) -> FileEntry? { entries[key] }

    mutating func insert(_ entry: FileEntry) {
        entries[entry.key] = entry
        lastNumber = max(lastNumber, entry.number)
    }

    @discardableResult
    mutating func remove(_ key: ResourceKey) -> FileEntry? { entries.removeValue(forKey: key) }

    mutating func nextNumber() -> Int64 {
        lastNumber &+= 1
        return lastNumber
    }
}

/// How files are called on the disk.
enum FileName {
    private static let longestEnding = 12

    static func make(number: Int64, url: String) -> String {
        "file-\(number)\(ending(of: url))"
    }

    /// What follows the last dot of the URL's path, with the dot, when it looks
    /// like a file's ending.
    static func ending(of url: String) -> String {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")),
            let dot = path.lastIndex(of: UInt8(ascii: ".")), dot > slash
        else { return "" }
        let ending = path[path.index(after: dot)...]
        // What is before the first slash of the path is the server's name.
        guard path[..<slash].last != UInt8(ascii: "/"), !ending.isEmpty,
            ending.count <= longestEnding, ending.allSatisfy(isPlain)
        else { return "" }
        return "." + String(decoding: ending, as: UTF8.self).lowercased()
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}
