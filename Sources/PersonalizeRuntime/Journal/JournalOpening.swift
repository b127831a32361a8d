import PersonalizeJSON

/// The line a journal begins with, and the one after each reopening: what a
/// replay makes the engine of. The state it starts from is in the first
/// command, which takes over what the storage holds.
struct JournalOpening {
    /// Of the library, which events name.
    var version: String
    /// Without secrets.
    var configuration: JSONObject
    var seed: UInt64

    var json: JSONObject {
        [
            "journal": 1, "version": .string(version), "configuration": .object(configuration),
            "seed": .integer(Int64(bitPattern: seed)),
        ]
    }

    init(version: String, configuration: JSONObject, seed: UInt64) {
        self.version = version
        self.configuration = configuration
        self.seed = seed
    }

    /// Nil when the object is no such line.
    init?(json: JSONObject) {
        guard json["journal"]?.integer == 1, let version = json["version"]?.string,
            let configuration = json["configuration"]?.object,
            let seed = json["seed"]?.integer
        else { return nil }
        self.init(
            version: version, configuration: configuration, seed: UInt64(bitPattern: seed))
    }
}
