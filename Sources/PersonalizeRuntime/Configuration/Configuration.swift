import PersonalizeCore
import PersonalizeJSON
import PersonalizeStorage

/// An engine's configuration, checked, with everything that may be left out
/// filled in.
struct Configuration: Sendable {
    /// A path, or `:memory:`; `{worker}` stands for the process id.
    var storage: String
    var durability: Durability
    /// The directory of downloaded files; nil for one beside the storage.
    var filesPath: String?
    var transport: TransportKind
    var http: HTTPSettings
    var clock: ClockSettings
    /// Where all chance comes from; nil to ask the system.
    var seed: UInt64?
    /// The file to which the journal is appended; nil for none.
    var journal: String?
    var engine: EngineConfiguration
    /// In the order of the configuration.
    var vendors: [ConfiguredAdapter]
    /// The configuration without secrets and without `extra`, from which a
    /// replay makes the same engine.
    var redacted: JSONObject

    enum TransportKind: String, Sendable, CaseIterable {
        /// The engine sends its requests by itself.
        case http
        /// The host sends them.
        case host
        /// A script answers them.
        case scripted
    }

    enum ClockSettings: Sendable, Equatable {
        case system
        case manual(wall: Int64, offset: Int64)
    }
}

/// How requests are sent.
struct HTTPSettings: Sendable, Equatable {
    /// The certificates to trust instead of the system's.
    var certificateFile: String?
    var proxy: String?
    /// Hosts that are reached without the proxy, separated by commas.
    var noProxy: String?
    /// Milliseconds a whole exchange may take.
    var timeout: Int64 = 30_000
    /// Milliseconds until a connection has to stand.
    var connectTimeout: Int64 = 10_000
    var maximumRedirects: Int64 = 5
    /// How long an answer's decoded body may be, in bytes.
    var maximumBytes: Int64 = 16 << 20
}
