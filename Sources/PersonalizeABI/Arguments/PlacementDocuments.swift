import PersonalizeCore
import PersonalizeJSON

extension PlacementSpecification {
    /// The form `personalize_placement_open` takes.
    init(host object: JSONObject) throws(PersonalizeError) {
        let members = try Members(
            object,
            allowed: [
                "placement", "kind", "slot", "vendor", "vendors", "policy", "timeout_ms",
                "deferred", "attached", "key",
            ] + PlacementOption.names)
        let kinds = Kind.allCases.map(\.rawValue)
        let kind = try members.optional("kind", as: .string(of: kinds))
        let policies = PlacementBinding.Policy.allCases.map(\.rawValue)
        let policy = try members.optional("policy", as: .string(of: policies))
        var options = PlacementOptions()
        for option in try PlacementOption.all(in: members, of: object) { options.apply(option) }
        self.init(
            placement: try members.required("placement", as: .string),
            kind: kind.flatMap(Kind.init(rawValue:)) ?? .static,
            slot: try members.optional("slot", as: .string) ?? "",
            vendor: try members.optional("vendor", as: .string),
            isDeferred: try members.optional("deferred", as: .bool) ?? false,
            isAttached: try members.optional("attached", as: .bool) ?? true,
            key: try members.optional("key", as: .string), options: options,
            vendors: try members.optional("vendors", as: .array(of: .string)),
            policy: policy.flatMap(PlacementBinding.Policy.init(rawValue:)),
            timeout: try members.optional(
                "timeout_ms", as: .integer(in: 0...PlacementBinding.longestTimeout)))
    }
}

extension PlacementOption {
    static let names = [
        "track_actions", "override_default_behavior", "maximum_count", "scroll_delay_ms",
        "custom_height", "expected_height",
    ]

    /// The form `personalize_placement_configure` takes.
    static func all(host object: JSONObject) throws(PersonalizeError) -> [PlacementOption] {
        try all(in: Members(object, allowed: names), of: object)
    }

    /// Those that are there. Heights alone may be null, for none.
    static func all(
        in members: Members, of object: JSONObject
    ) throws(PersonalizeError) -> [PlacementOption] {
        var options: [PlacementOption] = []
        if let value = try members.optional("track_actions", as: .bool) {
            options.append(.tracksActions(value))
        }
        if let value = try members.optional("override_default_behavior", as: .bool) {
            options.append(.overridesDefaultBehavior(value))
        }
        if let value = try members.optional("maximum_count", as: .integer) {
            options.append(.maximumCount(value))
        }
        if let value = try members.optional("scroll_delay_ms", as: .integer) {
            options.append(.scrollDelay(value))
        }
        let height = FieldType.double.map(orRefuse: "must not be negative") {
            $0 < 0 ? nil : $0
        }
        if object["expected_height"] != nil {
            options.append(
                .expectedHeight(try members.optional("expected_height", as: height)))
        }
        if object["custom_height"] != nil {
            options.append(.customHeight(try members.optional("custom_height", as: height)))
        }
        return options
    }
}

extension HostTracking {
    /// The form `personalize_placement_track` takes.
    ///
    /// - Parameter isBare: whether a click may leave out what was clicked.
    init(host object: JSONObject, isBare: Bool = false) throws(PersonalizeError) {
        let members = try Members(
            object,
            allowed: [
                "event", "url", "action", "message", "campaign", "without_consent", "attributes",
            ])
        let events = ["show", "click", "close", "error"]
        let name = try members.required("event", as: .string(of: events))
        let event: Event
        switch name {
        case "click": event = try Self.click(members, isBare: isBare || object["attributes"] != nil)
        case "close": event = .closed
        case "error": event = .failed(message: try members.required("message", as: .string))
        default: event = .shown
        }
        self.init(
            event, campaign: try members.optional("campaign", as: .nonEmptyString),
            isWithoutConsent: try members.optional("without_consent", as: .bool) ?? false,
            attributes: try members.optional("attributes", as: .object) ?? [:])
    }

    private static func click(
        _ members: Members, isBare: Bool
    ) throws(PersonalizeError) -> Event {
        if let url = try members.optional("url", as: .string) { return .clicked(url: url) }
        // Who draws by itself need not say what was used.
        if isBare, !members.has("action") {
            return .performed(Action(name: nil, url: "", kind: .deepLink))
        }
        let action = try Members(
            members.required("action", as: .object), allowed: ["name", "url", "type", "id"])
        let type = try action.optional("type", as: .string(of: ["browser", "deep_link"]))
        return .performed(
            Action(
                name: try action.optional("name", as: .string),
                url: try action.required("url", as: .string),
                kind: type.flatMap(Action.Kind.init(rawValue:)) ?? .browser,
                id: try action.optional("id", as: .string)))
    }
}
