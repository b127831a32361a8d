import PersonalizeJSON

extension Engine {
    /// Sees to it that a session runs: goes on with one that is not over,
    /// otherwise ends it, dated when it was last alive, and begins another.
    mutating func openSession(_ vendor: Int) {
        guard vendors[vendor].batching == nil else { return visit(vendor, on: .foreground) }
        let policy = vendors[vendor].adapter.policy
        guard policy.automaticSessions else {
            if vendors[vendor].session.started == nil { beginSession(vendor, isTracked: false) }
            return
        }
        if vendors[vendor].session.isOver(at: now.wall, timeout: policy.sessionTimeout) {
            let session = vendors[vendor].session
            closeSession(vendor, at: session.backgrounded ?? session.active, isTracked: true)
        }
        guard vendors[vendor].session.started == nil else {
            vendors[vendor].session.backgrounded = nil
            touchSession(vendor)
            return
        }
        beginSession(vendor, isTracked: true)
    }

    /// Ends the session that runs, if one does.
    mutating func closeSession(_ vendor: Int, at moment: Int64, isTracked: Bool) {
        guard let started = vendors[vendor].session.started else { return }
        let (duration, overflow) = moment.subtractingReportingOverflow(started)
        vendors[vendor].session = Session(active: now.wall)
        storeDocument("session", vendor: vendor, vendors[vendor].session.json)
        let length = overflow ? 0 : max(duration, 0)
        update("session.ended", vendor: vendor, ["duration_ms": .integer(length)])
        guard isTracked,
            let event = vendors[vendor].adapter.sessionEvent(started: false, duration: length)
        else { return }
        track(event, vendor: vendor)
    }

    private mutating func beginSession(_ vendor: Int, isTracked: Bool) {
        vendors[vendor].session = Session(started: now.wall, active: now.wall)
        storeDocument("session", vendor: vendor, vendors[vendor].session.json)
        update("session.started", vendor: vendor)
        beginOverlaySession(vendor)
        guard isTracked,
            let event = vendors[vendor].adapter.sessionEvent(started: true, duration: nil)
        else { return }
        track(event, vendor: vendor)
    }

    /// Notes that the host is alive, so that a session that is never ended can
    /// be dated.
    mutating func touchSession(_ vendor: Int) {
        guard vendors[vendor].session.started != nil else { return }
        vendors[vendor].session.active = now.wall
        storeDocument("session", vendor: vendor, vendors[vendor].session.json)
    }

    mutating func sessionStart() throws(PersonalizeError) {
        try requireStart()
        reply()
        for vendor in vendors.indices {
            guard vendors[vendor].batching == nil else {
                endVisit(vendor)
                visit(vendor, on: .foreground)
                continue
            }
            closeSession(vendor, at: now.wall, isTracked: true)
            beginSession(vendor, isTracked: true)
        }
    }

    mutating func sessionEnd() throws(PersonalizeError) {
        try requireStart()
        reply()
        for vendor in vendors.indices {
            closeSession(vendor, at: now.wall, isTracked: true)
            endVisit(vendor)
        }
    }

    mutating func foreground(_ isForeground: Bool) {
        reply()
        if isForeground, !self.isForeground { dropLateOverlays() }
        self.isForeground = isForeground
        for id in placements.ids {
            if isForeground {
                resumeTimer(id, from: [.background, .click])
            } else {
                pauseTimer(id, for: .background)
            }
        }
        guard isStarted else { return }
        for vendor in vendors.indices {
            if vendors[vendor].batching != nil {
                vendors[vendor].dispatch.hearsForeground = true
                visit(vendor, on: isForeground ? .foreground : .background)
            } else if isForeground {
                openSession(vendor)
            } else if vendors[vendor].session.started != nil {
                vendors[vendor].session.backgrounded = now.wall
                touchSession(vendor)
            }
        }
    }

    func requireStart() throws(PersonalizeError) {
        guard isStarted else {
            throw PersonalizeError(
                .state, "not_started", "The engine has not been started.",
                hint: "Call start first.")
        }
    }
}
