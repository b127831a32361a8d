import PersonalizeJSON

/// What makes the engine look at a numbered session.
enum VisitOccasion: Sendable {
    case foreground
    case background
    case event
    /// The launch itself is told.
    case launch
}

extension Engine {
    /// Sees to it that a session runs, and that its launch was told before
    /// anything else.
    mutating func visit(_ vendor: Int, on occasion: VisitOccasion) {
        guard let batching = vendors[vendor].batching else { return }
        let isLooked =
            occasion == .foreground
            || occasion == .event && !vendors[vendor].dispatch.hearsForeground
        let isOver =
            isLooked
            && vendors[vendor].visit.isOver(
                at: now, timeout: batching.batchPolicy.sessionTimeout)
        if isOver { endVisit(vendor) }
        let isNew = vendors[vendor].dispatch.openVisit == nil
        if isNew, occasion != .background { beginVisit(vendor) }
        if occasion != .launch, vendors[vendor].dispatch.openVisit != nil,
            !vendors[vendor].dispatch.isLaunched,
            isNew || refusal(of: .launch, vendor, isForced: false) == nil
        {
            report(.launch, vendor: vendor)
        }
        if vendors[vendor].dispatch.openVisit != nil {
            vendors[vendor].visit.active = now.wall
            storeVisit(vendor)
        }
        if occasion == .background { release(vendor) }
    }

    private mutating func beginVisit(_ vendor: Int) {
        let visit = vendors[vendor].visit.next(at: now)
        vendors[vendor].visit = visit
        vendors[vendor].dispatch.openVisit = visit.id
        vendors[vendor].dispatch.isLaunched =
            vendors[vendor].batching?.batchPolicy.raisesLaunch == false
        vendors[vendor].dispatch.expectAnswer(of: visit.id)
        vendors[vendor].dispatch.sessionMemory = [:]
        vendors[vendor].dispatch.discarded = []
        storeVisit(vendor)
        update("session.started", vendor: vendor, ["session": .integer(visit.id)])
        beginOverlaySession(vendor)
    }

    /// Ends the session of this opening; the next activity begins another.
    mutating func endVisit(_ vendor: Int) {
        guard let id = vendors[vendor].dispatch.openVisit else { return }
        vendors[vendor].dispatch.openVisit = nil
        let visit = vendors[vendor].visit
        let length = max(visit.active / 1000 &- id, 0)
        update(
            "session.ended", vendor: vendor,
            ["session": .integer(id), "duration_ms": .integer(length &* 1000)])
    }

    /// The session's launch is about to be dropped: it has to be told again
    /// before anything else is.
    mutating func forgetLaunch(_ vendor: Int) {
        let visit = vendors[vendor].visit.id
        let waits = vendors[vendor].outbox.entries.contains {
            $0.purpose == Report.launch.purpose && $0.batched?.visit == visit
        }
        if waits { vendors[vendor].dispatch.isLaunched = false }
    }

    private mutating func storeVisit(_ vendor: Int) {
        storeDocument("visit", vendor: vendor, vendors[vendor].visit.json)
    }
}
