import PersonalizeJSON

/// What choosing has to know of a campaign; its content stays in storage.
struct OverlayEntry: Sendable, Equatable {
    var campaign: String
    /// Empty where there is no content.
    var template: String
    var triggers: [Trigger]
    /// All of them.
    var limits: [Limit]
    /// Looked at only when it is about to be shown, and when that is explained.
    var caps: DisplayCaps
    var priority: Int64
    var isSuppressed: Bool
    var suppression: JSONObject
    var delay: Int64?
    var inaction: Int64?
    var isReportable: Bool
    /// Files its content needs.
    var files: [String] = []
    /// Tells whether new content differs from the stored, without it.
    var digest: Int64 = 0
    /// The campaign as a number, by which the older ones come first.
    private let number: Double?

    init(_ source: OverlayCampaign) {
        campaign = source.overlay.campaign
        number = NumericText.number(campaign)
        template = source.isMetadata ? "" : source.overlay.template
        triggers = source.triggers
        limits = source.overlay.limits + source.occurrenceLimits
        caps = source.overlay.caps
        priority = source.overlay.priority
        isSuppressed = source.isSuppressed
        suppression = source.suppression
        delay = source.delay
        inaction = source.inaction
        isReportable = source.isReportable
    }

    /// How it stands against others: by delay, then the more important, then
    /// the older campaign, whose number is the lower one.
    func precedes(_ other: OverlayEntry, at now: Instant) -> Bool {
        let own = (delay ?? 0, -clamped, age(at: now))
        let others = (other.delay ?? 0, -other.clamped, other.age(at: now))
        return own < others
    }

    private var clamped: Int64 { max(priority, -Int64.max) }

    /// A campaign without a number is as young as can be.
    private func age(at now: Instant) -> Double { number ?? now.seconds }

    // MARK: - Stored form

    func json(at position: Int) -> JSONObject {
        var object: JSONObject = [
            "at": .integer(Int64(position)),
            "triggers": .array(triggers.map { .object($0.json) }),
            "limits": .array(limits.map { .object($0.json) }), "priority": .integer(priority),
        ]
        if caps != DisplayCaps() { object["caps"] = .object(caps.json) }
        if !template.isEmpty { object["template"] = .string(template) }
        if isSuppressed { object["suppressed"] = true }
        if !suppression.isEmpty { object["suppression"] = .object(suppression) }
        object["delay_ms"] = delay.map(JSONValue.integer)
        object["inaction_ms"] = inaction.map(JSONValue.integer)
        if !isReportable { object["unreportable"] = true }
        if !files.isEmpty { object["files"] = .array(files.map(JSONValue.string)) }
        if digest != 0 { object["digest"] = .integer(digest) }
        return object
    }

    /// Nil when it is not the form of an entry.
    init?(campaign: String, json: JSONObject) {
        guard let triggers = json["triggers"]?.objects(Trigger.init(json:)),
            let limits = json["limits"]?.objects(Limit.init(json:))
        else { return nil }
        self.campaign = campaign
        self.number = NumericText.number(campaign)
        self.template = json["template"]?.string ?? ""
        self.triggers = triggers
        self.limits = limits
        self.caps = json["caps"]?.object.map(DisplayCaps.init(json:)) ?? DisplayCaps()
        self.priority = json["priority"]?.integer ?? 1
        self.isSuppressed = json["suppressed"]?.bool ?? false
        self.suppression = json["suppression"]?.object ?? [:]
        self.delay = json["delay_ms"]?.integer
        self.inaction = json["inaction_ms"]?.integer
        self.isReportable = json["unreportable"]?.bool != true
        self.files = json["files"]?.strings ?? []
        self.digest = json["digest"]?.integer ?? 0
    }
}

/// Campaigns by what sets them off: an event that nobody waits for costs one
/// look, however many campaigns there are.
struct OverlayIndex: Sendable {
    /// In the vendor's order.
    private(set) var entries: [OverlayEntry] = []
    /// The names of each entry's triggers, in the form that is compared.
    private(set) var keys: [[String?]] = []
    private var positions: [String: Int] = [:]
    private var byName: [String: [Int]] = [:]

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }

    init() {}

    /// Of entries with the same campaign the first counts.
    init(_ entries: [OverlayEntry], rules: ConditionRules) {
        self.entries.reserveCapacity(entries.count)
        for entry in entries where positions[entry.campaign] == nil {
            let position = self.entries.count
            positions[entry.campaign] = position
            self.entries.append(entry)
            let keys = entry.triggers.map(rules.key(of:))
            self.keys.append(keys)
            for name in keys.compactMap({ $0 })
            where byName[name]?.last != position {
                byName[name, default: []].append(position)
            }
        }
    }

    subscript(campaign: String) -> OverlayEntry? { positions[campaign].map { entries[$0] } }

    /// Where an entry stands; nil when there is none.
    func position(of campaign: String) -> Int? { positions[campaign] }

    /// The positions of what waits for one of these names, in order.
    func candidates(_ names: [String]) -> [Int] {
        guard names.count > 1 else { return names.first.flatMap { byName[$0] } ?? [] }
        let found = names.compactMap { byName[$0] }
        return found.count > 1 ? Set(found.joined()).sorted() : found.first ?? []
    }
}
