public import PersonalizeJSON

/// An adapter whose vendor's campaigns belong to places on screens.
///
/// The engine decides what is shown where and when; the adapter reads the
/// vendor's documents and puts what happened into its words.
public protocol ScreenAdapter: Adapter {
    var screenPolicy: ScreenPolicy { get }

    /// The question for everything the vendor could show; nil when nobody can
    /// be asked and the host brings it.
    func definitionsRequest() -> RequestDraft?
    /// Reads the answer to `definitionsRequest`.
    func readScreens(_ response: Response) -> Result<ScreenReading, VendorFailure>

    /// What draws and counts go by: the same for the same person.
    func user(_ identity: Identity, deviceID: String) -> String

    /// The content a campaign carries for a variation; nil when it has to be
    /// fetched.
    func content(
        of variation: String, in body: [UInt8]?
    ) throws(ContentFailure) -> (any ScreenContent)?
    /// The question for content that is not carried; nil when there is nobody
    /// to ask. `template` is the plan's `contentURL`.
    func contentRequest(
        for presentation: Presentation, deviceID: String, template: String
    ) -> RequestDraft?
    /// Reads the answer to `contentRequest`.
    func readContent(_ response: Response) -> Result<any ScreenContent, VendorFailure>

    /// A campaign as the vendor's own hosts see it.
    func data(
        of presentation: Presentation, content: any ScreenContent, isRendered: Bool
    ) -> JSONObject
    /// The vendor's event for something; nil when it tracks nothing for it.
    /// `attributes` are the host's own.
    func event(
        for happening: ScreenHappening, of presentation: Presentation, attributes: JSONObject
    ) -> EventDraft?
    /// The vendor's word for a failure.
    func word(for failure: ScreenFailure) -> String
}

/// How the engine is to treat a vendor's screens.
public struct ScreenPolicy: Sendable, Equatable {
    /// Whether showing something is tracked by itself.
    public var tracksViews: Bool
    /// Whether placements of the kind `data` end with the visit to a screen.
    public var unregistersOnScreen: Bool

    public init(tracksViews: Bool = true, unregistersOnScreen: Bool = false) {
        self.tracksViews = tracksViews
        self.unregistersOnScreen = unregistersOnScreen
    }
}

/// Everything a vendor could show on screens.
public struct ScreenReading: Sendable {
    public var plan: ScreenPlan
    /// The higher a campaign's priority, the earlier it is looked at.
    public var campaigns: Reading<CampaignRecord>

    public init(plan: ScreenPlan, campaigns: Reading<CampaignRecord>) {
        self.plan = plan
        self.campaigns = campaigns
    }
}

/// Content for a place on a screen.
public protocol ScreenContent: PreparedContent {
    /// Whether the host draws it by itself, from its values.
    var isData: Bool { get }
    /// Whether it is nothing without an image and names none.
    var lacksImage: Bool { get }
    /// What the customer used, if it is there.
    func action(of part: ContentPart) -> Action?
    /// The same content with another tree, other values or both; nil when
    /// they cannot be read.
    func replacing(content: JSONValue?, values: JSONValue?) -> (any ScreenContent)?
}

/// A part of content that is drawn from its parts.
public struct ContentPart: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case container, image, title, description, button
    }

    public var kind: Kind
    /// Which of several of its kind, from 0 in the order of the document.
    public var index: Int

    public init(_ kind: Kind, index: Int = 0) {
        self.kind = kind
        self.index = index
    }
}

/// What can happen to a campaign for a screen.
public enum ScreenHappening: Sendable, Equatable {
    /// Its data is there.
    case received
    case viewed
    /// `action` is the vendor's id of what was used; nil when nothing is named.
    case clicked(action: String?)
    case failed(ScreenFailure)
    /// It was not shown since the customer belongs to the control group.
    case heldOut
}

/// Why a campaign could not be shown.
public enum ScreenFailure: String, Sendable, CaseIterable {
    /// It was not on show in time.
    case timeout
    /// The host has no place for it.
    case noTarget = "no_target"
    /// Its content could not be had.
    case fetch
    /// An image of its content could not be had.
    case resource
}
