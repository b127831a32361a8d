/// What a stored record is about.
///
/// One shape serves all: a small header that is read when the engine opens,
/// and a body that is read when it is needed. So a new capability needs a new
/// space and no new table.
public enum Space: String, Sendable, CaseIterable {
    /// A piece of the engine's own state.
    case document
    /// A campaign as its vendor defined it; the body is its content.
    case campaign
    /// What a vendor decided for this customer about one campaign.
    case personalization
    /// An event on its way to a vendor; the body is what is sent.
    case event
    /// A downloaded file.
    case resource
    /// What the customer has seen of a campaign.
    case display
    /// A message of the customer's inbox; the body is its content.
    case message
    /// An overlay that waits for its turn.
    case overlay
    /// What is known of a file on the disk.
    case file
    /// A campaign for an overlay; the body is its content.
    case overlayContent = "overlay_content"
    /// What has become of a campaign for an overlay.
    case overlayCount = "overlay_count"
    /// How often the customer has done something.
    case eventCount = "event_count"
}

/// Names one stored record.
public struct RecordKey: Sendable, Hashable {
    public var space: Space
    /// The vendor instance, empty for the engine's own.
    public var vendor: String
    public var key: String

    public init(_ space: Space, vendor: String, key: String) {
        self.space = space
        self.vendor = vendor
        self.key = key
    }
}

/// A stored record without its body.
public struct StoredHeader: Sendable, Equatable {
    public var key: RecordKey
    /// JSON text.
    public var header: String

    public init(_ key: RecordKey, _ header: String) {
        self.key = key
        self.header = header
    }
}

/// One change of the store. All changes of one call are one transaction.
public enum StoreChange: Sendable, Equatable {
    /// Writes a whole record, whether it exists or not.
    case put(RecordKey, header: String, body: [UInt8]?)
    /// Writes a record's header and leaves its body; nothing if it is absent.
    case putHeader(RecordKey, header: String)
    case remove(RecordKey)
    /// Removes a space's records, of one vendor or of all.
    case removeAll(Space, vendor: String?)
}
