import Personalize

private let optionNames = [
    "track_actions", "override_default_behavior", "maximum_count", "scroll_delay_ms",
    "custom_height", "expected_height",
]

@Sendable func openPlacement(_ host: Host, _ step: Step) throws(PersonalizeError) -> JSONValue {
    let members = step.members("specification")
    let known = [
        "placement", "kind", "slot", "vendor", "vendors", "policy", "timeout_ms", "deferred",
        "attached", "key",
    ]
    let policy = members["policy"]?.string.flatMap(PlacementBinding.Policy.init(rawValue:))
    guard members.keys.allSatisfy((known + optionNames).contains),
        (policy == nil) == (members["policy"] == nil),
        let kind = PlacementSpecification.Kind(rawValue: members["kind"]?.string ?? "static")
    else { refuse("cannot be said in Swift", "specification") }
    var placementOptions = PlacementOptions()
    let given = JSONObject(
        members.members.filter { optionNames.contains($0.key) }.map { ($0.key, $0.value) })
    for option in options(given, "specification") { placementOptions.apply(option) }
    let placement = try host.engine(step).openPlacement(
        PlacementSpecification(
            placement: members["placement"]?.string ?? "", kind: kind,
            slot: members["slot"]?.string ?? "", vendor: members["vendor"]?.string,
            isDeferred: members["deferred"]?.bool ?? false,
            isAttached: members["attached"]?.bool ?? true, key: members["key"]?.string,
            options: placementOptions,
            vendors: members["vendors"]?.array?.compactMap(\.string), policy: policy,
            timeout: members["timeout_ms"]?.integer))
    host.placements[step.engine]?[placement.id] = placement
    return .integer(placement.id)
}

/// Options as Swift says them.
func options(_ members: JSONObject, _ name: String) -> [PlacementOption] {
    members.members.map { member in
        switch (member.key, member.value) {
        case ("track_actions", .bool(let value)): return .tracksActions(value)
        case ("override_default_behavior", .bool(let value)):
            return .overridesDefaultBehavior(value)
        case ("maximum_count", .integer(let value)): return .maximumCount(value)
        case ("scroll_delay_ms", .integer(let value)): return .scrollDelay(value)
        case ("expected_height", .null): return .expectedHeight(nil)
        case ("expected_height", let value) where value.double != nil:
            return .expectedHeight(value.double)
        case ("custom_height", .null): return .customHeight(nil)
        case ("custom_height", let value) where value.double != nil:
            return .customHeight(value.double)
        default: refuse("cannot be said in Swift", "\(name).\(member.key)")
        }
    }
}

@Sendable func trackByHand(
    _ placement: PlacementHandle, _ step: Step
) throws(PersonalizeError) {
    try placement.track(tracking(step))
}

/// What a host tells a vendor of, as Swift says it.
func tracking(_ step: Step) -> HostTracking {
    let members = step.members("event")
    let event: HostTracking.Event
    switch members["event"]?.string {
    case "show": event = .shown
    case "close": event = .closed
    case "error": event = .failed(message: members["message"]?.string ?? "")
    case "click":
        if let url = members["url"]?.string {
            event = .clicked(url: url)
        } else if members["action"] == nil {
            event = .performed(Action(name: nil, url: "", kind: .deepLink))
        } else {
            let action = members["action"]?.object ?? [:]
            event = .performed(
                Action(
                    name: action["name"]?.string, url: action["url"]?.string ?? "",
                    kind: action["type"]?.string.flatMap(Action.Kind.init(rawValue:))
                        ?? .browser, id: action["id"]?.string))
        }
    default: refuse("cannot be said in Swift", "event")
    }
    return HostTracking(
        event, campaign: members["campaign"]?.string,
        isWithoutConsent: members["without_consent"]?.bool ?? false,
        attributes: members["attributes"]?.object ?? [:])
}

func onCarousel(_ command: CarouselCommand) -> Call {
    onPlacement { placement, _ throws(PersonalizeError) in try placement.carousel(command) }
}
