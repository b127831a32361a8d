import PersonalizeJSON

/// Counting what is shown and what is done, and what follows from the counts.
extension Engine {
    /// Why an overlay may not be shown at this moment; nil when it may.
    func displayRejection(of overlay: Overlay, vendor: Int) -> Rejection? {
        if let rejection = expiryRejection(of: overlay) { return rejection }
        guard let adapter = vendors[vendor].overlaying, !overlay.campaign.isEmpty else {
            return nil
        }
        let content = vendors[vendor].overlays[vendors[vendor].profile]
        let policy = adapter.overlayPolicy
        let past = content.past(of: overlay.campaign)
        // An overlay that counts towards no cap still has its own limits.
        for limit in overlay.limits {
            if let rejection = limit.rejection(past, at: now, weekStart: policy.weekStart) {
                return rejection
            }
        }
        return content.capRejection(of: overlay.campaign, overlay.caps, policy, at: now)
    }

    func capRejection(of entry: OverlayEntry, vendor: Int) -> Rejection? {
        guard let policy = vendors[vendor].overlaying?.overlayPolicy else { return nil }
        return vendors[vendor].overlays[vendors[vendor].profile].capRejection(
            of: entry.campaign, entry.caps, policy, at: now)
    }

    /// Why an overlay is too old; nil when it is not. The moment itself is
    /// still in time.
    func expiryRejection(of overlay: Overlay) -> Rejection? {
        guard let expires = overlay.expires, now.wall > expires else { return nil }
        return Rejection(
            .expiry, "expired",
            values: ["expires_ms": .integer(expires), "now_ms": .integer(now.wall)],
            hint: "It was not shown in time; check how long it may wait.")
    }

    /// A customer sees an overlay: the present one, or whoever it was shown to
    /// before another came.
    mutating func countImpression(of overlay: Overlay, vendor: Int, profile: String? = nil) {
        guard overlaying(vendor) != nil, !overlay.isAction, !overlay.campaign.isEmpty else {
            return
        }
        let campaign = overlay.campaign
        let profile = profile ?? vendors[vendor].overlays.profile
        // The session of somebody who has gone is over.
        if profile == vendors[vendor].overlays.profile {
            vendors[vendor].overlays.current.session.count(campaign)
        }
        vendors[vendor].overlays[profile].shown.count(at: now)
        vendors[vendor].overlays[profile].tallies[campaign, default: OverlayTally()]
            .countImpression(at: now)
        storeOverlays(vendor, profile: profile)
        guard let tally = vendors[vendor].overlays[profile].tallies[campaign] else { return }
        store(
            .put(
                vendors[vendor].key(
                    .overlayCount, OverlayKey(profile, .displays, campaign).text),
                header: JSONValue.object(tally.shownJSON).encoded(), body: nil))
    }

    /// The customer did something, this time included in the count; before
    /// `evaluateOverlays`.
    mutating func countOccurrence(_ name: String, vendor: Int) {
        guard let adapter = overlaying(vendor) else { return }
        let key = adapter.triggerRules.key(of: name)
        let row = vendors[vendor].overlays.current.counts.count(key, name: name, at: now.wall)
        let profile = vendors[vendor].overlays.profile
        store(
            .put(
                vendors[vendor].key(.eventCount, OverlayKey(profile, .events, key).text),
                header: JSONValue.object(row.json).encoded(), body: nil))
    }

    /// A session begins: what counts by the session counts from nothing.
    mutating func beginOverlaySession(_ vendor: Int) {
        guard overlaying(vendor) != nil else { return }
        vendors[vendor].overlays.current.session = OverlaySession()
    }

    /// At the start: forgets the events not met for longest, if there are too
    /// many kinds of them.
    mutating func startOverlays(_ vendor: Int) {
        guard overlaying(vendor) != nil else { return }
        for profile in vendors[vendor].overlays.profiles {
            for key in vendors[vendor].overlays[profile].counts.clean() {
                store(
                    .remove(
                        vendors[vendor].key(
                            .eventCount, OverlayKey(profile, .events, key).text)))
            }
        }
    }

    // MARK: - Profiles

    /// Another profile is the present one. Everything is kept for each, but
    /// what ran for the former one is over.
    mutating func switchOverlays(vendor: Int, from: String, to: String) {
        vendors[vendor].overlays.use(from)
        vendors[vendor].overlays.use(to)
    }

    /// The vendor knows a profile by another id from now on: everything moves
    /// along.
    mutating func renameOverlays(vendor: Int, from: String, to: String) {
        guard from != to else { return }
        let content = vendors[vendor].overlays[from]
        vendors[vendor].overlays.rename(from, to: to)
        moveRecords(of: content, vendor: vendor, from: from, to: to)
    }
}
