import PersonalizeJSON

// The forms in a journal; what is written is read back without loss.

extension Command {
    var screenJSON: JSONObject {
        switch self {
        case .screen(let screen, let data):
            ["name": "screen", "screen": .string(screen), "data": .object(data)]
        case .screenData(let data): ["name": "screen_data", "data": .object(data)]
        case .campaignTrack(let campaign, let placement, let tracking):
            [
                "name": "campaign_track", "campaign": .string(campaign),
                "placement": .optional(placement), "tracking": .object(tracking.json),
            ]
        default: [:]
        }
    }

    init?(screen name: String, _ json: JSONObject) {
        switch name {
        case "screen":
            guard let screen = json["screen"]?.string, let data = json["data"]?.object else {
                return nil
            }
            self = .screen(name: screen, data: data)
        case "screen_data":
            guard let data = json["data"]?.object else { return nil }
            self = .screenData(data)
        case "campaign_track":
            guard let campaign = json["campaign"]?.string,
                let tracking = json["tracking"]?.object.flatMap(HostTracking.init(json:))
            else { return nil }
            self = .campaignTrack(
                campaign: campaign, placement: json["placement"]?.string, tracking)
        default: return nil
        }
    }
}

extension ContentPart {
    var json: JSONObject { ["part": .string(kind.rawValue), "index": .integer(Int64(index))] }

    init?(json: JSONObject) {
        guard let kind = json["part"]?.string.flatMap(Kind.init(rawValue:)),
            let index = json["index"]?.integer.flatMap(Int.init(exactly:))
        else { return nil }
        self.init(kind, index: index)
    }
}
