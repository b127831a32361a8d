/// Something that has happened (docs/updates.md).
public struct Update: Sendable, Equatable {
    /// All members, as the engine wrote them.
    public let members: JSONObject

    init(_ text: String) {
        let limits = JSONLimits(
            documentBytes: 64 << 20, depth: JSONLimits.deepest, stringBytes: 64 << 20)
        members = (try? JSONValue.parse(text, limits: limits))?.object ?? [:]
    }

    /// What happened, such as `placement.shown`.
    public var name: String { members["update"]?.string ?? "" }
    /// Counts up by one from 1 at each opening.
    public var sequence: Int64 { members["sequence"]?.integer ?? 0 }
    /// Wall milliseconds since 1970.
    public var time: Int64 { members["time_ms"]?.integer ?? 0 }
    /// The vendor instance, where one is concerned.
    public var vendor: String? { members["vendor"]?.string }
    /// The host's own key, where the call that caused it had one.
    public var key: String? { members["key"]?.string }
    /// The placement's name, where one is concerned.
    public var placement: String? { members["placement"]?.string }
    /// The placement's id, where one is concerned.
    public var placementID: Int64? { members["placement_id"]?.integer }

    /// One member.
    public subscript(name: String) -> JSONValue? { members[name] }
}
