import PersonalizeJSON

extension Command {
    /// The form of what a host does with a placement that is open.
    var placementUseJSON: JSONObject {
        switch self {
        case .placementConfigure(let id, let changes):
            [
                "name": "placement_configure", "id": .integer(id),
                "changes": .array(changes.map { .object($0.json) }),
            ]
        case .placementState(let id): ["name": "placement_state", "id": .integer(id)]
        case .placementTrack(let id, let tracking):
            ["name": "placement_track", "id": .integer(id), "tracking": .object(tracking.json)]
        case .placementSelect(let id, let part):
            ["name": "placement_select", "id": .integer(id), "part": .object(part.json)]
        case .cellPrepare(let id): ["name": "cell_prepare", "id": .integer(id)]
        case .carousel(let id, let command):
            ["name": "carousel", "id": .integer(id), "command": .string(command.rawValue)]
        default: [:]
        }
    }

    /// What `placementUseJSON` wrote; nil when the object is none.
    init?(placementUse name: String, id: Int64, _ json: JSONObject) {
        switch name {
        case "placement_configure":
            guard let changes = json["changes"]?.objects(PlacementOption.init(json:)) else {
                return nil
            }
            self = .placementConfigure(id: id, changes)
        case "placement_state": self = .placementState(id: id)
        case "placement_track":
            guard let tracking = json["tracking"]?.object.flatMap(HostTracking.init(json:)) else {
                return nil
            }
            self = .placementTrack(id: id, tracking)
        case "placement_select":
            guard let part = json["part"]?.object.flatMap(ContentPart.init(json:)) else {
                return nil
            }
            self = .placementSelect(id: id, part)
        case "cell_prepare": self = .cellPrepare(id: id)
        case "carousel":
            guard let command = json["command"]?.string.flatMap(CarouselCommand.init(rawValue:))
            else { return nil }
            self = .carousel(id: id, command)
        default: return nil
        }
    }
}

extension PlacementOption {
    var json: JSONObject {
        switch self {
        case .tracksActions(let value): ["track_actions": .bool(value)]
        case .overridesDefaultBehavior(let value): ["override_default_behavior": .bool(value)]
        case .maximumCount(let value): ["maximum_count": .integer(value)]
        case .scrollDelay(let value): ["scroll_delay_ms": .integer(value)]
        case .customHeight(let value):
            ["custom_height": value.map(JSONValue.number) ?? .null]
        case .expectedHeight(let value):
            ["expected_height": value.map(JSONValue.number) ?? .null]
        }
    }

    init?(json: JSONObject) {
        guard let member = json.members.first else { return nil }
        let option: PlacementOption? =
            switch member.key {
            case "track_actions": member.value.bool.map(Self.tracksActions)
            case "override_default_behavior":
                member.value.bool.map(Self.overridesDefaultBehavior)
            case "maximum_count": member.value.integer.map(Self.maximumCount)
            case "scroll_delay_ms": member.value.integer.map(Self.scrollDelay)
            case "custom_height":
                member.value.isNull
                    ? .customHeight(nil) : member.value.double.map(Self.customHeight)
            case "expected_height":
                member.value.isNull
                    ? .expectedHeight(nil) : member.value.double.map(Self.expectedHeight)
            default: nil
            }
        guard let option else { return nil }
        self = option
    }
}

extension HostTracking {
    var json: JSONObject {
        var object: JSONObject = [
            "campaign": .optional(campaign), "without_consent": .bool(isWithoutConsent),
            "attributes": .object(attributes),
        ]
        switch event {
        case .shown: object["event"] = "show"
        case .clicked(let url):
            object["event"] = "click"
            object["url"] = .string(url)
        case .performed(let action):
            object["event"] = "click"
            object["action"] = .object(action.json)
        case .closed: object["event"] = "close"
        case .failed(let message):
            object["event"] = "error"
            object["message"] = .string(message)
        }
        return object
    }

    init?(json: JSONObject) {
        guard let isWithoutConsent = json["without_consent"]?.bool,
            let event = Event(json: json)
        else { return nil }
        self.init(
            event, campaign: json["campaign"]?.string, isWithoutConsent: isWithoutConsent,
            attributes: json["attributes"]?.object ?? [:])
    }
}

extension HostTracking.Event {
    fileprivate init?(json: JSONObject) {
        switch json["event"]?.string {
        case "show": self = .shown
        case "close": self = .closed
        case "error":
            guard let message = json["message"]?.string else { return nil }
            self = .failed(message: message)
        case "click":
            if let url = json["url"]?.string {
                self = .clicked(url: url)
            } else if let action = json["action"]?.object.flatMap(Action.init(json:)) {
                self = .performed(action)
            } else {
                return nil
            }
        default: return nil
        }
    }
}

extension Action {
    init?(json: JSONObject) {
        guard let url = json["url"]?.string,
            let kind = json["type"]?.string.flatMap(Kind.init(rawValue:))
        else { return nil }
        self.init(
            name: json["name"]?.string, url: url, kind: kind, id: json["id"]?.string)
    }
}
