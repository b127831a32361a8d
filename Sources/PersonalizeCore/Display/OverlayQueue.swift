import PersonalizeJSON

/// One overlay that waits for its turn.
struct QueuedOverlay: Sendable, Equatable {
    /// Never used again; the key in storage.
    var number: Int64
    /// Where it stands: ascending from the front.
    var order: Int64
    var vendor: Int
    /// The vendor's profile it was meant for; no other is shown it.
    var profile: String
    var overlay: Overlay

    /// The form in storage. The vendor is in the record's key.
    var json: JSONObject {
        [
            "order": .integer(order), "profile": .string(profile),
            "overlay": .object(overlay.json),
        ]
    }

    init(number: Int64, order: Int64, vendor: Int, profile: String, overlay: Overlay) {
        self.number = number
        self.order = order
        self.vendor = vendor
        self.profile = profile
        self.overlay = overlay
    }

    init?(key: String, vendor: Int, json object: JSONObject) {
        guard let number = Int64(key), let order = object["order"]?.integer,
            let overlay = object["overlay"]?.object.flatMap(Overlay.init(json:))
        else { return nil }
        self.init(
            number: number, order: order, vendor: vendor,
            profile: object["profile"]?.string ?? "", overlay: overlay)
    }
}

/// The overlays of all vendors that wait, in the order of their turns.
///
/// What is being prepared or presented is still in it: an overlay leaves when
/// it was presented, rejected, expired or has failed, so that a process that
/// ends in between loses nothing.
struct OverlayQueue: Sendable {
    /// How many may wait. A customer sees one at a time, so more than this is a
    /// vendor gone wrong.
    static let capacity = 1_000

    /// In the order of their turns.
    private(set) var entries: [QueuedOverlay] = []
    private var lastNumber: Int64 = 0

    var isEmpty: Bool { entries.isEmpty }
    var isFull: Bool { entries.count >= Self.capacity }

    subscript(number: Int64) -> QueuedOverlay? { entries.first { $0.number == number } }

    /// Puts an overlay at the end, or at the front.
    ///
    /// What an action asked for is always next, before anything else that goes
    /// to the front; the latest of several is first.
    mutating func insert(
        _ overlay: Overlay, vendor: Int, profile: String, atFront isAtFront: Bool
    ) -> [QueuedOverlay] {
        lastNumber &+= 1
        var entry = QueuedOverlay(
            number: lastNumber, order: 0, vendor: vendor, profile: profile, overlay: overlay)
        guard isAtFront, !entries.isEmpty else {
            entry.order = (entries.last?.order ?? 0) &+ 1
            entries.append(entry)
            return [entry]
        }
        let actions = overlay.isAction ? 0 : entries.prefix { $0.overlay.isAction }.count
        guard actions > 0 else {
            entry.order = (entries.first?.order ?? 0) &- 1
            entries.insert(entry, at: 0)
            return [entry]
        }
        // Between two: those before move up, and have to be stored again.
        for index in 0..<actions { entries[index].order = entries[index].order &- 1 }
        entry.order = entries[actions &- 1].order &+ 1
        entries.insert(entry, at: actions)
        return Array(entries[...actions])
    }

    /// Takes out an entry; nil when it is not there.
    mutating func remove(_ number: Int64) -> QueuedOverlay? {
        guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
        return entries.remove(at: index)
    }

    /// A vendor's profile has another id from now on; gives the entries that
    /// are for it.
    mutating func rename(vendor: Int, from: String, to: String) -> [QueuedOverlay] {
        for index in entries.indices
        where entries[index].vendor == vendor && entries[index].profile == from {
            entries[index].profile = to
        }
        return entries.filter { $0.vendor == vendor && $0.profile == to }
    }

    /// Takes over what was stored.
    mutating func restore(_ stored: [QueuedOverlay]) {
        entries = stored.sorted { ($0.order, $0.number) < ($1.order, $1.number) }
        lastNumber = max(lastNumber, entries.map(\.number).max() ?? 0)
    }
}
