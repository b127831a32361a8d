public import PersonalizeJSON

/// What a host can tell of the customer, and say about the telling.
public enum ReportingCommand: Sendable, Equatable {
    /// A purchase.
    case charge(details: JSONObject, items: [JSONObject], vendors: [String]?)
    /// Changes of the profile.
    case change([ProfileOperation], vendors: [String]?)
    /// Where the customer is; nil for no longer known.
    case locate(Location?)
    /// `vendor` nil means every vendor that has profiles.
    case optOut(vendor: String?, OptOut)
    case unmute(vendor: String?)
    /// Drops what waits.
    case clearQueue(vendor: String?)
    case fetchOverlays(vendor: String?, key: String?)
    case syncTemplates(vendor: String?, key: String?)
}

extension ReportingCommand {
    var json: JSONObject {
        switch self {
        case .charge(let details, let items, let vendors):
            [
                "call": "charge", "details": .object(details),
                "items": .array(items.map(JSONValue.object)),
                "vendors": vendors.map { .array($0.map(JSONValue.string)) } ?? .null,
            ]
        case .change(let operations, let vendors):
            [
                "call": "change", "operations": .array(operations.map { .object($0.json) }),
                "vendors": vendors.map { .array($0.map(JSONValue.string)) } ?? .null,
            ]
        case .locate(let location):
            [
                "call": "locate",
                "latitude": location.map { .number($0.latitude) } ?? .null,
                "longitude": location.map { .number($0.longitude) } ?? .null,
            ]
        case .optOut(let vendor, let optOut):
            ["call": "opt_out", "vendor": .optional(vendor), "opt_out": .object(optOut.json)]
        case .unmute(let vendor): ["call": "unmute", "vendor": .optional(vendor)]
        case .clearQueue(let vendor): ["call": "clear_queue", "vendor": .optional(vendor)]
        case .fetchOverlays(let vendor, let key):
            ["call": "fetch_overlays", "vendor": .optional(vendor), "key": .optional(key)]
        case .syncTemplates(let vendor, let key):
            ["call": "sync_templates", "vendor": .optional(vendor), "key": .optional(key)]
        }
    }

    /// The command that `json` wrote; nil when the object is none.
    init?(json: JSONObject) {
        let vendor = json["vendor"]?.string
        let key = json["key"]?.string
        switch json["call"]?.string {
        case "charge"?:
            guard let details = json["details"]?.object, let items = json["items"]?.array else {
                return nil
            }
            self = .charge(
                details: details, items: items.compactMap(\.object),
                vendors: json["vendors"]?.strings)
        case "change"?:
            guard let operations = json["operations"]?.objects(ProfileOperation.init(json:))
            else { return nil }
            self = .change(operations, vendors: json["vendors"]?.strings)
        case "locate"?:
            guard let latitude = json["latitude"]?.double,
                let longitude = json["longitude"]?.double
            else {
                self = .locate(nil)
                return
            }
            self = .locate(Location(latitude: latitude, longitude: longitude))
        case "opt_out"?:
            guard let object = json["opt_out"]?.object, let isOut = object["opted_out"]?.bool,
                let allowsSystem = object["allows_system"]?.bool
            else { return nil }
            self = .optOut(vendor: vendor, OptOut(isOut, allowsSystem: allowsSystem))
        case "unmute"?: self = .unmute(vendor: vendor)
        case "clear_queue"?: self = .clearQueue(vendor: vendor)
        case "fetch_overlays"?: self = .fetchOverlays(vendor: vendor, key: key)
        case "sync_templates"?: self = .syncTemplates(vendor: vendor, key: key)
        default: return nil
        }
    }
}
