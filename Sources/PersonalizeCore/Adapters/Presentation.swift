public import PersonalizeJSON

/// A campaign on show in a placement, as it was when it was chosen.
///
/// A copy on purpose: whatever is fetched, or whoever logs in, afterwards,
/// what happens to this presentation is told to the vendor in the terms it was
/// shown under.
public struct Presentation: Sendable, Equatable {
    public var vendor: String
    public var placement: String
    public var campaign: Campaign
    public var personalization: Personalization?
    /// Whose content it is.
    public var identity: Identity
    /// Which of a campaign's creatives, and where; nil where there are none.
    public var screen: ScreenPresentation?

    public init(
        vendor: String, placement: String, campaign: Campaign,
        personalization: Personalization?, identity: Identity,
        screen: ScreenPresentation? = nil
    ) {
        self.vendor = vendor
        self.placement = placement
        self.campaign = campaign
        self.personalization = personalization
        self.identity = identity
        self.screen = screen
    }

    /// Whether the vendor allows tracking it for this customer.
    public var allowsTracking: Bool { personalization?.allowsTracking ?? true }
}

/// What a presentation on a screen is besides.
public struct ScreenPresentation: Sendable, Equatable {
    /// The vendor's id of the place.
    public var place: String
    /// The vendor's id of the creative; empty for a control group's exposure.
    public var variation: String

    public init(place: String, variation: String) {
        self.place = place
        self.variation = variation
    }
}

/// What can happen to a presentation.
public enum Happening: Sendable, Equatable {
    case shown
    case clicked(Action)
    case closed
    case failed(message: String)
}

/// Something a customer can do with content.
public struct Action: Sendable, Equatable {
    public enum Kind: String, Sendable {
        /// Opens a page in a browser.
        case browser
        /// Goes somewhere in the host's own application.
        case deepLink = "deep_link"
        /// Takes the content away.
        case close
    }

    /// The text of the button, nil when it has none.
    public var name: String?
    public var url: String
    public var kind: Kind
    /// What the vendor calls it; nil where actions have no names.
    public var id: String?

    public init(name: String?, url: String, kind: Kind, id: String? = nil) {
        self.name = name
        self.url = url
        self.kind = kind
        self.id = id
    }

    public var json: JSONObject {
        var object: JSONObject = [
            "name": name.map(JSONValue.string) ?? .null, "url": .string(url),
            "type": .string(kind.rawValue),
        ]
        object["id"] = id.map(JSONValue.string)
        return object
    }
}

/// Content that is ready but for its resources.
public protocol PreparedContent: Sendable {
    /// Whether there is nothing to draw: a control variant.
    var isEmpty: Bool { get }
    /// The files it is shown with, each URL once.
    var resources: [ContentResource] { get }
    /// What its author should know of.
    var notes: [ContentNote] { get }
    /// What the customer can do with it, in the order of the document.
    var actions: [Action] { get }
    /// The `content` member of what the host draws. `resources` maps the URLs
    /// asked for to data URIs, without those of files that are not required
    /// and could not be had.
    func rendered(resources: [String: String]) -> JSONObject
    /// The action a URL stands for, which the host saw being opened.
    func action(matching url: String) -> Action?
    /// Whether the URL is one that content opens by itself and no customer
    /// clicked, such as `about:blank`.
    func isIncidental(_ url: String) -> Bool
}

extension PreparedContent {
    public var notes: [ContentNote] { [] }
}

/// Why content cannot be shown.
public struct ContentFailure: Error, Sendable, Equatable {
    public var reason: String
    public var message: String

    public init(_ reason: String, _ message: String) {
        self.reason = reason
        self.message = message
    }
}
