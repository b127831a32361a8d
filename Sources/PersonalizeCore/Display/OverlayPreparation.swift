/// An overlay whose turn has come, until the host is told to present it.
struct OverlayPreparation: Sendable, Equatable {
    enum Stage: Sendable, Equatable {
        /// Its files are still to be looked for.
        case begun
        /// It is being found out which of its files are on the disk.
        case looking(token: Int64)
        /// Files are on their way; it goes on when none is missing.
        case fetching(missing: [String])
        /// The host is being asked whether to show it.
        case reviewing(token: Int64)
        /// The host has agreed.
        case agreed
    }

    /// The entry in the queue; below zero for a function that an action called
    /// and that waits in no queue.
    var number: Int64
    var vendor: Int
    var profile: String
    var overlay: Overlay
    var definition: TemplateDefinition
    var values: TemplateValues
    /// What it needs, each URL once.
    var urls: [String]
    /// Where its files are, by URL.
    var files: [String: String] = [:]
    var stage = Stage.begun

    var isQueued: Bool { number > 0 }
}
