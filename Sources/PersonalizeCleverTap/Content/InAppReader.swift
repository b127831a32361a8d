import PersonalizeCore
import PersonalizeJSON

/// Reads one in-app.
struct InAppReader {
    enum Form: Sendable, Equatable {
        /// With what is to be presented; `isCampaign` when it is chosen here.
        case content(isCampaign: Bool)
        /// Only what sets it off; `isInaction` when it says how long to wait.
        case metadata(isInaction: Bool)
    }

    let fields: JSONFields
    let object: JSONObject
    private(set) var diagnostics: [JSONDiagnostic] = []

    init(fields: JSONFields, object: JSONObject) {
        self.fields = fields
        self.object = object
    }

    /// How long an in-app may be put off, in seconds.
    private static let delays = 1.0...1_200.0

    /// Throws to have the in-app left out.
    mutating func read(as form: Form) throws(FieldError) -> OverlayCampaign {
        let campaign = object["ti"].flatMap(Scalars.id) ?? ""
        let isMetadata =
            if case .metadata = form { true } else { false }
        if form != .content(isCampaign: false), campaign.isEmpty {
            throw FieldError(
                path: fields.path(of: "ti"), reason: .missingField, message: "\"ti\" is missing")
        }
        let template = isMetadata ? "" : try self.template()
        let limits = try self.limits()
        let inaction = isMetadata ? delay("inactionDuration") : nil
        if form == .metadata(isInaction: true), inaction == nil {
            throw FieldError(
                path: fields.path(of: "inactionDuration"), reason: .outOfRange,
                message: "expected 1 to 1200 seconds")
        }
        return OverlayCampaign(
            overlay: overlay(campaign, template, limits: limits.frequency),
            triggers: triggers(), occurrenceLimits: limits.occurrence,
            isSuppressed: Scalars.flag(object["suppressed"]), suppression: suppression(),
            delay: isMetadata ? nil : delay("delayAfterTrigger"), inaction: inaction,
            timeToLive: Scalars.number(object["wzrk_ttl_offset"]).flatMap(Scalars.milliseconds),
            isMetadata: isMetadata, isReportable: (Int64(campaign) ?? 0) != 0)
    }

    /// In-apps of other kinds are drawn by SDKs with a screen of their own.
    private func template() throws(FieldError) -> String {
        let type = try fields.optional("type", as: .string) ?? ""
        guard type == "custom-code" else {
            throw fields.invalid(
                "type",
                "in-apps of the type \"\(String(type.prefix(40)))\" cannot be presented here")
        }
        return try fields.required("templateName", as: .nonEmptyString)
    }

    private func overlay(_ campaign: String, _ template: String, limits: [Limit]) -> Overlay {
        var properties = JSONObject()
        for (key, value) in object.members where key.hasPrefix("wzrk_") {
            properties[key] = value
        }
        var payload = JSONObject()
        for key in ["ti", "wzrk_id", "templateId", "isAction", "is_action"] {
            payload[key] = object[key]
        }
        return Overlay(
            campaign: campaign, delivery: object["wzrk_id"]?.string ?? "", template: template,
            values: object["vars"]?.object ?? [:], properties: properties,
            extras: object["kv"]?.object ?? [:], expires: expires(),
            priority: Scalars.integer(object["priority"]) ?? 1, caps: caps(), limits: limits,
            isAction: Scalars.flag(object["isAction"]) || Scalars.flag(object["is_action"]),
            payload: payload)
    }

    /// 0 is none, as if it were missing.
    private func expires() -> Int64? {
        guard let seconds = Scalars.number(object["wzrk_ttl"]), seconds > 0 else { return nil }
        return Scalars.milliseconds(seconds) ?? .max
    }

    private func caps() -> DisplayCaps {
        DisplayCaps(
            perSession: cap("mdc"), perDay: cap("tdc"), lifetime: cap("tlc"),
            isExcluded: Scalars.flag(object["efc"])
                || Scalars.flag(object["excludeGlobalFCaps"]))
    }

    /// -1 is none, and 0 is never.
    private func cap(_ key: String) -> Int64? {
        guard let cap = Scalars.integer(object[key]), cap >= 0 else { return nil }
        return cap
    }

    /// What the vendor is told when it is chosen and suppressed. A missing
    /// group is left out, a missing variant has a name.
    private func suppression() -> JSONObject {
        var record: JSONObject = [
            "wzrk_pivot": .string(object["wzrk_pivot"]?.string ?? "wzrk_default")
        ]
        record["wzrk_cgId"] = object["wzrk_cgId"]
        return record
    }

    /// Nil for at once, which is also what a value out of range means.
    private func delay(_ key: String) -> Int64? {
        guard let seconds = Scalars.number(object[key]), Self.delays.contains(seconds) else {
            return nil
        }
        return Scalars.milliseconds(seconds)
    }

    // MARK: - Triggers and limits

    private mutating func triggers() -> [Trigger] {
        guard let value = object["whenTriggers"], !value.isNull else { return [] }
        guard let values = value.array else {
            remark("whenTriggers", "expected an array, found \(value.kind)")
            return []
        }
        var triggers: [Trigger] = []
        for (index, value) in values.enumerated() {
            do throws(FieldError) {
                let path = "\(fields.path(of: "whenTriggers"))[\(index)]"
                triggers.append(try TriggerReader(value, path: path).trigger)
            } catch {
                // The others may still set it off.
                diagnostics.append(JSONDiagnostic(what: "inapp", error))
            }
        }
        return triggers
    }

    private func limits() throws(FieldError) -> (frequency: [Limit], occurrence: [Limit]) {
        (try limits("frequencyLimits"), try limits("occurrenceLimits"))
    }

    /// A limit that cannot be read refuses the in-app: without it, it would be
    /// shown more often than anybody wanted. `{}` is none.
    private func limits(_ key: String) throws(FieldError) -> [Limit] {
        guard let value = object[key], !value.isNull else { return [] }
        guard let values = value.array else {
            throw FieldError(
                path: fields.path(of: key), reason: .wrongType,
                message: "expected an array, found \(value.kind)")
        }
        var limits: [Limit] = []
        for (index, value) in values.enumerated() {
            let path = "\(fields.path(of: key))[\(index)]"
            guard let object = value.object else {
                throw FieldError(
                    path: path, reason: .wrongType,
                    message: "expected an object, found \(value.kind)")
            }
            guard !object.isEmpty else { continue }
            guard let limit = Scalars.integer(object["limit"]) else {
                throw FieldError(
                    path: "\(path).limit", reason: .missingField, message: "\"limit\" is missing")
            }
            limits.append(
                Limit(
                    Self.kind(object["type"]), limit,
                    frequency: Scalars.integer(object["frequency"]) ?? 1))
        }
        return limits
    }

    /// A kind that is not known limits all there ever were.
    private static func kind(_ value: JSONValue?) -> Limit.Kind {
        switch value?.string {
        case "onEvery": .onEvery
        case "onExactly": .onExactly
        case let word?: Limit.Kind(rawValue: word) ?? .ever
        case nil: .ever
        }
    }

    private mutating func remark(_ key: String, _ message: String) {
        diagnostics.append(
            JSONDiagnostic(
                what: "inapp",
                FieldError(
                    path: fields.path(of: key), reason: .wrongType, message: message)))
    }
}
