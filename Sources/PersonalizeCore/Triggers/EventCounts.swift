public import PersonalizeJSON

/// How often a customer has done each thing.
public struct EventCounts: Sendable {
    /// More rows than this are cleaned up at a start.
    public static let most = 11_520
    /// How many are then forgotten, those not met for longest.
    public static let cleaned = 2_304

    public struct Row: Sendable, Equatable {
        /// As it was spelled first.
        public var name: String
        public var count: Int64
        /// Wall milliseconds.
        public var first: Int64
        /// Wall milliseconds.
        public var last: Int64

        /// The form in storage.
        public var json: JSONObject {
            [
                "name": .string(name), "count": .integer(count), "first_ms": .integer(first),
                "last_ms": .integer(last),
            ]
        }

        public init(name: String, count: Int64 = 0, first: Int64, last: Int64) {
            self.name = name
            self.count = count
            self.first = first
            self.last = last
        }

        /// Nil when it is not the form of a row.
        public init?(json: JSONObject) {
            guard let name = json["name"]?.string, let count = json["count"]?.integer else {
                return nil
            }
            self.init(
                name: name, count: max(count, 0), first: json["first_ms"]?.integer ?? 0,
                last: json["last_ms"]?.integer ?? 0)
        }
    }

    private var rows: [String: Row] = [:]

    public init() {}

    public var count: Int { rows.count }

    /// The row of a name in the form that indexes use.
    public subscript(key: String) -> Row? {
        get { rows[key] }
        set { rows[key] = newValue }
    }

    /// All rows, in the order of their keys.
    public var sorted: [(key: String, row: Row)] {
        rows.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Counts one more; what the row has become.
    public mutating func count(_ key: String, name: String, at moment: Int64) -> Row {
        var row = rows[key] ?? Row(name: name, first: moment, last: moment)
        row.count = row.count == .max ? row.count : row.count + 1
        row.last = moment
        rows[key] = row
        return row
    }

    /// Forgets the rows not met for longest, if there are too many; which.
    public mutating func clean(most: Int = most, cleaned: Int = cleaned) -> [String] {
        guard rows.count > most else { return [] }
        let oldest = rows.sorted { ($0.value.last, $0.key) < ($1.value.last, $1.key) }
            .prefix(cleaned).map(\.key)
        for key in oldest { rows[key] = nil }
        return oldest
    }
}
