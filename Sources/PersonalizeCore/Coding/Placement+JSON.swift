import PersonalizeJSON

extension PlacementSpecification {
    var json: JSONObject {
        [
            "placement": .string(placement), "kind": .string(kind.rawValue),
            "slot": .string(slot), "options": .object(options.json),
            "vendor": .optional(vendor), "deferred": .bool(isDeferred),
            "attached": .bool(isAttached), "key": .optional(key),
            "vendors": vendors.map { .array($0.map(JSONValue.string)) } ?? .null,
            "policy": .optional(policy?.rawValue),
            "timeout_ms": timeout.map(JSONValue.integer) ?? .null,
        ]
    }

    init?(json: JSONObject) {
        guard let placement = json["placement"]?.string,
            let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)),
            let isDeferred = json["deferred"]?.bool, let isAttached = json["attached"]?.bool,
            let options = json["options"]?.object, let slot = json["slot"]?.string
        else { return nil }
        var own = PlacementOptions()
        for member in options.members {
            guard let option = PlacementOption(json: [member.key: member.value]) else {
                return nil
            }
            own.apply(option)
        }
        self.init(
            placement: placement, kind: kind, slot: slot, vendor: json["vendor"]?.string,
            isDeferred: isDeferred, isAttached: isAttached, key: json["key"]?.string,
            options: own, vendors: json["vendors"]?.strings,
            policy: json["policy"]?.string.flatMap(PlacementBinding.Policy.init(rawValue:)),
            timeout: json["timeout_ms"]?.integer)
    }
}

extension PlacementReport {
    var json: JSONObject {
        switch self {
        case .attached(let isAttached): ["attached": .bool(isAttached)]
        case .visible(let isVisible): ["visible": .bool(isVisible)]
        case .size(let width, let height):
            [
                "width": width.map(JSONValue.number) ?? .null,
                "height": height.map(JSONValue.number) ?? .null,
            ]
        case .failed(let message): ["failed": .string(message)]
        }
    }

    init?(json: JSONObject) {
        if let isAttached = json["attached"]?.bool {
            self = .attached(isAttached)
        } else if let isVisible = json["visible"]?.bool {
            self = .visible(isVisible)
        } else if let message = json["failed"]?.string {
            self = .failed(message: message)
        } else if json["width"] != nil || json["height"] != nil {
            self = .size(width: json["width"]?.double, height: json["height"]?.double)
        } else {
            return nil
        }
    }
}
