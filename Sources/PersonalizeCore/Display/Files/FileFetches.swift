/// Downloads of files: each URL once at a time, and only so many together.
struct FileFetches: Sendable {
    /// What is asked for and not under way yet, in the order asked, behind what
    /// was begun with since the last tidying.
    private var queue: [ResourceKey] = []
    private var first = 0
    private var waiting: Set<ResourceKey> = []
    /// What is under way or being written.
    private(set) var active: Set<ResourceKey> = []
    /// Files being written, by the token of the work.
    var writing: [Int64: FileEntry] = [:]

    var isIdle: Bool { !isWaiting && active.isEmpty }
    var isWaiting: Bool { first < queue.count }
    var count: Int { active.count + queue.count - first }

    /// Asks for a file, unless it is asked for already.
    mutating func ask(_ key: ResourceKey) {
        guard !active.contains(key), waiting.insert(key).inserted else { return }
        queue.append(key)
    }

    /// The next to begin with, when there is room.
    mutating func begin(atMost width: Int) -> ResourceKey? {
        guard active.count < max(width, 1), isWaiting else { return nil }
        let key = queue[first]
        first += 1
        if !isWaiting {
            queue = []
            first = 0
        }
        waiting.remove(key)
        active.insert(key)
        return key
    }

    mutating func end(_ key: ResourceKey) { active.remove(key) }

    /// Gives up what has not begun.
    mutating func dropWaiting() -> [ResourceKey] {
        defer {
            queue = []
            first = 0
            waiting = []
        }
        return Array(queue[first...])
    }
}
