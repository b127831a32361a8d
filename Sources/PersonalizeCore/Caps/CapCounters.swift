import PersonalizeJSON

/// When the customer was shown what a cap counts, by the cap's name: of each
/// the latest displays, as many as its limit and no more.
struct CapCounters: Sendable, Equatable {
    private var moments: [String: [Int64]] = [:]

    var isEmpty: Bool { moments.isEmpty }

    /// Wall milliseconds of the latest displays, the oldest first.
    func displays(_ cap: String) -> [Int64] { moments[cap] ?? [] }

    mutating func count(_ cap: Cap, at wall: Int64) {
        var own = moments[cap.name] ?? []
        own.append(wall)
        let most = Int(clamping: max(cap.limit, 1))
        if own.count > most { own.removeFirst(own.count - most) }
        moments[cap.name] = own
    }

    /// The stored form. A cap that is configured no longer is left out, so
    /// that it begins anew when it comes back.
    func json(_ caps: [Cap]) -> JSONObject {
        JSONObject(
            caps.compactMap { cap in
                moments[cap.name].map { (cap.name, .array($0.map(JSONValue.integer))) }
            })
    }

    init() {}

    init(json: JSONObject) {
        for (name, value) in json.members {
            guard let values = value.array else { continue }
            let integers = values.compactMap(\.integer)
            moments[name] = Array(integers.suffix(Int(Cap.highestLimit)))
        }
    }
}
