public import PersonalizeJSON

extension Instant {
    /// The form in a journal.
    public var json: JSONObject {
        [
            "wall": .integer(wall), "monotonic": .integer(monotonic),
            "offset": .integer(offset),
        ]
    }

    /// The instant that `json` wrote; nil when the object is none.
    public init?(json: JSONObject) {
        guard let wall = json["wall"]?.integer, let monotonic = json["monotonic"]?.integer,
            let offset = json["offset"]?.integer
        else { return nil }
        self.init(wall: wall, monotonic: monotonic, offset: offset)
    }
}
