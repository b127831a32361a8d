public import PersonalizeJSON

/// An adapter whose vendor has overlays.
public protocol OverlayAdapter: Adapter {
    /// Names that no host may define a template under.
    var reservedTemplates: [String] { get }
    /// The vendor's own functions, which need no definition of the host's.
    var systemFunctions: [TemplateDefinition] { get }
    /// How the engine is to treat the vendor's overlays.
    var overlayPolicy: OverlayPolicy { get }

    /// How the vendor's triggers are compared.
    var triggerRules: ConditionRules { get }
    /// The campaign that an event is about, when it is one of the vendor's own
    /// about an overlay; nil otherwise.
    func subject(of occurrence: TriggerOccurrence) -> String?
    /// What the vendor is told of a campaign that won and was shown to nobody.
    /// `details` is the campaign's own, `date` today's as `20261121`.
    func suppression(
        of campaign: String, details: JSONObject, on date: String
    ) -> JSONObject
    /// The overlay with its new end in what the vendor's events carry; nil
    /// takes the end away.
    func renewed(_ overlay: Overlay, expires: Int64?) -> Overlay

    /// What the value of an action argument asks for; nil when it is none.
    func readAction(_ value: JSONValue) -> TemplateAction?
    /// The invocation that an action of `parent` asks for. Its `isAction` is
    /// set.
    func overlay(for action: TemplateAction, of parent: Overlay) -> Overlay
    /// What a function of `systemFunctions` has to do with these arguments;
    /// nil when that is nothing.
    func effect(of function: String, values: TemplateValues) -> SystemEffect?
    /// The vendor's event for something that happened to an overlay; nil when
    /// the vendor tracks nothing for it.
    func event(for happening: OverlayHappening, of overlay: Overlay) -> EventDraft?
    /// What the vendor's dashboard is told of the host's definitions.
    func templatesPayload(_ definitions: [TemplateDefinition]) -> JSONObject
}

extension OverlayAdapter {
    /// Those that carry nothing over.
    public var triggerRules: ConditionRules { .strict }

    /// None.
    public func subject(of occurrence: TriggerOccurrence) -> String? { nil }

    /// The campaign's own details.
    public func suppression(
        of campaign: String, details: JSONObject, on date: String
    ) -> JSONObject { details }

    /// As it is.
    public func renewed(_ overlay: Overlay, expires: Int64?) -> Overlay { overlay }
}

/// How the engine treats a vendor's overlays.
public struct OverlayPolicy: Sendable, Equatable {
    /// How many overlays may be shown a session before the vendor has said.
    public var sessionCap: Int64
    /// How many may be shown a day before the vendor has said.
    public var dayCap: Int64
    /// The first day of a week: 0 for Sunday to 6 for Saturday.
    public var weekStart: Int64
    /// Whether the instance only tracks: then it has no overlays.
    public var isAnalyticsOnly: Bool
    /// What the vendor calls the launch that a session begins with.
    public var launchEvent: String
    /// Milliseconds for which an overlay may be shown that does not say; nil
    /// for as long as its own end says.
    public var lifetime: Int64?
    /// Milliseconds for which what was chosen for the launch waits for
    /// something better that was announced.
    public var launchHold: Int64

    public init(
        sessionCap: Int64 = 1, dayCap: Int64 = 1, weekStart: Int64 = 0,
        isAnalyticsOnly: Bool = false, launchEvent: String = "launch",
        lifetime: Int64? = 172_800_000, launchHold: Int64 = 3_000
    ) {
        self.sessionCap = sessionCap
        self.dayCap = dayCap
        self.weekStart = weekStart
        self.isAnalyticsOnly = isAnalyticsOnly
        self.launchEvent = launchEvent
        self.lifetime = lifetime
        self.launchHold = launchHold
    }
}
