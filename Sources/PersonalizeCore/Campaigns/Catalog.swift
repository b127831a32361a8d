/// Everything one vendor could show, indexed by placement.
///
/// Contents are not here but in storage: a load costs what its placement's
/// candidates cost, however many campaigns there are besides.
struct Catalog: Sendable {
    struct Entry: Sendable, Equatable {
        var campaign: Campaign
        /// Tells whether new content differs from the stored, without it.
        var digest: Int64
        var hasBody: Bool
    }

    private(set) var entries: [String: Entry] = [:]
    private(set) var personalizations: [String: Personalization] = [:]
    /// Campaign ids by placement, in ascending order: an order of our own that
    /// a restart keeps.
    private var byPlacement: [String: [String]] = [:]

    var count: Int { entries.count }
    /// Campaign ids in ascending order.
    var ids: [String] { entries.keys.sorted() }

    subscript(id: String) -> Entry? { entries[id] }

    /// Every placement that a campaign names, in ascending order.
    var placements: [String] { byPlacement.keys.sorted() }

    func candidates(for placement: String) -> [String] { byPlacement[placement] ?? [] }

    func candidates(for placements: [String]) -> [String] {
        placements.count == 1
            ? candidates(for: placements[0])
            : Set(placements.flatMap { candidates(for: $0) }).sorted()
    }

    func personalization(of id: String) -> Personalization? { personalizations[id] }

    mutating func setPersonalization(_ personalization: Personalization, of id: String) {
        personalizations[id] = personalization
    }

    /// Forgets one decision; whether there was one.
    mutating func removePersonalization(of id: String) -> Bool {
        personalizations.removeValue(forKey: id) != nil
    }

    /// Forgets every decision; whether there were any.
    mutating func removePersonalizations() -> Bool {
        defer { personalizations = [:] }
        return !personalizations.isEmpty
    }

    /// Takes over a whole new set of campaigns. Entries are in any order with
    /// unique ids.
    mutating func replace(_ replacement: [Entry]) {
        entries = [:]
        entries.reserveCapacity(replacement.count)
        byPlacement = [:]
        for entry in replacement {
            entries[entry.campaign.id] = entry
            for placement in entry.campaign.placements {
                if byPlacement[placement]?.last != entry.campaign.id {
                    byPlacement[placement, default: []].append(entry.campaign.id)
                }
            }
        }
        for placement in byPlacement.keys {
            byPlacement[placement] = byPlacement[placement].map { Set($0).sorted() }
        }
    }

    /// FNV-1a: enough to notice a change, and the same in every process.
    static func digest(_ body: [UInt8]?) -> Int64 {
        guard let body else { return 0 }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in body { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return Int64(bitPattern: hash)
    }
}
