import PersonalizeJSON

// The forms in a journal; what is written is read back without loss.

extension DisplayCommand {
    var json: JSONObject {
        switch self {
        case .suspend: ["call": "suspend"]
        case .discard(let dismisses): ["call": "discard", "dismisses": .bool(dismisses)]
        case .resume: ["call": "resume"]
        case .state: ["call": "state"]
        case .clearFiles(let vendor, let expiredOnly):
            [
                "call": "clear_files", "vendor": .optional(vendor),
                "expired_only": .bool(expiredOnly),
            ]
        }
    }

    init?(json: JSONObject) {
        switch json["call"]?.string {
        case "suspend"?: self = .suspend
        case "discard"?:
            guard let dismisses = json["dismisses"]?.bool else { return nil }
            self = .discard(dismisses: dismisses)
        case "resume"?: self = .resume
        case "state"?: self = .state
        case "clear_files"?:
            guard let expiredOnly = json["expired_only"]?.bool else { return nil }
            self = .clearFiles(vendor: json["vendor"]?.string, expiredOnly: expiredOnly)
        default: return nil
        }
    }
}

extension PresentationCommand {
    var json: JSONObject {
        switch self {
        case .presented: ["call": "presented"]
        case .dismissed: ["call": "dismissed"]
        case .trigger(let argument): ["call": "trigger", "argument": .string(argument)]
        case .failed(let message): ["call": "failed", "message": .string(message)]
        case .release: ["call": "release"]
        }
    }

    init?(json: JSONObject) {
        switch json["call"]?.string {
        case "presented"?: self = .presented
        case "dismissed"?: self = .dismissed
        case "trigger"?:
            guard let argument = json["argument"]?.string else { return nil }
            self = .trigger(argument: argument)
        case "failed"?:
            guard let message = json["message"]?.string else { return nil }
            self = .failed(message: message)
        case "release"?: self = .release
        default: return nil
        }
    }
}
