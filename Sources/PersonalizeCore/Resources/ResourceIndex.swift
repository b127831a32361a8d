/// Which files are in storage, and how large they are together.
///
/// A file is known by its URL and never fetched again while it is kept; the
/// oldest go when there is no more room.
struct ResourceIndex: Sendable {
    struct Entry: Sendable, Equatable {
        var vendor: String
        var url: String
        var bytes: Int
        /// Whether only a message wanted it, so that it goes with the messages.
        var isOfMessage = false

        var key: ResourceKey { ResourceKey(vendor: vendor, url: url) }
    }

    private struct Kept: Sendable {
        var entry: Entry
        /// Ascending in the order of arrival.
        var number: Int
    }

    private var kept: [ResourceKey: Kept] = [:]
    /// Keys in the order of arrival, with those of files that have gone since.
    private var queue: [(key: ResourceKey, number: Int)] = []
    private var first = 0
    private var lastNumber = 0
    private(set) var bytes = 0

    var count: Int { kept.count }

    func contains(vendor: String, url: String) -> Bool {
        kept[ResourceKey(vendor: vendor, url: url)] != nil
    }

    mutating func insert(_ entry: Entry) {
        remove(entry.key)
        lastNumber &+= 1
        kept[entry.key] = Kept(entry: entry, number: lastNumber)
        queue.append((entry.key, lastNumber))
        bytes = bytes &+ entry.bytes
    }

    mutating func removeAll(vendor: String) {
        for entry in entries where entry.vendor == vendor { remove(entry.key) }
    }

    /// Takes out the files that only messages wanted; their URLs, oldest first.
    mutating func removeMessageImages(vendor: String) -> [String] {
        let images = entries.filter { $0.isOfMessage && $0.vendor == vendor }
        for image in images { remove(image.key) }
        return images.map(\.url)
    }

    /// Takes out the oldest until what is left fits.
    mutating func evict(to limit: Int) -> [Entry] {
        var evicted: [Entry] = []
        while bytes > limit, first < queue.count {
            let (key, number) = queue[first]
            first += 1
            guard let oldest = kept[key], oldest.number == number else { continue }
            evicted.append(oldest.entry)
            remove(key)
        }
        if first > 64, first * 2 > queue.count {
            queue.removeFirst(first)
            first = 0
        }
        return evicted
    }

    /// Oldest first.
    private var entries: [Entry] {
        queue[first...].compactMap { key, number in
            kept[key].flatMap { $0.number == number ? $0.entry : nil }
        }
    }

    private mutating func remove(_ key: ResourceKey) {
        guard let gone = kept.removeValue(forKey: key) else { return }
        bytes = bytes &- gone.entry.bytes
    }
}
