/// What the core has to know of the configuration.
public struct EngineConfiguration: Sendable, Equatable {
    /// Milliseconds of the first back-off; each failure doubles it.
    public var backOffBase: Int64
    /// Milliseconds that back-off never exceeds.
    public var backOffCeiling: Int64
    /// How many events may wait for one vendor; the oldest go first.
    public var maximumEvents: Int
    /// How many bytes one downloaded file may have.
    public var maximumResourceBytes: Int
    /// How many bytes all downloaded files may have; the oldest go first.
    public var maximumCacheBytes: Int
    /// How many bytes one file of an overlay may have.
    public var maximumFileBytes: Int
    /// How many files of overlays are fetched together.
    public var maximumFileFetches: Int
    /// Milliseconds the download of a file may take.
    public var fileTimeout: Int64
    /// Milliseconds after which a file that nobody has asked for is removed.
    public var fileLifetime: Int64
    /// Milliseconds a request may take.
    public var requestTimeout: Int64
    /// How many bytes a vendor's answer may have.
    public var maximumResponseBytes: Int
    /// Caps across vendors, in the order in which they are looked at.
    public var caps: [Cap]
    /// Placements that several vendors may fill, by name.
    public var placements: [String: PlacementBinding]

    public init(
        backOffBase: Int64 = 1_000, backOffCeiling: Int64 = 600_000, maximumEvents: Int = 10_000,
        maximumResourceBytes: Int = 8 << 20, maximumCacheBytes: Int = 50 << 20,
        maximumFileBytes: Int = 5 << 20, maximumFileFetches: Int = 10,
        fileTimeout: Int64 = 25_000, fileLifetime: Int64 = 14 * 86_400_000,
        requestTimeout: Int64 = 30_000, maximumResponseBytes: Int = 16 << 20,
        caps: [Cap] = [], placements: [String: PlacementBinding] = [:]
    ) {
        self.backOffBase = backOffBase
        self.backOffCeiling = backOffCeiling
        self.maximumEvents = maximumEvents
        self.maximumResourceBytes = maximumResourceBytes
        self.maximumCacheBytes = maximumCacheBytes
        self.maximumFileBytes = maximumFileBytes
        self.maximumFileFetches = maximumFileFetches
        self.fileTimeout = fileTimeout
        self.fileLifetime = fileLifetime
        self.requestTimeout = requestTimeout
        self.maximumResponseBytes = maximumResponseBytes
        self.caps = caps
        self.placements = placements
    }
}
