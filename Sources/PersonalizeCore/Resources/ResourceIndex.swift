/// Which files are in storage, and how large they are together.
///
/// A file is known by its URL and never fetched again while it is kept; the
/// oldest go when there is no more room.
struct ResourceIndex: Sendable {
    struct Entry: Sendable, Equatable {
        var vendor: String
        var url: String
        var bytes: Int
    }

    private var entries: [Entry] = []
    private(set) var bytes = 0

    var count: Int { entries.count }

    mutating func insert(_ entry: Entry) {
        remove(vendor: entry.vendor, url: entry.url)
        entries.append(entry)
        bytes = bytes &+ entry.bytes
    }

    mutating func remove(vendor: String, url: String) {
        guard let position = entries.firstIndex(where: { $0.url == url && $0.vendor == vendor })
        else { return }
        bytes = bytes &- entries[position].bytes
        entries.remove(at: position)
    }

    mutating func removeAll(vendor: String) {
        entries.removeAll { $0.vendor == vendor }
        bytes = entries.reduce(0) { $0 &+ $1.bytes }
    }

    /// Takes out the oldest until what is left fits.
    mutating func evict(to limit: Int) -> [Entry] {
        var evicted: [Entry] = []
        while bytes > limit, let oldest = entries.first {
            evicted.append(oldest)
            bytes = bytes &- oldest.bytes
            entries.removeFirst()
        }
        return evicted
    }
}
