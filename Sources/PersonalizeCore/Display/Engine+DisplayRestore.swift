import PersonalizeJSON

extension Engine {
    /// Forgets what storage will say again. Presentations stay: the host holds
    /// them.
    mutating func forgetDisplay() {
        display.queue = OverlayQueue()
        display.inputs = nil
        // A function that an action called is in no queue, so it goes on from
        // here; of the others the queue knows.
        display.preparations.removeAll(where: \.isQueued)
        for index in display.preparations.indices {
            display.preparations[index].stage = .begun
            display.preparations[index].files = [:]
        }
        files = FileIndex()
        fetches = FileFetches()
        lastCleaning = nil
    }

    mutating func restoreDisplay(_ stored: [QueuedOverlay]) {
        display.queue.restore(stored)
        // What the host was given stays, whatever the store knows of it.
        let given = display.active.flatMap { id in
            display.presentations[id].map { Array($0.files.values) } ?? []
        }.map { path in
            String(
                path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
        }
        effects.append(.files(.keep(names: files.all.map(\.name) + given.sorted())))
        rejoin()
    }

    /// After a commit that failed: what storage still has waiting is not
    /// presented yet, whatever the host was about to hear. It hears of it again,
    /// with the same id.
    private mutating func rejoin() {
        display.holder = display.active.first { id in
            guard let presentation = display.presentations[id] else { return false }
            return presentation.definition.isVisual
                && display.queue[presentation.number] == nil
        }
        for entry in display.queue.entries {
            guard
                let id = (display.past + display.active).first(where: {
                    display.presentations[$0]?.number == entry.number
                }), let presentation = display.presentations[id]
            else { continue }
            let isSystem = isSystemFunction(
                presentation.definition.name, vendor: presentation.vendor)
            guard !isSystem, !presentation.definition.isVisual || display.holder == nil else {
                // Its turn comes again.
                display.active.removeAll { $0 == id }
                display.past.removeAll { $0 == id }
                display.presentations.remove(id)
                continue
            }
            if presentation.isOver {
                display.past.removeAll { $0 == id }
                display.active.append(id)
            }
            display.presentations[id]?.stage = .wanted
            if presentation.definition.isVisual { display.holder = id }
            tellWanted(id, presentation)
        }
    }

    /// Ends everything for good: whatever is on show is to be closed, and
    /// nothing waits any more.
    mutating func stopDisplay() {
        for id in display.active {
            guard let presentation = display.presentations[id] else { continue }
            update(
                "presentation.close_wanted", vendor: presentation.vendor,
                fields(id, presentation))
            display.presentations[id]?.stage = .dismissed
            display.past.append(id)
        }
        display.active = []
        display.holder = nil
        display.preparations = []
        display.queue = OverlayQueue()
        files = FileIndex()
        fetches = FileFetches()
        effects.append(.files(.keep(names: [])))
    }
}
