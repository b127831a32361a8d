import PersonalizeJSON

/// Deliveries on their way to one vendor, in the order they were accepted.
///
/// It holds what sending has to know; the bytes are in storage. One delivery
/// is under way at a time, which is what keeps their order.
struct Outbox: Sendable {
    struct Entry: Sendable, Equatable {
        /// Ascending; the key in storage.
        var sequence: Int64
        var eventID: String
        var purpose: String
        /// Failures that count towards giving up.
        var attempts: Int64
        /// Whether it tells the vendor who the customer is: content is only
        /// asked for when none of these waits.
        var isCustomer: Bool
        /// What only vendors that are told in batches need; nil for others.
        var batched: Batched?

        /// What putting an entry into a batch has to know.
        struct Batched: Sendable, Equatable {
            /// In whose name it is told.
            var profile: String
            /// The session it belongs to.
            var visit: Int64
            /// When it was accepted, in wall milliseconds.
            var accepted: Int64
            /// How long its body is.
            var bytes: Int
        }

        var json: JSONObject {
            var object: JSONObject = [
                "event_id": .string(eventID), "purpose": .string(purpose),
                "attempts": .integer(attempts), "customer": .bool(isCustomer),
            ]
            if let batched {
                object["profile"] = .string(batched.profile)
                object["visit"] = .integer(batched.visit)
                object["accepted_ms"] = .integer(batched.accepted)
                object["bytes"] = .integer(Int64(batched.bytes))
            }
            return object
        }

        init(
            sequence: Int64, eventID: String, purpose: String, attempts: Int64, isCustomer: Bool,
            batched: Batched? = nil
        ) {
            self.sequence = sequence
            self.eventID = eventID
            self.purpose = purpose
            self.attempts = attempts
            self.isCustomer = isCustomer
            self.batched = batched
        }

        init?(sequence: Int64, json object: JSONObject) {
            guard let eventID = object["event_id"]?.string,
                let purpose = object["purpose"]?.string
            else { return nil }
            self.init(
                sequence: sequence, eventID: eventID, purpose: purpose,
                attempts: object["attempts"]?.integer ?? 0,
                isCustomer: object["customer"]?.bool ?? false)
            if let profile = object["profile"]?.string {
                batched = Batched(
                    profile: profile, visit: object["visit"]?.integer ?? 0,
                    accepted: object["accepted_ms"]?.integer ?? 0,
                    bytes: object["bytes"]?.integer.flatMap(Int.init(exactly:)) ?? 0)
            }
        }
    }

    private var slots: [Entry] = []
    private var first = 0
    /// The request that carries the first entry, or that its bytes are being
    /// read for.
    var underWay: UnderWay?
    /// Monotonic milliseconds before which nothing is tried: our own back-off.
    var notBefore: Int64?
    /// Monotonic milliseconds before which nothing may be tried: the server
    /// asked for it.
    var pausedUntil: Int64?
    /// Failures since the last success.
    var failures: Int64 = 0
    private(set) var customers = 0

    enum UnderWay: Sendable, Equatable {
        case reading(token: Int64)
        case sending(request: Int64)
    }

    var count: Int { slots.count - first }
    var isEmpty: Bool { count == 0 }
    var head: Entry? { first < slots.count ? slots[first] : nil }
    var entries: ArraySlice<Entry> { slots[first...] }

    mutating func append(_ entry: Entry) {
        slots.append(entry)
        if entry.isCustomer { customers += 1 }
    }

    mutating func removeHead() {
        guard let head else { return }
        if head.isCustomer { customers -= 1 }
        first += 1
        if first > 64, first * 2 > slots.count {
            slots.removeFirst(first)
            first = 0
        }
    }

    /// Takes out the oldest entry that is not among the first `busy`, which
    /// are under way, and that may go.
    mutating func removeOldestIdle(
        busy: Int = 1, where mayGo: (Entry) -> Bool = { _ in true }
    ) -> Entry? {
        let start = underWay == nil ? first : first + busy
        guard start < slots.count,
            let position = slots[start...].firstIndex(where: mayGo)
        else { return nil }
        let entry = slots.remove(at: position)
        if entry.isCustomer { customers -= 1 }
        return entry
    }

    /// Takes out the entry at this distance from the first.
    mutating func remove(at distance: Int) {
        guard distance >= 0, distance < count else { return }
        if distance == 0 { return removeHead() }
        if slots.remove(at: first + distance).isCustomer { customers -= 1 }
    }

    mutating func update(_ change: (inout Entry) -> Void) {
        for position in slots.indices[first...] { change(&slots[position]) }
    }

    mutating func removeAll() {
        slots = []
        first = 0
        customers = 0
        underWay = nil
    }

    mutating func countAttempt() {
        guard first < slots.count else { return }
        slots[first].attempts += 1
    }

    /// When the next try is due in monotonic milliseconds: `.min` for at once.
    var due: Int64 { max(notBefore ?? .min, pausedUntil ?? .min) }

    /// The key of an entry in storage: padded, so that the order of keys is
    /// the order of acceptance.
    static func key(_ sequence: Int64) -> String {
        let digits = String(sequence)
        return String(repeating: "0", count: max(0, 19 - digits.utf8.count)) + digits
    }
}

/// What became of everything that was to be told to one vendor.
struct Account: Sendable, Equatable {
    var accepted: Int64 = 0
    var sent: Int64 = 0
    /// By reason, in the order the reasons first came up.
    var dropped = JSONObject()

    mutating func drop(_ reason: String, count: Int64 = 1) {
        dropped[reason] = .integer((dropped[reason]?.integer ?? 0) &+ count)
    }

    var json: JSONObject {
        ["accepted": .integer(accepted), "sent": .integer(sent), "dropped": .object(dropped)]
    }

    init() {}

    init(json object: JSONObject) {
        accepted = object["accepted"]?.integer ?? 0
        sent = object["sent"]?.integer ?? 0
        dropped = object["dropped"]?.object ?? [:]
    }
}
