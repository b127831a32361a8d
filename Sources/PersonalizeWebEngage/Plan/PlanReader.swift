import PersonalizeCore
import PersonalizeJSON

/// Reads the configuration payload: which properties there are, and which
/// campaigns.
///
/// A broken entry is left out with a diagnostic that names its path, and the
/// rest is used. Only another schema, or something that is no payload at all,
/// refuses the whole.
struct PlanReader {
    private static let schema: Int64 = 1
    private static let lists = ["properties", "campaigns"]

    private var places: [ScreenPlace] = []
    private var records: [CampaignRecord] = []
    private var diagnostics: [JSONDiagnostic] = []
    private var propertyIDs: Set<String> = []
    private var campaignIDs: Set<String> = []

    static func read(_ payload: [UInt8]) throws(PlanFault) -> ScreenReading {
        var reader = PlanReader()
        return try reader.read(payload)
    }

    private mutating func read(_ payload: [UInt8]) throws(PlanFault) -> ScreenReading {
        var found: [JSONRecord] = []
        let envelope: JSONValue
        do throws(JSONError) {
            envelope = try JSONDocument.read(
                payload, lists: Self.lists, limits: ContentNode.limits
            ) { found.append($0) }
        } catch {
            throw .json(error)
        }
        let plan: ScreenPlan
        do throws(FieldError) {
            let fields = try JSONFields(envelope)
            try checkSchema(fields)
            for list in Self.lists where fields.has(list) {
                _ = try fields.required(list, as: .array(of: .value))
            }
            plan = wholePlan(fields)
        } catch {
            throw .form(error)
        }
        for record in found { take(record) }
        var whole = plan
        whole.places = places
        // The order of the list is the priority.
        for index in records.indices {
            records[index].campaign.priority = -Int64(index)
        }
        return ScreenReading(
            plan: whole, campaigns: Reading(records: records, diagnostics: diagnostics))
    }

    private func checkSchema(_ fields: JSONFields) throws(FieldError) {
        guard try fields.required("schema", as: .integer) == Self.schema else {
            throw fields.invalid("schema", "only schema \(Self.schema) is understood")
        }
    }

    private mutating func wholePlan(_ fields: JSONFields) -> ScreenPlan {
        var plan = ScreenPlan()
        read("configuration") { () throws(FieldError) in
            plan.contentURL = try fields.optional("contentUrl", as: .string) ?? ""
        }
        read("configuration") { () throws(FieldError) in
            plan.maximumWinners = try fields.optional("campaignLimit", as: .count)
        }
        read("configuration") { () throws(FieldError) in
            guard let capping = try fields.optionalFields("frequencyCapping") else { return }
            let seconds = try capping.optional("minSecondsBetweenViews", as: .amount)
            plan.capping = FrequencyCapping(
                viewsPerSession: try capping.optional("maxViewsPerSession", as: .count),
                gap: seconds.map { Int64(clamping: $0 * 1000) })
        }
        return plan
    }

    /// Reads something that costs only itself when it is broken.
    private mutating func read(
        _ what: String, _ body: () throws(FieldError) -> Void
    ) {
        do throws(FieldError) { try body() } catch {
            diagnostics.append(JSONDiagnostic(what: what, error))
        }
    }

    private mutating func take(_ record: JSONRecord) {
        let isCampaign = record.list == "campaigns"
        let what = isCampaign ? "campaign" : "property"
        switch record.result {
        case .failure(let error): diagnostics.append(JSONDiagnostic(what: what, error))
        case .success(let value):
            do throws(FieldError) {
                let fields = try JSONFields(value, path: record.path)
                if isCampaign { try takeCampaign(fields) } else { try takeProperty(fields) }
            } catch {
                diagnostics.append(JSONDiagnostic(what: what, error))
            }
        }
    }

    private mutating func takeProperty(_ fields: JSONFields) throws(FieldError) {
        let id = try fields.required("propertyId", as: .id)
        let target = try fields.required("targetViewId", as: .id)
        let screens = try ConditionReader.group(
            fields, "screens", subject: .screen, &diagnostics)
        guard propertyIDs.insert(id).inserted else {
            throw fields.invalid("propertyId", "the id \"\(Shortened.text(id))\" is repeated")
        }
        places.append(ScreenPlace(id: id, target: target, screens: screens))
    }

    private mutating func takeCampaign(_ fields: JSONFields) throws(FieldError) {
        let record = try CampaignReader.read(fields, &diagnostics)
        guard campaignIDs.insert(record.campaign.id).inserted else {
            throw fields.invalid(
                "campaignId", "the id \"\(Shortened.text(record.campaign.id))\" is repeated")
        }
        records.append(record)
    }
}

/// Why a payload cannot be used as a whole.
enum PlanFault: Error {
    case json(JSONError)
    case form(FieldError)

    var failure: VendorFailure {
        switch self {
        case .json(let error): VendorFailure("malformed", error.description)
        case .form(let error): VendorFailure("malformed", error.description)
        }
    }

    func error(vendor: String) -> PersonalizeError {
        switch self {
        case .json(let error):
            PersonalizeError(
                .json, error.reason, error.description, path: error.path ?? "$",
                hint: "Give the whole payload, as docs/webengage.md describes it.",
                vendor: vendor)
        case .form(let error):
            PersonalizeError(
                .json, error.reason, error.message, path: error.path, hint: error.hint,
                vendor: vendor)
        }
    }
}
