import PersonalizeJSON

/// The customer's segments with one vendor, as far as they are known.
struct Segments: Sendable {
    /// By category; nil when nothing is known for the present customer.
    var lists: [String: [Segment]]?
    /// What the host was told last, or could have asked for, by category: a
    /// digest, so that it can outlive a customer who must be forgotten.
    var told: [String: Int64] = [:]
    /// When the lists came, in monotonic milliseconds; nil for those of an
    /// earlier opening.
    var fetchedAt: Int64?
    /// The epoch whose names were joined to the anonymous id.
    var linkedEpoch: Int64?
    /// The request under way.
    var request: Int64?
    /// When they are to be looked at, in monotonic milliseconds.
    var checkAt: Int64?
    /// Failures since the last success.
    var failures: Int64 = 0
    /// Who waits for an answer.
    var waiting: [Waiting] = []

    struct Waiting: Sendable, Equatable {
        var category: String
        var key: String?
    }

    /// Whether the lists are as good as new.
    func isFresh(at now: Int64, lifetime: Int64) -> Bool {
        guard lists != nil, let fetchedAt else { return false }
        return now &- fetchedAt <= lifetime
    }

    /// The same for the same segments, in whatever order.
    static func digest(_ segments: [Segment]) -> Int64 {
        let lines = Set(segments.map { "\($0.segmentation)/\($0.id)" }).sorted()
        return Catalog.digest(Array(lines.joined(separator: "\n").utf8))
    }

    /// The stored form, which a support desk sees as well.
    var json: JSONObject {
        [
            "lists": lists.map { lists in
                .object(
                    JSONObject(
                        lists.keys.sorted().map { category in
                            (category, Self.json(lists[category] ?? []))
                        }))
            } ?? .null,
            "told": .object(
                JSONObject(told.keys.sorted().map { ($0, .integer(told[$0] ?? 0)) })),
        ]
    }

    static func json(_ segments: [Segment]) -> JSONValue {
        .array(segments.map { .object($0.json) })
    }

    init() {}

    init(json object: JSONObject) {
        lists = object["lists"]?.object.map { stored in
            Dictionary(
                stored.members.map { category, list in
                    (
                        category,
                        (list.array ?? []).compactMap { $0.object.flatMap(Segment.init(json:)) }
                    )
                }, uniquingKeysWith: { first, _ in first })
        }
        for (category, digest) in object["told"]?.object?.members ?? [] {
            told[category] = digest.integer
        }
    }
}
