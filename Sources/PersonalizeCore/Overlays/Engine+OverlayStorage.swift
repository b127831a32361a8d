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
        guard !campaigns.isEmpty else { return }
        let id = vendors[vendor].id
        let prefix = OverlayKey(vendors[vendor].overlays.profile, .occasions, "").text
        effects.reserveCapacity(effects.count + campaigns.count)
        for campaign in campaigns {
            let count = vendors[vendor].overlays.current.tallies[campaign]?.occasions ?? 0
            store(
                .put(
                    RecordKey(.overlayCount, vendor: id, key: prefix + campaign),
                    header: "{\"occasions\":" + String(count) + "}", body: nil))
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
        let move = OverlayMove(
            from: from, to: to, campaigns: content.clientSide.entries.map(\.campaign))
        guard !move.campaigns.isEmpty else { return }
        let keys = move.campaigns.map {
            vendors[vendor].key(.overlayContent, OverlayKey(from, .clientSide, $0).text)
        }
        _ = load(keys, for: .movedOverlays(move, vendor: vendor))
    }

    /// The contents are there: those that are still of use move as well. What
    /// the vendor has replaced meanwhile is stored under the new id already.
    mutating func tookMoved(_ records: [LoadedRecord?], _ move: OverlayMove, vendor: Int) {
        let list = vendors[vendor].overlays[move.to].clientSide
        for (campaign, record) in zip(move.campaigns, records) {
            store(
                .remove(
                    vendors[vendor].key(
                        .overlayContent, OverlayKey(move.from, .clientSide, campaign).text)))
            guard let record, let body = record.body, let entry = list[campaign],
                let position = list.position(of: campaign),
                Catalog.digest(body) == entry.digest
            else { continue }
            store(
                .put(
                    vendors[vendor].key(
                        .overlayContent, OverlayKey(move.to, .clientSide, campaign).text),
                    header: JSONValue.object(entry.json(at: position)).encoded(), body: body))
        }
    }
}

/// Contents on their way to another profile's id.
struct OverlayMove: Sendable, Equatable {
    var from: String
    var to: String
    var campaigns: [String]
}

/// One entry of a list as it was stored.
struct StoredOverlay: Sendable {
    var profile: String
    var kind: OverlayKey.Kind
    var entry: OverlayEntry
    var position: Int64
}
