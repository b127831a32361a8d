/// A campaign as callbacks get it. Each callback has its own copy, but for
/// those of `onCampaignPrepared`, who get what the one before has returned.
public final class WECampaignData: @unchecked Sendable {
    /// The place: the tag of the view or placeholder.
    public let targetViewId: String
    public let campaignId: String
    public let propertyId: String
    public let variationId: String
    /// Only looked at in what `onCampaignPrepared` returns.
    public var content: WECampaignContent
    /// Whether it is to be drawn; only looked at like `content`.
    public var shouldRender: Bool
    /// Holds it alive for tracking; nil for data of a test's own.
    private let engine: PersonalizeEngine?

    init(_ object: JSONObject, engine: PersonalizeEngine?) {
        targetViewId = object["targetViewId"]?.string ?? ""
        campaignId = object["campaignId"]?.string ?? ""
        propertyId = object["propertyId"]?.string ?? ""
        variationId = object["variationId"]?.string ?? ""
        shouldRender = object["shouldRender"]?.bool ?? true
        content = WECampaignContent(object["content"]?.object ?? [:])
        self.engine = engine
    }

    /// Has the host get the data and nothing be drawn; the same as setting
    /// `shouldRender` to false.
    public func stopRendering() { shouldRender = false }

    /// Tells the vendor that the host has shown it. Each call is one event;
    /// nothing once the visit is over.
    public func trackImpression(attributes: JSONObject?) throws(PersonalizeError) {
        try track(.shown, attributes)
    }

    /// Tells the vendor that the customer clicked what the host has drawn.
    public func trackClick(attributes: JSONObject?) throws(PersonalizeError) {
        try track(.performed(Action(name: nil, url: "", kind: .deepLink)), attributes)
    }

    /// The same with the action's id and link.
    public func trackClick(
        actionDetails: (actionId: String?, deepLink: String?), attributes: JSONObject?
    ) throws(PersonalizeError) {
        let action = Action(
            name: nil, url: actionDetails.deepLink ?? "", kind: .deepLink,
            id: actionDetails.actionId)
        try track(.performed(action), attributes)
    }

    private func track(
        _ event: HostTracking.Event, _ attributes: JSONObject?
    ) throws(PersonalizeError) {
        try engine?.track(
            campaign: campaignId, placement: targetViewId,
            HostTracking(event, attributes: attributes ?? [:]))
    }

    /// One that changes by itself.
    public func copy() -> WECampaignData { WECampaignData(json, engine: engine) }

    public func toJSONString() -> String { JSONValue.object(json).encoded() }

    var json: JSONObject {
        [
            "campaignId": .string(campaignId), "targetViewId": .string(targetViewId),
            "propertyId": .string(propertyId), "variationId": .string(variationId),
            "shouldRender": .bool(shouldRender), "content": .object(content.json),
        ]
    }
}

/// The name that older pages of the vendor use.
public typealias WEGCampaignData = WECampaignData

/// One node of a campaign's content; the root is the layout.
public struct WECampaignContent: Sendable, Equatable {
    public var layoutType: String
    public var subLayoutType: String
    public var properties: JSONObject
    public var customData: JSONObject
    public var children: [WECampaignContent]

    public init(
        layoutType: String, subLayoutType: String = "", properties: JSONObject = [:],
        customData: JSONObject = [:], children: [WECampaignContent] = []
    ) {
        self.layoutType = layoutType
        self.subLayoutType = subLayoutType
        self.properties = properties
        self.customData = customData
        self.children = children
    }

    init(_ object: JSONObject) {
        self.init(
            layoutType: object["layoutType"]?.string ?? "",
            subLayoutType: object["subLayoutType"]?.string ?? "",
            properties: object["properties"]?.object ?? [:],
            customData: object["customData"]?.object ?? [:],
            // The engine lets no tree through that is deep.
            children: (object["children"]?.array ?? []).map {
                WECampaignContent($0.object ?? [:])
            })
    }

    var json: JSONObject {
        [
            "layoutType": .string(layoutType), "subLayoutType": .string(subLayoutType),
            "properties": .object(properties), "customData": .object(customData),
            "children": .array(children.map { .object($0.json) }),
        ]
    }
}
