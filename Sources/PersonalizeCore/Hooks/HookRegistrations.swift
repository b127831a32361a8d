/// Who wants to be asked what, in the order of registration.
///
/// Several parts of one host may register for a question; each does so under a
/// name of its own, and registering again under that name takes no new place.
struct HookRegistrations: Sendable, Equatable {
    private var entries: [Entry] = []

    private struct Entry: Sendable, Equatable {
        var hook: HookName
        var registration: String
    }

    func contains(_ hook: HookName) -> Bool { entries.contains { $0.hook == hook } }

    func contains(_ hook: HookName, _ registration: String) -> Bool {
        entries.contains(Entry(hook: hook, registration: registration))
    }

    /// Who is asked, in order.
    func names(for hook: HookName) -> [String] {
        entries.filter { $0.hook == hook }.map(\.registration)
    }

    mutating func insert(_ hook: HookName, _ registration: String = "") {
        guard !contains(hook, registration) else { return }
        entries.append(Entry(hook: hook, registration: registration))
    }

    mutating func remove(_ hook: HookName, _ registration: String = "") {
        entries.removeAll { $0 == Entry(hook: hook, registration: registration) }
    }
}
