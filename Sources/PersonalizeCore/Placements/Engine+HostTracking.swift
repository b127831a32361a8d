import PersonalizeJSON

/// Tracking by the host itself: exactly the vendor's event, without any of
/// what the engine would do besides.
extension Engine {
    mutating func track(
        _ id: Int64, _ tracking: HostTracking
    ) throws(PersonalizeError) {
        let placement = try placement(id)
        if vendors[placement.vendor].screening != nil {
            reply()
            return trackScreen(
                tracking, vendor: placement.vendor, target: placement.name,
                key: placement.specification.key)
        }
        let presentation = try presentation(meantBy: tracking, in: placement)
        reply()
        let happening: Happening
        switch tracking.event {
        case .shown: happening = .shown
        case .closed: happening = .closed
        case .failed(let message): happening = .failed(message: message)
        case .performed(let action): happening = .clicked(action)
        case .clicked(let url):
            let isShown = placement.shown?.presentation.campaign.id == presentation.campaign.id
            let own = isShown ? placement.shown?.content?.action(matching: url) : nil
            happening = .clicked(own ?? Action(name: nil, url: url, kind: Self.kind(of: url)))
        }
        happen(
            happening, to: presentation, vendor: placement.vendor,
            key: placement.specification.key, isWithoutConsent: tracking.isWithoutConsent,
            attributes: tracking.attributes)
    }

    private static func kind(of url: String) -> Action.Kind {
        let scheme = url.prefix { $0 != ":" }
        let isWeb = ["http", "https"].contains { equalsIgnoringASCIICase($0, String(scheme)) }
        return isWeb ? .browser : .deepLink
    }

    /// What is on show, or was last; by its id also anything else the vendor
    /// could show there.
    private func presentation(
        meantBy tracking: HostTracking, in placement: Placement
    ) throws(PersonalizeError) -> Presentation {
        let known = [placement.shown?.presentation, placement.latest].compactMap { $0 }
        guard let campaign = tracking.campaign else {
            guard let presentation = known.first else {
                throw PersonalizeError(
                    .state, "nothing_shown", "The placement has shown nothing yet.",
                    hint: "Wait for placement.shown, or name a \"campaign\".")
            }
            return presentation
        }
        let held = known + placement.preparations.map(\.presentation)
        if let presentation = held.first(where: { $0.campaign.id == campaign }) {
            return presentation
        }
        guard
            let presentation = presentation(
                of: campaign, vendor: placement.vendor, placement: placement.name)
        else {
            throw PersonalizeError(
                .notFound, "unknown_campaign", "There is no campaign \"\(campaign)\".",
                path: "$.campaign", hint: "Use an id from an update about this placement.")
        }
        return presentation
    }

    /// Tells the vendor of something that happened to a presentation, unless
    /// its content does not allow tracking and nothing overrules that.
    mutating func happen(
        _ happening: Happening, to presentation: Presentation, vendor: Int, key: String? = nil,
        isWithoutConsent: Bool = false, attributes: JSONObject = [:]
    ) {
        guard var event = vendors[vendor].placing?.event(for: happening, of: presentation) else {
            return
        }
        // The vendor's own properties win: reports are made of them.
        for (name, value) in attributes.members where event.properties[name] == nil {
            event.properties[name] = value
        }
        let isRefused = !presentation.allowsTracking && !event.isForced && !isWithoutConsent
        if isRefused { log(.trackingRefused(happening: happening), vendor: vendor) }
        track(
            event, vendor: vendor, identity: presentation.identity,
            refusal: isRefused ? "content_consent" : nil, key: key)
    }
}
