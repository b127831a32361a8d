import PersonalizeJSON

/// One vendor instance with all the engine keeps for it.
struct Vendor: Sendable {
    let adapter: any Adapter
    // The adapter's capabilities, looked up once.
    let placing: (any PlacementAdapter)?
    let delivering: (any DeliveryAdapter)?
    let batching: (any BatchingAdapter)?
    let screening: (any ScreenAdapter)?
    let overlaying: (any OverlayAdapter)?
    /// Stands for a customer nobody has named.
    var anonymousID = ""
    var consent: Consents
    var session = Session()
    var catalog = Catalog()
    var definitions = Definitions()
    var displays: [String: DisplayState] = [:]
    var outbox = Outbox()
    var account = Account()
    var inbox = Inbox()
    var authorization = Authorization()
    var segments = Segments()
    var templates: TemplateRegistry
    // For those that are told in batches.
    var profiles = Profiles()
    var visit = Visit()
    var dispatch = Dispatch()
    var screens = Screens()
    var overlays = OverlayContents()

    /// The id of the present customer's profile; empty for vendors without.
    var profile: String { profiles.current }
    var id: String { adapter.instance }

    init(_ adapter: any Adapter) {
        self.adapter = adapter
        self.placing = adapter as? any PlacementAdapter
        self.delivering = adapter as? any DeliveryAdapter
        self.batching = adapter as? any BatchingAdapter
        self.dispatch.isPaused = batching?.batchPolicy.isPaused ?? false
        self.screening = adapter as? any ScreenAdapter
        // Where there is no list to wait for, nobody is to wait for one.
        self.definitions.isKnown = placing == nil && screening == nil
        self.consent = adapter.policy.consent
        self.overlaying = adapter as? any OverlayAdapter
        self.templates = TemplateRegistry(
            systemFunctions: overlaying?.systemFunctions ?? [],
            reserved: overlaying?.reservedTemplates ?? [])
    }

    /// How far the vendor's list of campaigns is known.
    struct Definitions: Sendable {
        /// Whether there is a list, fresh or from before the last restart.
        var isKnown = false
        var request: Int64?
        /// Whoever asked for the answer, by their keys.
        var keys: [String?] = []
        var failures: Int64 = 0
        /// Monotonic milliseconds of the next try after a failure.
        var retryAt: Int64?
        /// Whether the list is to be fetched when the customer's upload has
        /// gone out.
        var afterCustomer = false
    }

    /// Whether it has campaigns that the engine chooses from.
    var hasCampaigns: Bool { placing != nil || screening != nil }

    /// The question for them; nil when nobody can be asked.
    var definitionsRequest: RequestDraft? {
        placing?.definitionsRequest() ?? screening?.definitionsRequest()
    }

    func key(_ space: Space, _ key: String) -> RecordKey {
        RecordKey(space, vendor: id, key: key)
    }
}

extension Engine {
    /// Where a vendor instance stands.
    func position(ofVendor id: String, path: String? = nil) throws(PersonalizeError) -> Int {
        guard let position = vendors.firstIndex(where: { $0.id == id }) else {
            let known = vendors.map(\.id).joined(separator: ", ")
            throw PersonalizeError(
                .notFound, "unknown_vendor", "There is no vendor instance \"\(id)\".", path: path,
                hint: known.isEmpty
                    ? "The configuration names no vendors." : "Configured are: \(known).")
        }
        return position
    }

    /// The vendors a call means: one, or all when it names none.
    func positions(ofVendor id: String?) throws(PersonalizeError) -> [Int] {
        guard let id else { return Array(vendors.indices) }
        return [try position(ofVendor: id)]
    }

    func identity(_ vendor: Int) -> Identity {
        Identity(anonymousID: vendors[vendor].anonymousID, ids: customer.ids)
    }

    /// Whether content for the customer has to wait until the vendor knows who
    /// that is: asked earlier, it would answer for somebody else.
    func awaitsCustomer(_ vendor: Int) -> Bool {
        vendors[vendor].outbox.customers > 0 && vendors[vendor].consent.tracking == .granted
    }
}
