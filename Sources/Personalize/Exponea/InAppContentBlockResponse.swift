/// A content block in the words of the vendor's SDKs.
public struct InAppContentBlockResponse: Sendable, Equatable {
    public var id: String
    public var name: String
    public var loadPriority: Int64
    /// `always`, `only_once`, `once_per_visit` or `until_visitor_interacts`.
    public var frequency: String
    public var placeholders: [String]
    /// The type that counts, of definition and personalised record together.
    public var contentType: String?
    public var consentCategoryTracking: String?
    /// Nil for a static block.
    public var personalizedMessage: PersonalizedInAppContentBlock?
    /// Whom it was loaded for.
    public var customerIds: JSONObject
    /// A number that the block keeps; there for those of a carousel.
    public var tag: Int64?

    /// Nil when the object is not a campaign of docs/updates.md.
    public init?(_ object: JSONObject) {
        guard let id = object["id"]?.string, let name = object["name"]?.string else { return nil }
        self.id = id
        self.name = name
        loadPriority = object["priority"]?.integer ?? 0
        frequency = object["frequency"]?.string ?? "always"
        placeholders = object["placements"]?.array?.compactMap(\.string) ?? []
        contentType = object["format"]?.string
        consentCategoryTracking = object["attributes"]?["consent_category_tracking"]?.string
        personalizedMessage = object["personalization"]?.object.map(
            PersonalizedInAppContentBlock.init)
        customerIds = object["customer"]?["ids"]?.object ?? [:]
        tag = object["tag"]?.integer
    }
}

/// What the vendor decided about a block for one customer.
public struct PersonalizedInAppContentBlock: Sendable, Equatable {
    public var status: String
    public var ttlSeconds: Double
    /// Milliseconds since 1970.
    public var loadedAt: Int64
    public var variantId: Int64?
    public var variantName: String?
    public var hasTrackingConsent: Bool

    init(_ object: JSONObject) {
        status = object["status"]?.string ?? "OK"
        ttlSeconds = (object["lifetime_ms"]?.double ?? 0) / 1000
        loadedAt = object["received_ms"]?.integer ?? 0
        variantId = object["attributes"]?["variant_id"]?.integer
        variantName = object["attributes"]?["variant_name"]?.string
        hasTrackingConsent = object["allows_tracking"]?.bool ?? true
    }
}

/// Something a block offers to do.
public struct InAppContentBlockAction: Sendable, Equatable {
    public enum ActionType: String, Sendable {
        case browser
        case deeplink = "deep_link"
        case close
    }

    public var name: String?
    public var url: String
    public var type: ActionType

    public init(name: String? = nil, url: String, type: ActionType = .browser) {
        self.name = name
        self.url = url
        self.type = type
    }

    init?(_ object: JSONObject) {
        guard let url = object["url"]?.string else { return nil }
        self.init(
            name: object["name"]?.string, url: url,
            type: object["type"]?.string.flatMap(ActionType.init(rawValue:)) ?? .browser)
    }

    var neutral: Action {
        Action(name: name, url: url, kind: Action.Kind(rawValue: type.rawValue) ?? .browser)
    }
}
