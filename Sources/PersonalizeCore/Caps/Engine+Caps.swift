import PersonalizeJSON

/// Caps across vendors. Whatever shows something asks right before it, since
/// something else may have been shown meanwhile, and counts right after.
extension Engine {
    static let capsDocument = "caps"

    /// The first cap that forbids showing something of the vendor's; nil when
    /// it may be shown.
    func crossCapRejection(vendor: Int, surface: CapSurface) -> Rejection? {
        for cap in configuration.caps where cap.covers(surface, vendor: vendors[vendor].id) {
            let begin = cap.period.begin(at: now, session: capSession(cap))
            let displays = caps.displays(cap.name)
            let counted = displays.filter { $0 >= begin ?? .min }.count + pendingDisplays(cap)
            guard Int64(counted) >= cap.limit else { continue }
            return Rejection(
                .cap, "cap_reached",
                values: [
                    "cap": .string(cap.name), "per": .string(cap.period.word),
                    "limit": .integer(cap.limit), "shown": .integer(Int64(counted)),
                    "since_ms": begin.map(JSONValue.integer) ?? .null,
                ],
                hint: "The customer has been shown as much as the cap \"\(cap.name)\" allows; "
                    + "wait until its period is over, or raise its limit.")
        }
        return nil
    }

    /// Counts that something of the vendor's was shown.
    mutating func countCrossCap(vendor: Int, surface: CapSurface) {
        var isCounted = false
        for cap in configuration.caps where cap.covers(surface, vendor: vendors[vendor].id) {
            caps.count(cap, at: now.wall)
            isCounted = true
        }
        if isCounted { storeDocument(Self.capsDocument, caps.json(configuration.caps)) }
    }

    /// Another customer has seen nothing yet.
    mutating func forgetCaps() {
        guard !caps.isEmpty else { return }
        caps = CapCounters()
        storeDocument(Self.capsDocument, [:])
    }

    /// When the session began that the cap goes by.
    private func capSession(_ cap: Cap) -> Int64? {
        vendors.first { cap.vendors?.contains($0.id) != false }?.session.started
    }

    func capState() -> JSONValue {
        .array(
            configuration.caps.map { cap in
                .object([
                    "cap": .string(cap.name), "limit": .integer(cap.limit),
                    "per": .string(cap.period.word),
                    "displays_ms": .array(caps.displays(cap.name).map(JSONValue.integer)),
                ])
            })
    }
}
