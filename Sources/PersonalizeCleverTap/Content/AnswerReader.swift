import PersonalizeCore
import PersonalizeJSON

/// Reads the body of an answer: in-apps one by one, so that a malformed one
/// costs only itself, and everything else as it stands.
struct AnswerReader {
    /// The lists of in-apps.
    enum List: String, CaseIterable {
        case immediate = "inapp_notifs"
        case inaction = "inapp_notifs_meta"
        case launch = "inapp_notifs_applaunched"
        case launchInaction = "inapp_notifs_applaunched_meta"
        case clientSide = "inapp_notifs_cs"
        case serverSide = "inapp_notifs_ss"

        var form: InAppReader.Form {
            switch self {
            // What is shown because the vendor says so needs no campaign.
            case .immediate: .content(isCampaign: false)
            case .launch, .clientSide: .content(isCampaign: true)
            case .serverSide: .metadata(isInaction: false)
            case .inaction, .launchInaction: .metadata(isInaction: true)
            }
        }
    }

    /// How many in-apps may be shown a session and a day, when an answer does
    /// not say.
    private static let usualCap: Int64 = 10

    /// The body without the in-apps.
    let body: JSONObject
    /// What it says of in-apps; nil when that is nothing.
    let overlays: OverlayAnswer?

    /// - Parameter isFollowUp: whether it is content that another answer
    ///   announced.
    init(_ bytes: [UInt8], isFollowUp: Bool) throws(JSONError) {
        var readings: [List: Reading<OverlayCampaign>] = [:]
        let envelope = try JSONDocument.read(bytes, lists: List.allCases.map(\.rawValue)) {
            guard let list = List(rawValue: $0.list) else { return }
            Self.take($0, list, into: &readings[list, default: Reading()])
        }
        body = envelope.object ?? [:]
        overlays =
            envelope.object.flatMap { Self.overlays($0, readings, isFollowUp: isFollowUp) }
    }

    private static func take(
        _ record: JSONRecord, _ list: List, into reading: inout Reading<OverlayCampaign>
    ) {
        let what = "inapp"
        switch record.result {
        case .failure(let error):
            reading.diagnostics.append(JSONDiagnostic(what: what, error))
        case .success(let value):
            do throws(FieldError) {
                let fields = try JSONFields(value, path: record.path)
                var reader = InAppReader(fields: fields, object: value.object ?? [:])
                defer { reading.diagnostics += reader.diagnostics }
                reading.records.append(try reader.read(as: list.form))
            } catch {
                reading.diagnostics.append(JSONDiagnostic(what: what, error))
            }
        }
    }

    private static func overlays(
        _ body: JSONObject, _ readings: [List: Reading<OverlayCampaign>], isFollowUp: Bool
    ) -> OverlayAnswer? {
        let others = ["inapp_stale", "imc", "imp", "inapp_delivery_mode"]
        guard (List.allCases.map(\.rawValue) + others).contains(where: { body[$0] != nil })
        else { return nil }
        var answer = OverlayAnswer()
        answer.isFollowUp = isFollowUp
        answer.awaitsFollowUp =
            !isFollowUp && body["content_fetch"]?.array?.contains { $0.object != nil } == true
        func list(_ list: List) -> Reading<OverlayCampaign>? {
            guard let value = body[list.rawValue], !value.isNull else { return nil }
            guard value.array != nil else {
                answer.diagnostics.append(wrong(list.rawValue, "an array", value))
                return nil
            }
            return readings[list] ?? Reading()
        }
        answer.clientSide = list(.clientSide)
        answer.serverSide = list(.serverSide)
        answer.immediate = list(.immediate)
        answer.inaction = list(.inaction)
        answer.launch = list(.launch)
        answer.launchInaction = list(.launchInaction)
        answer.mode = mode(body["inapp_delivery_mode"], &answer.diagnostics)
        answer.stale = (body["inapp_stale"]?.array ?? []).compactMap(Scalars.id)
        answer.sessionCap = cap("imc", body, isFollowUp, &answer.diagnostics)
        answer.dayCap = cap("imp", body, isFollowUp, &answer.diagnostics)
        return answer
    }

    /// An answer without a mode changes nothing; one with a word that is not
    /// known is one for no mode.
    private static func mode(
        _ value: JSONValue?, _ diagnostics: inout [JSONDiagnostic]
    ) -> OverlayMode? {
        guard let value, !value.isNull else { return nil }
        guard let word = value.string else {
            diagnostics.append(wrong("inapp_delivery_mode", "a string", value))
            return nil
        }
        switch word {
        case "CS": return .client
        case "SS": return .server
        default: return OverlayMode.none
        }
    }

    private static func cap(
        _ key: String, _ body: JSONObject, _ isFollowUp: Bool,
        _ diagnostics: inout [JSONDiagnostic]
    ) -> Int64? {
        guard let value = body[key], !value.isNull else { return isFollowUp ? nil : usualCap }
        if let cap = Scalars.integer(value) { return cap }
        diagnostics.append(wrong(key, "an integer", value))
        return isFollowUp ? nil : usualCap
    }

    private static func wrong(
        _ key: String, _ expected: String, _ value: JSONValue
    ) -> JSONDiagnostic {
        JSONDiagnostic(
            what: "inapp",
            FieldError(
                path: "$.\(key)", reason: .wrongType,
                message: "expected \(expected), found \(value.kind)"))
    }
}

/// Members that come as one JSON type or as another.
enum Scalars {
    /// A campaign's id: a number, or text.
    static func id(_ value: JSONValue) -> String? {
        if let text = value.string { return text.isEmpty ? nil : text }
        return value.integer.map(String.init)
    }

    /// A whole number, also as text.
    static func integer(_ value: JSONValue?) -> Int64? {
        guard let value else { return nil }
        if let text = value.string {
            return Int64(text) ?? Double(text).flatMap(Int64.init(exactly:))
        }
        return value.integer
    }

    /// Any number, also as text.
    static func number(_ value: JSONValue?) -> Double? {
        guard let value else { return nil }
        let number = value.string.map { Double($0) } ?? value.double
        guard let number, number.isFinite else { return nil }
        return number
    }

    /// `true` or 1; everything else is no, also the -1 with which the vendor
    /// says that nothing was set.
    static func flag(_ value: JSONValue?) -> Bool {
        value?.bool == true || value?.integer == 1
    }

    /// Seconds as milliseconds; nil when they do not fit.
    static func milliseconds(_ seconds: Double) -> Int64? {
        Int64(exactly: (seconds * 1_000).rounded(.down))
    }
}
