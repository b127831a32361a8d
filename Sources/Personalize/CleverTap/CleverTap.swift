import Dispatch

/// An account of the vendor, in the words of its SDK, over an engine.
///
/// Register template producers first: they are asked when an instance is
/// created. Updates have one consumer, which is the host: hand each to
/// `receive(_:)`, and presenters, delegate and callbacks hear of theirs.
///
/// ```swift
/// CustomTemplates.registerTemplateProducer(Producer())
/// let config = CleverTapInstanceConfig(accountId: "TEST-ABC", accountToken: "abc-d12")
/// let clevertap = try CleverTap.instance(with: config, storage: "/var/lib/kiosk/ct.db")
/// try clevertap.engine.start()
/// try clevertap.recordEvent("Product viewed", withProps: ["Category": "Books"])
/// for await update in clevertap.engine.updates { clevertap.receive(update) }
/// ```
///
/// May be used from any thread.
public final class CleverTap: @unchecked Sendable {
    public let engine: PersonalizeEngine
    public let config: CleverTapInstanceConfig
    private let presenters: Presenters
    private let guardian = DispatchQueue(label: "personalize.clevertap")
    private weak var delegate: (any InAppNotificationDelegate)?
    private var fetches: [String: @Sendable (Bool) -> Void] = [:]
    private var lastFetch = 0

    /// Makes an instance over an engine that was configured with
    /// `config.vendor`, and not started yet.
    ///
    /// Errors: those of `TemplateRule`, `producer_failed`, `notFound` when the
    /// engine has no such instance.
    public init(
        _ engine: PersonalizeEngine, config: CleverTapInstanceConfig
    ) throws(PersonalizeError) {
        self.engine = engine
        self.config = config
        presenters = Presenters(engine)
        let templates = try CustomTemplates.templates(for: config)
        try engine.defineTemplates(templates.map(\.definition), vendor: config.id)
        for template in templates {
            presenters.register(
                PresenterBridge(template.presenter), for: template.name, vendor: config.id)
        }
        CustomTemplates.created(self)
    }

    /// Makes an instance with an engine of its own. `configuration` has further
    /// members of the engine's configuration.
    ///
    /// Errors: those of opening an engine as well.
    public static func instance(
        with config: CleverTapInstanceConfig, storage: String = ":memory:",
        configuration: JSONObject = [:]
    ) throws(PersonalizeError) -> CleverTap {
        var members: JSONObject = [
            "version": 1, "storage": .string(storage), "vendors": [config.vendor],
        ]
        members.merge(configuration)
        return try CleverTap(PersonalizeEngine(configuration: members), config: config)
    }

    /// Sets who hears of in-apps and may refuse them; it is not kept alive. Takes
    /// the hook `overlay_review` of the engine.
    public func setInAppNotificationDelegate(
        _ delegate: (any InAppNotificationDelegate)?
    ) throws(PersonalizeError) {
        guardian.sync { self.delegate = delegate }
        guard delegate != nil else { return try engine.setHook(.overlayReview, nil) }
        try engine.setHook(.overlayReview) { [weak self] question in
            guard let self, question["vendor"]?.string == config.id,
                let delegate = guardian.sync(execute: { self.delegate })
            else { return nil }
            let extras = question["extras"]?.object ?? [:]
            return ["show": .bool(delegate.shouldShowInAppNotification(withExtras: extras))]
        }
    }

    /// The newest presentation of a template that is not dismissed; nil when
    /// there is none.
    public func activeContextForTemplate(
        named name: String
    ) throws(PersonalizeError) -> TemplateContext? {
        try engine.presentation(of: name, vendor: config.id).map(TemplateContext.init)
    }

    /// Hands an update to whoever it is for; those of other vendors are left
    /// alone.
    public func receive(_ update: Update) {
        guard update.vendor == config.id else { return }
        presenters.receive(update)
        let delegate = guardian.sync { self.delegate }
        switch update.name {
        case "presentation.presented":
            delegate?.inAppNotificationDidShow(templateName: update["template"]?.string ?? "")
        case "presentation.dismissed":
            delegate?.inAppNotificationDismissed(
                withExtras: update["extras"]?.object ?? [:],
                andActionExtras: update["action_extras"]?.object ?? [:])
        case "key_values.received":
            delegate?.inAppNotificationButtonTapped(
                withCustomExtras: update["key_values"]?.object ?? [:])
        case "overlays.fetched", "overlays.failed":
            let callback = update.key.flatMap { key in
                guardian.sync { fetches.removeValue(forKey: key) }
            }
            callback?(update.name == "overlays.fetched")
        default: break
        }
    }

    /// Notes a callback; the key that comes back with the answer.
    func remember(_ callback: @escaping @Sendable (Bool) -> Void) -> String {
        guardian.sync {
            lastFetch += 1
            let key = "fetchInApps \(lastFetch)"
            fetches[key] = callback
            return key
        }
    }

    func forget(_ key: String) { guardian.sync { fetches[key] = nil } }
}
