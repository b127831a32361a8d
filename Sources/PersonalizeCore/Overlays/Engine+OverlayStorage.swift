import PersonalizeJSON

/// Keeping overlays over a restart.
extension Engine {
    static let overlaysPrefix = "overlays/"
    static let noticesPrefix = "overlay_notices/"

    /// Whether a document of this name is about overlays.
    static func isOfOverlays(_ name: String) -> Bool {
        name.hasPrefix(overlaysPrefix) || name.hasPrefix(noticesPrefix)
    }

    mutating func storeOverlays(_ vendor: Int, profile: String) {
        storeDocument(
            Self.overlaysPrefix + profile, vendor: vendor,
            vendors[vendor].overlays[profile].json)
    }

    mutating func storeNotices(_ vendor: Int, profile: String? = nil) {
        let profile = profile ?? vendors[vendor].overlays.profile
        storeDocument(
            Self.noticesPrefix + profile, vendor: vendor,
            vendors[vendor].overlays[profile].notices.json)
    }

    /// Writes how often campaigns were set off.
    mutating func storeOccasions(_ campaigns: [String], vendor: Int) {
        let profile = vendors[vendor].overlays.profile
        for campaign in campaigns {
            let count = vendors[vendor].overlays.current.tallies[campaign]?.occasions ?? 0
            store(
                .put(
                    vendors[vendor].key(
                        .overlayCount, OverlayKey(profile, .occasions, campaign).text),
                    header: "{\"occasions\":\(count)}", body: nil))
        }
    }

    // MARK: - Opening

    /// Takes over one record; the lists themselves are made of their entries
    /// by `finishOverlays`.
    mutating func restoreOverlays(_ key: RecordKey, _ object: JSONObject, vendor: Int) {
        if key.space == .document {
            if key.key.hasPrefix(Self.overlaysPrefix) {
                let profile = String(key.key.dropFirst(Self.overlaysPrefix.count))
                vendors[vendor].overlays[profile].take(json: object)
            } else if key.key.hasPrefix(Self.noticesPrefix) {
                let profile = String(key.key.dropFirst(Self.noticesPrefix.count))
                vendors[vendor].overlays[profile].notices = OverlayNotices(json: object)
            }
            return
        }
        guard let place = OverlayKey(key.key) else { return }
        let name = place.name
        switch place.kind {
        case .occasions:
            vendors[vendor].overlays[place.profile]
                .tallies[name, default: OverlayTally()].occasions =
                max(object["occasions"]?.integer ?? 0, 0)
        case .displays:
            vendors[vendor].overlays[place.profile]
                .tallies[name, default: OverlayTally()].take(shown: object)
        case .events:
            vendors[vendor].overlays[place.profile].counts[name] =
                EventCounts.Row(json: object)
        case .clientSide, .serverSide:
            guard let entry = OverlayEntry(campaign: name, json: object) else { return }
            vendors[vendor].overlays.stored.append(
                StoredOverlay(
                    profile: place.profile, kind: place.kind, entry: entry,
                    position: object["at"]?.integer ?? 0))
        }
    }

    /// All records are there: makes the lists.
    mutating func finishOverlays() {
        for vendor in vendors.indices {
            guard let adapter = vendors[vendor].overlaying else { continue }
            let stored = vendors[vendor].overlays.stored
            vendors[vendor].overlays.stored = []
            let lists = Dictionary(grouping: stored) {
                OverlayKey($0.profile, $0.kind, "").text
            }
            for key in lists.keys.sorted() {
                guard let records = lists[key], let first = records.first else { continue }
                let entries = records.sorted {
                    ($0.position, $0.entry.campaign) < ($1.position, $1.entry.campaign)
                }
                let index = OverlayIndex(entries.map(\.entry), rules: adapter.triggerRules)
                if first.kind == .clientSide {
                    vendors[vendor].overlays[first.profile].clientSide = index
                } else {
                    vendors[vendor].overlays[first.profile].serverSide = index
                }
            }
            vendors[vendor].overlays.use(vendors[vendor].profile)
        }
    }

    // MARK: - Another id

    /// Stores what is kept of a profile under its new id.
    mutating func moveRecords(
        of content: OverlayContent, vendor: Int, from: String, to: String
    ) {
        func move(_ space: Space, _ kind: OverlayKey.Kind, _ name: String, _ header: String) {
            store(.remove(vendors[vendor].key(space, OverlayKey(from, kind, name).text)))
            store(
                .put(
                    vendors[vendor].key(space, OverlayKey(to, kind, name).text),
                    header: header, body: nil))
        }
        for prefix in [Self.overlaysPrefix, Self.noticesPrefix] {
            store(.remove(vendors[vendor].key(.document, prefix + from)))
        }
        storeOverlays(vendor, profile: to)
        storeNotices(vendor, profile: to)
        for campaign in content.tallies.keys.sorted() {
            guard let tally = content.tallies[campaign] else { continue }
            move(
                .overlayCount, .occasions, campaign, "{\"occasions\":\(tally.occasions)}")
            guard tally.impressions.total > 0 else { continue }
            move(
                .overlayCount, .displays, campaign,
                JSONValue.object(tally.shownJSON).encoded())
        }
        for (key, row) in content.counts.sorted {
            move(.eventCount, .events, key, JSONValue.object(row.json).encoded())
        }
        for (position, entry) in content.serverSide.entries.enumerated() {
            move(
                .overlayContent, .serverSide, entry.campaign,
                JSONValue.object(entry.json(at: position)).encoded())
        }
        let keys = content.clientSide.entries.map {
            vendors[vendor].key(
                .overlayContent, OverlayKey(from, .clientSide, $0.campaign).text)
        }
        guard !keys.isEmpty else { return }
        _ = load(keys, for: .movedOverlays(from: from, to: to, vendor: vendor))
    }

    /// The contents that belong to the entries are there: they move as well.
    mutating func tookMoved(
        _ records: [LoadedRecord?], from: String, to: String, vendor: Int
    ) {
        let entries = vendors[vendor].overlays[to].clientSide.entries
        for (position, entry) in entries.enumerated() where position < records.count {
            store(
                .remove(
                    vendors[vendor].key(
                        .overlayContent, OverlayKey(from, .clientSide, entry.campaign).text)))
            guard let record = records[position] else { continue }
            store(
                .put(
                    vendors[vendor].key(
                        .overlayContent, OverlayKey(to, .clientSide, entry.campaign).text),
                    header: record.header, body: record.body))
        }
    }
}

/// One entry of a list as it was stored.
struct StoredOverlay: Sendable {
    var profile: String
    var kind: OverlayKey.Kind
    var entry: OverlayEntry
    var position: Int64
}
