public import PersonalizeJSON

/// When a campaign was shown to one customer.
///
/// All impressions are counted, the latest are dated: a window that holds more
/// than are kept counts as many as are kept, which is more than any limit a
/// dashboard offers.
public struct ImpressionHistory: Sendable, Equatable {
    /// How many are dated.
    public static let most = 512

    /// Wall milliseconds in the order they were recorded.
    public private(set) var moments: [Int64]
    /// All there ever were.
    public private(set) var total: Int64

    public init(moments: [Int64] = [], total: Int64? = nil) {
        self.moments = moments.suffix(Self.most)
        self.total = max(total ?? 0, Int64(moments.count))
    }

    public mutating func record(at moment: Int64) {
        if moments.count >= Self.most { moments.removeFirst() }
        moments.append(moment)
        total = total == .max ? total : total + 1
    }

    /// How many there were at this wall millisecond and later.
    public func count(since start: Int64) -> Int64 {
        Int64(moments.reduce(0) { $0 + ($1 >= start ? 1 : 0) })
    }

    /// The form in storage; `init(json:)` reads it back without loss.
    public var json: JSONObject {
        [
            "moments_ms": .array(moments.map(JSONValue.integer)), "total": .integer(total),
        ]
    }

    public init(json: JSONObject) {
        self.init(
            moments: (json["moments_ms"]?.array ?? []).compactMap(\.integer),
            total: json["total"]?.integer)
    }
}
