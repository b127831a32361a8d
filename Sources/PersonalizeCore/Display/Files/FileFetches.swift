/// Downloads of files: each URL once at a time, and only so many together.
struct FileFetches: Sendable {
    /// What is asked for and not under way yet, in the order asked.
    private(set) var waiting: [ResourceKey] = []
    /// What is under way or being written.
    private(set) var active: Set<ResourceKey> = []
    /// Files being written, by the token of the work.
    var writing: [Int64: FileEntry] = [:]

    var isIdle: Bool { waiting.isEmpty && active.isEmpty }

    /// Asks for a file, unless it is asked for already.
    mutating func ask(_ key: ResourceKey) {
        guard !active.contains(key), !waiting.contains(key) else { return }
        waiting.append(key)
    }

    /// The next to begin with, when there is room.
    mutating func begin(atMost width: Int) -> ResourceKey? {
        guard active.count < max(width, 1), !waiting.isEmpty else { return nil }
        let key = waiting.removeFirst()
        active.insert(key)
        return key
    }

    mutating func end(_ key: ResourceKey) { active.remove(key) }

    /// Gives up what has not begun.
    mutating func dropWaiting() -> [ResourceKey] {
        defer { waiting = [] }
        return waiting
    }
}
