import PersonalizeJSON

/// What has become of one campaign with one profile.
struct OverlayTally: Sendable, Equatable {
    /// How often it was set off.
    var occasions: Int64 = 0
    var impressions = ImpressionHistory()
    var days = DayCounter()

    mutating func countOccasion() { occasions = occasions == .max ? occasions : occasions + 1 }

    mutating func countImpression(at now: Instant) {
        impressions.record(at: now.wall)
        days.count(at: now)
    }

    /// The stored form of what changes with a display.
    var shownJSON: JSONObject {
        ["impressions": .object(impressions.json), "days": .object(days.json)]
    }

    mutating func take(shown object: JSONObject) {
        impressions = ImpressionHistory(json: object["impressions"]?.object ?? [:])
        days = DayCounter(json: object["days"]?.object ?? [:])
    }
}

/// Displays since the session began.
struct OverlaySession: Sendable, Equatable {
    private(set) var total: Int64 = 0
    private var campaigns: [String: Int64] = [:]

    func count(of campaign: String) -> Int64 { campaigns[campaign] ?? 0 }

    mutating func count(_ campaign: String) {
        total &+= 1
        campaigns[campaign, default: 0] &+= 1
    }
}

/// What the vendor is still to be told, each with a number.
struct OverlayNotices: Sendable, Equatable {
    /// A vendor that never takes anything must not make the list grow for
    /// ever; the oldest go first.
    static let most = 1_000

    struct Notice<Value: Sendable & Equatable>: Sendable, Equatable {
        var number: Int64
        var value: Value
    }

    private(set) var matched: [Notice<String>] = []
    private(set) var suppressed: [Notice<JSONObject>] = []
    private(set) var lastNumber: Int64 = 0

    var isEmpty: Bool { matched.isEmpty && suppressed.isEmpty }

    mutating func match(_ campaign: String) {
        lastNumber &+= 1
        if matched.count >= Self.most { matched.removeFirst() }
        matched.append(Notice(number: lastNumber, value: campaign))
    }

    mutating func suppress(_ record: JSONObject) {
        lastNumber &+= 1
        if suppressed.count >= Self.most { suppressed.removeFirst() }
        suppressed.append(Notice(number: lastNumber, value: record))
    }

    /// Forgets what was told; whether that was anything.
    mutating func remove(through number: Int64) -> Bool {
        let before = matched.count + suppressed.count
        matched.removeAll { $0.number <= number }
        suppressed.removeAll { $0.number <= number }
        return matched.count + suppressed.count < before
    }

    /// The stored form.
    var json: JSONObject {
        [
            "last": .integer(lastNumber),
            "matched": .array(matched.map { [.integer($0.number), .string($0.value)] }),
            "suppressed": .array(suppressed.map { [.integer($0.number), .object($0.value)] }),
        ]
    }

    init() {}

    init(json: JSONObject) {
        lastNumber = json["last"]?.integer ?? 0
        for value in json["matched"]?.array ?? [] {
            guard let pair = value.array, pair.count == 2, let number = pair[0].integer,
                let campaign = pair[1].string
            else { continue }
            matched.append(Notice(number: number, value: campaign))
        }
        for value in json["suppressed"]?.array ?? [] {
            guard let pair = value.array, pair.count == 2, let number = pair[0].integer,
                let record = pair[1].object
            else { continue }
            suppressed.append(Notice(number: number, value: record))
        }
    }
}
