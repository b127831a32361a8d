import Dispatch

/// The vendor's personalisation over an engine.
///
/// It asks the hooks `campaign_prepared` and `click_override` beside whoever
/// else does. Updates have one consumer, which is the host: hand each to
/// `receive(_:)`, and the callbacks hear of theirs.
///
/// ```swift
/// let personalization = WEPersonalization(engine)
/// try personalization.initialise()
/// try personalization.analytics.navigatingToScreen(withName: "home")
/// try personalization.registerWEPlaceholderCallback("home_top_banner", self)
/// for await update in engine.updates { personalization.receive(update) }
/// ```
public final class WEPersonalization: @unchecked Sendable {
    public let engine: PersonalizeEngine
    /// The instance it draws from; nil for the first.
    public let vendor: String?
    public let analytics: WEAnalytics
    public let user: WEUser
    private let guardian = DispatchQueue(label: "personalize.inline-content")
    private var placeholders: [String: Placeholder] = [:]
    private var campaigns: [Registration] = []
    private var lastRegistration = 0

    private struct Placeholder {
        let handle: PlacementHandle
        let callback: any WEPlaceholderCallback
    }

    private struct Registration {
        let name: String
        let callback: any WECampaignCallback
    }

    /// - Parameter customerID: the name of the customer's id among the host's.
    public init(
        _ engine: PersonalizeEngine, vendor: String? = nil, customerID: String = "registered"
    ) {
        self.engine = engine
        self.vendor = vendor
        analytics = WEAnalytics(engine: engine, vendor: vendor)
        user = WEUser(engine: engine, name: customerID)
    }

    /// Lets the engine work. Twice does nothing.
    public func initialise() throws(PersonalizeError) { try engine.start() }

    // MARK: Placeholders

    /// Has a callback hear of a place. The last one of a tag counts.
    public func registerWEPlaceholderCallback(
        _ tag: String, _ callback: any WEPlaceholderCallback
    ) throws(PersonalizeError) {
        let former = guardian.sync { placeholders[tag] }
        guard former?.callback !== callback else { return }
        let handle = try engine.openPlacement(
            PlacementSpecification(placement: tag, kind: .data, vendor: vendor))
        guardian.sync {
            placeholders[tag] = Placeholder(handle: handle, callback: callback)
        }
        try? former?.handle.close()
    }

    /// The same for a number.
    public func registerWEPlaceholderCallback(
        _ tag: Int, _ callback: any WEPlaceholderCallback
    ) throws(PersonalizeError) {
        try registerWEPlaceholderCallback(String(tag), callback)
    }

    /// Takes the callback of a tag back, also from inside it.
    public func unregisterWEPlaceholderCallback(_ tag: String) {
        let former = guardian.sync { placeholders.removeValue(forKey: tag) }
        try? former?.handle.close()
    }

    /// The same for a number.
    public func unregisterWEPlaceholderCallback(_ tag: Int) {
        unregisterWEPlaceholderCallback(String(tag))
    }

    /// Takes a callback back unless another has its tag by now.
    func unregister(_ tag: String, _ callback: any WEPlaceholderCallback) {
        let isOwn = guardian.sync { placeholders[tag]?.callback === callback }
        if isOwn { unregisterWEPlaceholderCallback(tag) }
    }

    // MARK: Campaigns

    /// Has a callback hear of every campaign, after those that registered
    /// before it. Registering it again changes nothing.
    public func registerWECampaignCallback(
        _ callback: any WECampaignCallback
    ) throws(PersonalizeError) {
        let name = guardian.sync { () -> String? in
            guard !campaigns.contains(where: { $0.callback === callback }) else { return nil }
            lastRegistration += 1
            let name = "inline-\(lastRegistration)"
            campaigns.append(Registration(name: name, callback: callback))
            return name
        }
        guard let name else { return }
        do throws(PersonalizeError) {
            try engine.addHook(.campaignPrepared, registration: name) { [weak self] question in
                self?.prepare(question, name)
            }
            try engine.addHook(.clickOverride, registration: name) { [weak self] question in
                self?.clicked(question, name)
            }
        } catch {
            guardian.sync { campaigns.removeAll { $0.name == name } }
            throw error
        }
    }

    /// Takes a callback back, also from inside it.
    public func unregisterWECampaignCallback(_ callback: any WECampaignCallback) {
        let name = guardian.sync { () -> String? in
            let name = campaigns.first { $0.callback === callback }?.name
            campaigns.removeAll { $0.callback === callback }
            return name
        }
        guard let name else { return }
        _ = try? engine.removeHook(.campaignPrepared, registration: name)
        _ = try? engine.removeHook(.clickOverride, registration: name)
    }

    private func callback(_ name: String) -> (any WECampaignCallback)? {
        guardian.sync { campaigns.first { $0.name == name }?.callback }
    }

    /// The campaign a question or update is about; nil for other vendors'.
    private func data(_ object: JSONObject) -> WECampaignData? {
        guard isOwn(object), let data = object["data"]?.object else { return nil }
        return WECampaignData(data, engine: engine)
    }

    private func isOwn(_ object: JSONObject) -> Bool {
        vendor == nil || object["vendor"]?.string == vendor
    }

    private func prepare(_ question: JSONObject, _ name: String) -> JSONObject? {
        guard let data = data(question), let callback = callback(name) else { return nil }
        let before = data.copy()
        guard let answer = callback.onCampaignPrepared(data) else {
            // Stopping counts although nothing is returned.
            return data.shouldRender ? nil : ["render": false]
        }
        var object = JSONObject()
        if !answer.shouldRender || !data.shouldRender { object["render"] = false }
        if answer.content != before.content { object["content"] = .object(answer.content.json) }
        return object.isEmpty ? nil : object
    }

    private func clicked(_ question: JSONObject, _ name: String) -> JSONObject? {
        guard let data = data(question), let callback = callback(name) else { return nil }
        let isHandled = callback.onCampaignClicked(
            actionId: question["action"]?["id"]?.string ?? "",
            deepLink: question["action"]?["url"]?.string ?? "", data: data)
        return isHandled ? ["handled": true] : nil
    }

    // MARK: Updates

    /// Hands an update to whoever it is for.
    public func receive(_ update: Update) {
        guard isOwn(update.members) else { return }
        switch update.name {
        case "campaign.shown":
            for name in names {
                if let data = data(update.members) { callback(name)?.onCampaignShown(data: data) }
            }
        case "campaign.failed":
            let (campaign, target) = subject(update)
            for name in names {
                callback(name)?.onCampaignException(campaign, target, WEException(update))
            }
        case "placement.received":
            if let data = data(update.members) { placeholder(update)?.onDataReceived(data) }
        case "placement.rendered":
            if let data = data(update.members) { placeholder(update)?.onRendered(data: data) }
        case "placement.failed":
            let (campaign, target) = subject(update)
            placeholder(update)?.onPlaceholderException(campaign, target, WEException(update))
        default: break
        }
    }

    private var names: [String] { guardian.sync { campaigns.map(\.name) } }

    private func subject(_ update: Update) -> (campaign: String?, target: String) {
        (update["campaign"]?["id"]?.string, update.placement ?? "")
    }

    private func placeholder(_ update: Update) -> (any WEPlaceholderCallback)? {
        guard let id = update.placementID else { return nil }
        return guardian.sync {
            // The name may have had space around it.
            placeholders.keys.sorted().compactMap { placeholders[$0] }
                .first { $0.handle.id == id }?.callback
        }
    }
}
