import PersonalizeJSON

/// What a host can ask about its definitions.
public enum TemplateCommand: Sendable, Equatable {
    /// Registers definitions, which are in order by themselves.
    case define([TemplateDefinition])
    /// What the vendor's dashboard is to know of them.
    case payload
}

// The forms in a journal; what is written is read back without loss.
extension TemplateCommand {
    var json: JSONObject {
        switch self {
        case .define(let definitions):
            ["call": "define", "definitions": .array(definitions.map { .object($0.json) })]
        case .payload: ["call": "payload"]
        }
    }

    init?(json: JSONObject) {
        switch json["call"]?.string {
        case "define"?:
            guard let definitions = json["definitions"]?.objects(TemplateDefinition.init(json:))
            else { return nil }
            self = .define(definitions)
        case "payload"?: self = .payload
        default: return nil
        }
    }
}
