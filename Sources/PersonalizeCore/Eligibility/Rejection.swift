public import PersonalizeJSON

/// Why a campaign is not shown: the first rule that turned it down, with what
/// was compared. Every filter answers with one of these and none with a bare
/// "no", so explaining a decision costs nothing beyond making it.
public struct Rejection: Error, Sendable, Equatable {
    /// The rule, in the order in which they are applied.
    public enum Rule: String, Sendable {
        case schedule
        case frequency
        case views
        case audience
        case condition
        case limit
        case lifecycle
        case cap
        case trigger
        case template
        case holdOut = "hold_out"
        case variation
        case suppression
        case expiry
        case consent
        case freshness
        case availability
        case format
        case content
        case resources
        case hook
        case count
        case priority
        case display
    }

    public var rule: Rule
    /// A stable word for what exactly was wrong.
    public var reason: String
    /// The values compared.
    public var values: JSONObject
    /// What to change so that it is shown; nil when nothing is wrong.
    public var hint: String?

    public init(
        _ rule: Rule, _ reason: String, values: JSONObject = [:], hint: String? = nil
    ) {
        self.rule = rule
        self.reason = reason
        self.values = values
        self.hint = hint
    }

    /// The form in explanations and updates.
    public var json: JSONObject {
        var object: JSONObject = [
            "rule": .string(rule.rawValue), "reason": .string(reason), "values": .object(values),
        ]
        object["hint"] = hint.map(JSONValue.string)
        return object
    }
}
