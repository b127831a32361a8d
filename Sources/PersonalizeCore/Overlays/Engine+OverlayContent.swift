import PersonalizeJSON

/// Taking over what a vendor answers.
extension Engine {
    /// One reply of a vendor, for the profile it was asked for. What is for
    /// another profile than the present one is kept for it, and shows nothing.
    mutating func takeOverlays(_ answer: OverlayAnswer, vendor: Int, profile: String) {
        guard let adapter = overlaying(vendor) else { return }
        diagnose(vendor: vendor, answer.diagnostics)
        forgetStale(answer.stale, vendor: vendor, profile: profile)
        takeLimits(answer, vendor: vendor, profile: profile)
        if !answer.isFollowUp {
            takeMode(answer.mode, vendor: vendor, profile: profile)
            takeList(answer.clientSide, .clientSide, vendor: vendor, profile: profile, adapter)
            takeList(answer.serverSide, .serverSide, vendor: vendor, profile: profile, adapter)
        }
        for reading in [answer.immediate, answer.inaction, answer.launch, answer.launchInaction] {
            if let reading { diagnose(vendor: vendor, reading.diagnostics) }
        }
        guard profile == vendors[vendor].overlays.profile else { return }
        if let launch = answer.launch {
            takeLaunch(launch.records, answer, vendor: vendor, adapter)
        }
        takeLaunchInaction(answer.launchInaction?.records ?? [], vendor: vendor, adapter)
        takeDecided(answer.immediate?.records ?? [], vendor: vendor, profile: profile, adapter)
        for campaign in answer.inaction?.records ?? [] {
            guard let inaction = campaign.inaction else { continue }
            startInaction(campaign.overlay.campaign, after: inaction, vendor: vendor)
        }
    }

    private mutating func forgetStale(_ campaigns: [String], vendor: Int, profile: String) {
        for campaign in campaigns
        where vendors[vendor].overlays[profile].tallies.removeValue(forKey: campaign) != nil {
            for kind in [OverlayKey.Kind.occasions, .displays] {
                store(
                    .remove(
                        vendors[vendor].key(
                            .overlayCount, OverlayKey(profile, kind, campaign).text)))
            }
        }
    }

    private mutating func takeLimits(_ answer: OverlayAnswer, vendor: Int, profile: String) {
        let before = vendors[vendor].overlays[profile]
        let session = answer.sessionCap ?? before.sessionCap
        let day = answer.dayCap ?? before.dayCap
        guard session != before.sessionCap || day != before.dayCap else { return }
        vendors[vendor].overlays[profile].sessionCap = session
        vendors[vendor].overlays[profile].dayCap = day
        storeOverlays(vendor, profile: profile)
    }

    /// The mode comes first: it clears what the mode before had left, and the
    /// lists of the same reply come after it.
    private mutating func takeMode(_ mode: OverlayMode?, vendor: Int, profile: String) {
        guard let mode else { return }
        if vendors[vendor].overlays[profile].mode != mode {
            vendors[vendor].overlays[profile].mode = mode
            storeOverlays(vendor, profile: profile)
        }
        let content = vendors[vendor].overlays[profile]
        if mode != .server {
            remove(content.serverSide.entries, .serverSide, vendor, profile)
            setList(OverlayIndex(), .serverSide, vendor: vendor, profile: profile)
        }
        if mode != .client {
            remove(content.clientSide.entries, .clientSide, vendor, profile)
            setList(OverlayIndex(), .clientSide, vendor: vendor, profile: profile)
        }
    }

    /// Puts a list in the place of the one there is. Only what differs is
    /// written, so an answer that brings nothing new costs no disk.
    private mutating func takeList(
        _ reading: Reading<OverlayCampaign>?, _ kind: OverlayKey.Kind, vendor: Int,
        profile: String, _ adapter: any OverlayAdapter
    ) {
        guard let reading else { return }
        diagnose(vendor: vendor, reading.diagnostics)
        let former = list(kind, vendor: vendor, profile: profile)
        var entries: [OverlayEntry] = []
        var seen: Set<String> = []
        for campaign in reading.records {
            let id = campaign.overlay.campaign
            guard seen.insert(id).inserted else {
                diagnose(
                    vendor: vendor, what: "overlay", path: nil, reason: "duplicate_id",
                    message: "The id \(id) occurs again; the first one counts.")
                continue
            }
            var entry = OverlayEntry(campaign)
            let body = kind == .clientSide ? Self.body(of: campaign) : nil
            entry.digest = Catalog.digest(body)
            if kind == .clientSide {
                entry.files = fileURLs(of: campaign.overlay, vendor: vendor)
            }
            let position = entries.count
            entries.append(entry)
            guard former[id] != entry || former.position(of: id) != position else { continue }
            let key = vendors[vendor].key(.overlayContent, OverlayKey(profile, kind, id).text)
            let header = JSONValue.object(entry.json(at: position)).encoded()
            store(
                former[id]?.digest == entry.digest && former[id] != nil
                    ? .putHeader(key, header: header) : .put(key, header: header, body: body))
        }
        remove(former.entries.filter { !seen.contains($0.campaign) }, kind, vendor, profile)
        setList(
            OverlayIndex(entries, rules: adapter.triggerRules), kind, vendor: vendor,
            profile: profile)
        guard kind == .clientSide, profile == vendors[vendor].overlays.profile else { return }
        var files: [String] = []
        for entry in entries { files += entry.files }
        prefetchFiles(files, vendor: vendor)
    }

    private static func body(of campaign: OverlayCampaign) -> [UInt8] {
        var body: JSONObject = ["overlay": .object(campaign.overlay.json)]
        body["time_to_live_ms"] = campaign.timeToLive.map(JSONValue.integer)
        return Array(JSONValue.object(body).encoded().utf8)
    }

    private func list(_ kind: OverlayKey.Kind, vendor: Int, profile: String) -> OverlayIndex {
        kind == .clientSide
            ? vendors[vendor].overlays[profile].clientSide
            : vendors[vendor].overlays[profile].serverSide
    }

    private mutating func setList(
        _ list: OverlayIndex, _ kind: OverlayKey.Kind, vendor: Int, profile: String
    ) {
        if kind == .clientSide {
            vendors[vendor].overlays[profile].clientSide = list
        } else {
            vendors[vendor].overlays[profile].serverSide = list
        }
    }

    private mutating func remove(
        _ entries: [OverlayEntry], _ kind: OverlayKey.Kind, _ vendor: Int, _ profile: String
    ) {
        for entry in entries {
            store(
                .remove(
                    vendors[vendor].key(
                        .overlayContent, OverlayKey(profile, kind, entry.campaign).text)))
        }
    }

    /// The files of all campaigns that may still be chosen, whoever's they are.
    func overlayFiles(_ vendor: Int) -> [String] {
        vendors[vendor].overlays.profiles.flatMap { profile in
            vendors[vendor].overlays[profile].clientSide.entries.flatMap(\.files)
        }
    }

    // MARK: - What the vendor has decided

    /// Goes into the queue, or waits for its time first.
    private mutating func takeDecided(
        _ campaigns: [OverlayCampaign], vendor: Int, profile: String,
        _ adapter: any OverlayAdapter
    ) {
        var overlays: [Overlay] = []
        for campaign in campaigns {
            guard !campaign.isSuppressed else {
                suppress([OverlayEntry(campaign)], vendor: vendor, adapter)
                continue
            }
            guard let delay = campaign.delay else {
                overlays.append(bounded(campaign.overlay, adapter))
                continue
            }
            startTimer(
                campaign.overlay.campaign, after: delay,
                .content(bounded(campaign.overlay, adapter), timeToLive: campaign.timeToLive),
                vendor: vendor)
        }
        if !overlays.isEmpty {
            enqueue(overlays, vendor: vendor, profile: profile, atFront: false)
        }
    }

    /// What does not say how long it may be shown may be so for as long as the
    /// vendor usually gives.
    func bounded(_ overlay: Overlay, _ adapter: any OverlayAdapter) -> Overlay {
        guard overlay.expires == nil else { return overlay }
        var overlay = overlay
        overlay.expires = adapter.overlayPolicy.lifetime.map { now.wall.addingClamped($0) }
        return overlay
    }
}
