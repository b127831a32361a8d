public import PersonalizeJSON

/// Everything that can happen to the engine.
public enum Command: Sendable, Equatable {
    // MARK: The runtime

    /// Takes over what the store holds: at opening, and after a commit that
    /// failed.
    case restore([StoredHeader])
    /// Records that a `load` effect asked for; nil for those not there.
    case loaded(token: Int64, records: [LoadedRecord?])
    /// What came of work on files that has an answer.
    case filesAnswered(token: Int64, FileAnswer)
    /// A request ended.
    case exchanged(request: Int64, Exchange)
    /// The deadline has come.
    case tick
    /// The host answered a hook; nil when it failed to.
    case answered(token: Int64, JSONObject?)
    /// The host registered for a hook or left it. `registration` tells several
    /// parts of one host apart.
    case hookSet(HookName, isSet: Bool, registration: String = "")
    /// Something outside the engine went wrong that the host should know of.
    case incident(reason: String, message: String)

    // MARK: The engine

    case start
    /// Ends the engine's work for good and forgets the customer.
    case stop
    case state
    case stats

    // MARK: The customer

    /// `tokens` are the customer's, at most one for each vendor; a vendor
    /// without one has none from then on.
    case identify(
        ids: JSONObject, properties: JSONObject, key: String?, tokens: [CustomerToken] = [])
    case anonymize
    /// The host has a token for the present customer; nil takes it back.
    case authorize(vendor: String, CustomerToken?)
    /// `vendor` nil means every vendor, `purpose` nil every purpose.
    case consent(vendor: String?, purpose: Purpose?, Consent)
    case sessionStart
    case sessionEnd
    case foreground(Bool)

    // MARK: The application

    /// `vendors` nil means every vendor.
    case track(event: String, properties: JSONObject, vendors: [String]?)
    case flush
    case offline(Bool)
    case reporting(ReportingCommand)

    // MARK: Content

    case refresh(vendor: String?, key: String?)
    case ingest(vendor: String, kind: String, payload: [UInt8])
    case prefetch(placements: [String], key: String?)
    /// `vendor` nil means the first that has segments.
    case segments(vendor: String?, category: String, force: Bool, key: String?)

    // MARK: Placements

    case placementOpen(PlacementSpecification)
    case placementReload(id: Int64, force: Bool, key: String?)
    /// The host saw this URL being opened in the content, or when `isManual`
    /// has a button of its own for it.
    case placementClick(id: Int64, url: String, isManual: Bool = false)
    /// The host took the content away without a close action.
    case placementDismiss(id: Int64)
    case placementReport(id: Int64, PlacementReport)
    case placementClose(id: Int64)
    /// The customer used a part of content that is drawn from its parts.
    case placementSelect(id: Int64, ContentPart)
    case placementConfigure(id: Int64, [PlacementOption])
    case placementState(id: Int64)
    case placementTrack(id: Int64, HostTracking)
    /// The host is about to draw a cell.
    case cellPrepare(id: Int64)
    case carousel(id: Int64, CarouselCommand)

    // MARK: Screens

    /// The host came to a screen.
    case screen(name: String, data: JSONObject)
    /// Replaces the data of the screen the host is on.
    case screenData(JSONObject)
    /// The host tells a vendor of a campaign that it has from a hook or an
    /// update. `placement` nil means wherever it is.
    case campaignTrack(campaign: String, placement: String?, HostTracking)

    // MARK: The inbox

    /// `vendor` nil means the first that has an inbox.
    case inbox(vendor: String?, InboxCommand)

    // MARK: Templates

    /// `vendor` nil means all that present templates, and for a payload the
    /// first.
    case templates(vendor: String?, TemplateCommand)

    // MARK: Overlays

    case display(DisplayCommand)
    case presentation(id: Int64, PresentationCommand)

    // MARK: Insight

    case explain(placement: String, vendor: String?)
    case explainOverlays(OverlayQuestion)
}

/// A record as it was read from the store.
public struct LoadedRecord: Sendable, Equatable {
    public var header: String
    public var body: [UInt8]?

    public init(header: String, body: [UInt8]?) {
        self.header = header
        self.body = body
    }
}

/// How a placement is opened.
public struct PlacementSpecification: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        /// One campaign at a time.
        case `static`
        /// One of many rows, each with a slot of its own. Shows something
        /// only when the host asks for it.
        case cell
        /// All campaigns in turn.
        case carousel
        /// Gives what a campaign carries to the host, which draws it, shows it
        /// and tells of it by itself.
        case data
    }

    public var placement: String
    public var kind: Kind
    /// Which of the rows a cell is; empty for every other kind.
    public var slot: String
    /// The vendor instance it draws from; nil for those that the
    /// configuration names for the placement, or the first of all.
    public var vendor: String?
    /// The vendor instances that may fill it, in order, in place of those of
    /// the configuration.
    public var vendors: [String]?
    /// How one of several vendors is chosen; nil for what the configuration
    /// says.
    public var policy: PlacementBinding.Policy?
    /// Milliseconds that a vendor which is ready waits for a better one; nil
    /// for what the configuration says.
    public var timeout: Int64?
    /// Whether it loads only when told to.
    public var isDeferred: Bool
    /// Whether the host can show something now.
    public var isAttached: Bool
    /// Carried back by every update this call causes.
    public var key: String?
    /// What it begins with; the host may change it later.
    public var options: PlacementOptions

    public init(
        placement: String, kind: Kind = .static, slot: String = "", vendor: String? = nil,
        isDeferred: Bool = false, isAttached: Bool = true, key: String? = nil,
        options: PlacementOptions = PlacementOptions(), vendors: [String]? = nil,
        policy: PlacementBinding.Policy? = nil, timeout: Int64? = nil
    ) {
        self.placement = placement
        self.kind = kind
        self.slot = slot
        self.vendor = vendor
        self.isDeferred = isDeferred
        self.isAttached = isAttached
        self.key = key
        self.options = options
        self.vendors = vendors
        self.policy = policy
        self.timeout = timeout
    }
}

/// What a host does with a carousel.
public enum CarouselCommand: String, Sendable, Equatable, CaseIterable {
    case next
    case previous
    case pause
    case resume
    case release
}

/// What the host has to say about a placement.
public enum PlacementReport: Sendable, Equatable {
    /// The host can, or can no longer, show something.
    case attached(Bool)
    /// Whether the customer can see the place, which a host that can scroll
    /// knows better.
    case visible(Bool)
    /// How large the content came out, in the host's own units.
    case size(width: Double?, height: Double?)
    /// The host could not draw the content.
    case failed(message: String)
}
