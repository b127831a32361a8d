import PersonalizeJSON

/// Overlays that wait: to be shown after a delay, or to be asked for when
/// nothing else came.
extension Engine {
    /// One timer for each campaign and purpose; a second one is not started.
    mutating func startTimer(
        _ campaign: String, after delay: Int64, _ purpose: OverlayTimer.Purpose, vendor: Int
    ) {
        let isInaction = purpose == .inaction
        let isRunning = vendors[vendor].overlays.current.timers.contains {
            !campaign.isEmpty && $0.campaign == campaign && $0.isInaction == isInaction
        }
        guard !isRunning else { return }
        vendors[vendor].overlays.current.timers.append(
            OverlayTimer(
                campaign: campaign, due: now.monotonic.addingClamped(delay), purpose: purpose))
        update(
            "overlay.matched", vendor: vendor,
            [
                "campaign_id": .string(campaign),
                "outcome": isInaction ? "asked_later" : "shown_later",
                "delay_ms": .integer(delay),
            ])
    }

    /// Nothing can be asked for by a vendor that leaves the choice to us.
    mutating func startInaction(_ campaign: String, after delay: Int64, vendor: Int) {
        guard vendors[vendor].overlays.current.mode != .client else { return }
        startTimer(campaign, after: delay, .inaction, vendor: vendor)
    }

    /// Carries on with what is due. Costs nothing while nothing waits.
    mutating func advanceOverlays(_ vendor: Int) {
        if vendors[vendor].overlays.current.launch.held != nil { endLaunchHold(vendor) }
        guard isForeground, !vendors[vendor].overlays.current.timers.isEmpty else { return }
        let due = vendors[vendor].overlays.current.timers.enumerated()
            .filter { $0.element.due <= now.monotonic }
            .sorted { ($0.element.due, $0.offset) < ($1.element.due, $1.offset) }
        guard !due.isEmpty else { return }
        vendors[vendor].overlays.current.timers.removeAll { $0.due <= now.monotonic }
        for (_, timer) in due where timer.isInaction {
            askForOverlays(vendor: vendor, target: timer.campaign, key: nil)
        }
        show(due.map(\.element).filter { !$0.isInaction }, vendor: vendor)
    }

    /// Their time has come, and they are next.
    private mutating func show(_ timers: [OverlayTimer], vendor: Int) {
        guard !timers.isEmpty, let adapter = vendors[vendor].overlaying else { return }
        var overlays: [Overlay] = []
        var stored: [String] = []
        for timer in timers {
            switch timer.purpose {
            case .stored: stored.append(timer.campaign)
            case .content(let overlay, let timeToLive):
                // One that says how long it lasts lasts that long from now.
                let overlay =
                    timeToLive.map { renewed(overlay, timeToLive: $0, adapter) } ?? overlay
                overlays.append(overlay)
            case .inaction: break
            }
        }
        if !overlays.isEmpty {
            enqueue(
                overlays, vendor: vendor, profile: vendors[vendor].overlays.profile,
                atFront: true)
        }
        fetchContents(stored, vendor: vendor, atFront: true)
    }

    /// The monotonic millisecond at which something is due.
    func overlaysDeadline(_ vendor: Vendor) -> Int64? {
        let held = vendor.overlays.current.launch.held?.until
        guard isForeground, !vendor.overlays.current.timers.isEmpty else { return held }
        let timer = vendor.overlays.current.timers.map(\.due).min() ?? .max
        return min(held ?? .max, timer)
    }

    /// The host is back in front of the customer: what would have been shown
    /// meanwhile is not shown any more.
    mutating func dropLateOverlays() {
        for vendor in vendors.indices where !vendors[vendor].overlays.current.timers.isEmpty {
            let late = vendors[vendor].overlays.current.timers.filter {
                $0.due <= now.monotonic
            }
            vendors[vendor].overlays.current.timers.removeAll { $0.due <= now.monotonic }
            for timer in late {
                tellDropped(
                    timer.campaign, vendor: vendor,
                    Rejection(
                        .display, "time_passed_in_background",
                        hint: "Its time came while the host was not in front."))
            }
        }
    }
}
