public import PersonalizeJSON

/// An adapter whose vendor has overlays.
public protocol OverlayAdapter: Adapter {
    /// Names that no host may define a template under.
    var reservedTemplates: [String] { get }
    /// The vendor's own functions, which need no definition of the host's.
    var systemFunctions: [TemplateDefinition] { get }
    /// How the engine is to treat the vendor's overlays.
    var overlayPolicy: OverlayPolicy { get }

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

    public init(
        sessionCap: Int64 = 1, dayCap: Int64 = 1, weekStart: Int64 = 0,
        isAnalyticsOnly: Bool = false
    ) {
        self.sessionCap = sessionCap
        self.dayCap = dayCap
        self.weekStart = weekStart
        self.isAnalyticsOnly = isAnalyticsOnly
    }
}
