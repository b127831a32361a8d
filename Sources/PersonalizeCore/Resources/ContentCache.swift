/// Content that was made fit to draw, for the next load of the same bytes.
///
/// Making it is most of what a load costs. An entry counts only for the same
/// campaign with the very same bytes, which are compared and not digested, so
/// that it is never wrong after a change. What has failed is not kept.
struct ContentCache: Sendable {
    /// Of bodies; what is made of them takes two to three times as much.
    static let byteLimit = 1 << 20

    private struct Entry: Sendable {
        var vendor: String
        var campaign: Campaign
        var body: [UInt8]
        var content: any PreparedContent
    }

    /// Least recently used first.
    private var entries: [Entry] = []
    private(set) var bytes = 0

    var count: Int { entries.count }

    mutating func content(
        of campaign: Campaign, vendor: String, body: [UInt8]
    ) -> (any PreparedContent)? {
        guard
            let index = entries.firstIndex(where: {
                $0.campaign.id == campaign.id && $0.vendor == vendor
            }), entries[index].campaign == campaign, entries[index].body == body
        else { return nil }
        let entry = entries.remove(at: index)
        entries.append(entry)
        return entry.content
    }

    /// Takes the place of what was known of the campaign.
    mutating func insert(
        _ content: any PreparedContent, of campaign: Campaign, vendor: String, body: [UInt8]
    ) {
        remove { $0.campaign.id == campaign.id && $0.vendor == vendor }
        guard body.count <= Self.byteLimit else { return }
        entries.append(Entry(vendor: vendor, campaign: campaign, body: body, content: content))
        bytes += body.count
        while bytes > Self.byteLimit, !entries.isEmpty { bytes -= entries.removeFirst().body.count }
    }

    /// What was made for a customer goes with the customer.
    mutating func removeAll(vendor: String) { remove { $0.vendor == vendor } }

    private mutating func remove(where isGone: (Entry) -> Bool) {
        entries.removeAll(where: isGone)
        bytes = entries.reduce(0) { $0 + $1.body.count }
    }
}
