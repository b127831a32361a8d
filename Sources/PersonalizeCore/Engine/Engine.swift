/// The engine: what it knows, and what follows from what happens.
///
/// Pure: no clock, thread, randomness or input and output of its own. The
/// same engine given the same commands at the same times answers with the same
/// effects, in any process.
public struct Engine: Sendable {
    let configuration: EngineConfiguration
    let adapters: [any Adapter]

    /// - Parameters:
    ///   - adapters: the vendor instances in the order of the configuration.
    ///   - seed: where all chance comes from.
    public init(configuration: EngineConfiguration, adapters: [any Adapter], seed: UInt64) {
        self.configuration = configuration
        self.adapters = adapters
        _ = seed
    }

    /// Takes in one thing that happened, and answers with what is to be done.
    public mutating func handle(_ command: Command, at now: Instant) -> [Effect] {
        []
    }
}
