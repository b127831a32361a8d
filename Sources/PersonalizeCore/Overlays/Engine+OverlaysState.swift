import PersonalizeJSON

extension Engine {
    /// What a support desk asks for; null for a vendor without overlays.
    func overlaysState(_ vendor: Vendor) -> JSONValue {
        guard let adapter = vendor.overlaying else { return .null }
        let content = vendor.overlays.current
        let policy = adapter.overlayPolicy
        return [
            "mode": content.mode.map { .string($0.rawValue) } ?? .null,
            "client_side": .integer(Int64(content.clientSide.count)),
            "server_side": .integer(Int64(content.serverSide.count)),
            "session_cap": .integer(content.sessionCap ?? policy.sessionCap),
            "day_cap": .integer(content.dayCap ?? policy.dayCap),
            "shown_this_session": .integer(content.session.total),
            "shown_today": .integer(content.shown.today(at: now)),
            "events_counted": .integer(Int64(content.counts.count)),
            "matched": .array(content.notices.matched.map { .string($0.value) }),
            "suppressed": .array(content.notices.suppressed.map { .object($0.value) }),
            "timers": .array(content.timers.map { .object(timerState($0)) }),
            "held_for_launch": content.launch.held.map { .string($0.entry.campaign) } ?? .null,
        ]
    }

    private func timerState(_ timer: OverlayTimer) -> JSONObject {
        [
            "campaign_id": .string(timer.campaign),
            "purpose": timer.isInaction ? "ask" : "show",
            "due_in_ms": .integer(max(timer.due &- now.monotonic, 0)),
        ]
    }
}
