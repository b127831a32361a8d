import PersonalizeCore
import PersonalizeJSON

/// Reads what a configuration says about several vendors together: which may
/// fill a placement, and how often the customer may be shown something.
struct SourceReader {
    /// The ids of the vendor instances.
    let vendors: [String]

    func placements(_ settings: Settings) throws(PersonalizeError) -> [String: PlacementBinding] {
        guard let object = try settings.optional("placements", as: .object) else { return [:] }
        let outer = Settings(object, path: "$.placements")
        var bindings: [String: PlacementBinding] = [:]
        for name in object.keys {
            let hint = "Give an object such as {\"vendors\": [\"shop\", \"house\"]}."
            let path = outer.fields.path(of: name)
            guard !name.isEmpty else {
                throw outer.invalid(
                    name, "must not be the empty name", hint: "Give the placement's name.")
            }
            let own = Settings(try outer.required(name, as: .object, hint: hint), path: path)
            try own.refuseUnknown(allowed: ["vendors", "policy", "timeout_ms"])
            guard let ids = try vendorList(own), !ids.isEmpty else {
                throw own.invalid(
                    "vendors", reason: "missing_key", "has to name at least one vendor",
                    hint: hint)
            }
            bindings[name] = PlacementBinding(
                vendors: ids,
                policy: try word(own, "policy", among: PlacementBinding.Policy.self) ?? .order,
                timeout: try own.optional(
                    "timeout_ms", as: .integer(in: 0...PlacementBinding.longestTimeout))
                    ?? PlacementBinding.defaultTimeout)
        }
        return bindings
    }

    func caps(_ settings: Settings) throws(PersonalizeError) -> [Cap] {
        let values = try settings.optional("caps", as: .array(of: .object)) ?? []
        var caps: [Cap] = []
        for (index, object) in values.enumerated() {
            let own = Settings(object, path: "$.caps[\(index)]")
            try own.refuseUnknown(allowed: [
                "name", "limit", "per", "window_ms", "vendors", "placements", "overlays",
            ])
            let cap = Cap(
                name: try own.required("name", as: .nonEmptyString),
                limit: try own.required("limit", as: .integer(in: 1...Cap.highestLimit)),
                period: try period(own), vendors: try vendorList(own),
                placements: try scope(own, "placements"), overlays: try scope(own, "overlays"))
            guard !caps.contains(where: { $0.name == cap.name }) else {
                throw own.invalid(
                    "name", reason: "duplicate_cap", "Two caps have the name \"\(cap.name)\".",
                    hint: "Give each cap a name of its own.")
            }
            caps.append(cap)
        }
        return caps
    }

    private func period(_ own: Settings) throws(PersonalizeError) -> Cap.Period {
        let hint = "Give \"per\": \"session\", \"day\", \"week\" or \"ever\", or \"window_ms\"."
        let window = try own.optional("window_ms", as: .integer(in: 1...Self.longestWindow))
        let per = try own.optional("per", as: .string)
        guard (window == nil) != (per == nil) else {
            throw own.invalid(
                "per", reason: per == nil ? "missing_key" : "two_periods",
                "A cap has either \"per\" or \"window_ms\".", hint: hint)
        }
        if let window { return .window(window) }
        switch per {
        case "session": return .session
        case "day": return .day
        case "week": return .week
        case "ever": return .ever
        default: throw own.invalid("per", "must be one of session, day, week, ever", hint: hint)
        }
    }

    /// Ten years.
    private static let longestWindow: Int64 = 315_576_000_000

    private func scope(_ own: Settings, _ key: String) throws(PersonalizeError) -> Cap.Scope {
        guard let value = try own.optional(key, as: .value) else { return .all }
        if let all = value.bool { return all ? .all : .none }
        guard value.array != nil else {
            throw own.invalid(
                key, reason: "wrong_type", "expected true, false or an array of names",
                hint: "Name what is counted, such as [\"home\"].")
        }
        return .some(try own.required(key, as: .array(of: .string)))
    }

    /// `vendors`, each one configured and named once; nil when left out.
    private func vendorList(_ own: Settings) throws(PersonalizeError) -> [String]? {
        guard let ids = try own.optional("vendors", as: .array(of: .nonEmptyString)) else {
            return nil
        }
        for (index, id) in ids.enumerated() {
            let path = "\(own.fields.path(of: "vendors"))[\(index)]"
            guard vendors.contains(id) else {
                let nearest = SimilarNames.nearest(to: id, among: vendors)
                throw PersonalizeError(
                    .configuration, "unknown_vendor", "There is no vendor instance \"\(id)\".",
                    path: path,
                    hint: nearest.map { "Did you mean \"\($0)\"?" }
                        ?? "Configured are: \(vendors.joined(separator: ", ")).")
            }
            guard !ids[..<index].contains(id) else {
                throw PersonalizeError(
                    .configuration, "duplicate_vendor", "The vendor \"\(id)\" is named twice.",
                    path: path, hint: "Name each vendor once.")
            }
        }
        return ids
    }

    private func word<Word: RawRepresentable & CaseIterable>(
        _ own: Settings, _ key: String, among type: Word.Type
    ) throws(PersonalizeError) -> Word? where Word.RawValue == String {
        guard let text = try own.optional(key, as: .string) else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue)
            throw own.invalid(
                key, "must be one of \(words.joined(separator: ", "))",
                hint: SimilarNames.nearest(to: text, among: words)
                    .map { "Did you mean \"\($0)\"?" } ?? "Give one of these words.")
        }
        return word
    }
}
