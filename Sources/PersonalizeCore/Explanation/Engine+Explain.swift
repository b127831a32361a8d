import PersonalizeJSON

extension Engine {
    /// Why a placement shows what it shows: what the engine as a whole waits
    /// for, and for each candidate the first rule that turned it down. Made
    /// from the same rules that decide, at the moment of asking.
    func explain(placement name: String, vendor id: String?) throws(PersonalizeError) -> JSONObject
    {
        let vendor: Int
        if let id {
            vendor = try position(ofVendor: id, path: "$.vendor")
        } else {
            guard !vendors.isEmpty else {
                throw PersonalizeError(
                    .notFound, "no_vendors", "The configuration names no vendors.",
                    hint: "Add an entry to \"vendors\" in the configuration.")
            }
            vendor = 0
        }
        let open = placements.ids.filter {
            placements[$0]?.name == name && placements[$0]?.vendor == vendor
                && placements[$0]?.contest == nil
        }
        let shown = Set(open.compactMap { placements[$0]?.shown?.presentation.campaign.id })
        let candidates = vendors[vendor].catalog.candidates(for: name)
        let verdicts = verdicts(candidates, of: name, vendor: vendor, open: open)
        let summary = summary(
            name, vendor: vendor, open: open, verdicts: verdicts, isShown: !shown.isEmpty)
        return [
            "placement": .string(name), "vendor": .string(vendors[vendor].id),
            "open": .bool(!open.isEmpty),
            "shown": .array(shown.sorted().map(JSONValue.string)),
            "loading": open.compactMap { placements[$0]?.progress }.first.map(JSONValue.string)
                ?? .null,
            "reason": .string(summary.reason), "hint": .string(summary.hint),
            "candidates": .array(verdicts.map { .object($0.json) }),
            "placements": .array(open.map { .object(explain(open: $0)) }),
        ]
    }

    /// One of the open placements of the name.
    private func explain(open id: Int64) -> JSONObject {
        guard let placement = placements[id] else { return [:] }
        var object = fields(placement, id)
        object["kind"] = .string(placement.kind.rawValue)
        object["shown"] =
            (placement.shown?.presentation.campaign.id).map(JSONValue.string) ?? .null
        object["loading"] = placement.progress.map(JSONValue.string) ?? .null
        object["problem"] =
            placement.problem.map { problem in
                var json = problem.json
                json["hint"] = .string(Self.hint(for: problem))
                return .object(json)
            } ?? .null
        return object
    }

    /// What to do about the last failure.
    private static func hint(for problem: Placement.Problem) -> String {
        switch problem.reason {
        case "invalid_action":
            problem.campaign == nil
                ? "Nothing was on show when the action came; load the placement first."
                : "The URL is no action of the content; compare it with the \"actions\" of the "
                    + "content, and check the campaign for a typing error."
        case "not_drawn": "The host could not draw the content."
        case "image_unavailable":
            "The image could not be fetched; check that its address can be reached."
        default: "The campaign's content cannot be drawn; correct it."
        }
    }

    /// The first thing that keeps the placement as a whole from showing
    /// something, and what to do about it.
    private func summary(
        _ name: String, vendor: Int, open: [Int64], verdicts: [Candidacy], isShown: Bool
    ) -> (reason: String, hint: String) {
        let state = vendors[vendor]
        if isShown {
            return (
                "shown",
                verdicts.contains { !$0.images.isEmpty }
                    ? "An image is kept by its URL and not fetched again; give a changed image "
                        + "another URL." : ""
            )
        }
        if !isStarted { return ("not_started", "Call start: nothing is loaded before.") }
        if !state.definitions.isKnown {
            if isOffline { return ("offline", "Nothing is stored yet, and the engine is offline.") }
            return state.definitions.request != nil
                ? ("definitions_pending", "The vendor's list of campaigns is being fetched.")
                : (
                    "definitions_unavailable",
                    "The list of campaigns could not be fetched; check address, token and network."
                )
        }
        if verdicts.isEmpty { return ("no_candidates", hintForNoCandidates(name, vendor: vendor)) }
        if open.isEmpty { return ("not_open", "No placement of this name is open.") }
        if open.contains(where: { placements[$0]?.isAttached == false }) {
            return ("not_attached", "The host reported that it cannot show anything.")
        }
        if awaitsCustomer(vendor) {
            return (
                "customer_pending",
                "The vendor has not been told yet who the customer is; content waits for that."
            )
        }
        if let progress = open.compactMap({ placements[$0]?.progress }).first {
            return ("loading", Self.hint(forProgress: progress))
        }
        if open.contains(where: { placements[$0]?.kind == .cell && isOffered($0) }) {
            return ("not_prepared", "Something is ready; prepare the cell to show it.")
        }
        if verdicts.contains(where: { $0.rejection == nil }) {
            return ("not_loaded", "Something is eligible; load the placement.")
        }
        return ("all_rejected", "Every candidate was rejected; see each one's hint.")
    }

    private func isOffered(_ id: Int64) -> Bool {
        placements[id]?.preparations.contains { $0.content != nil } == true
    }

    private func hintForNoCandidates(_ name: String, vendor: Int) -> String {
        let known = vendors[vendor].catalog.placements
        let start =
            "No campaign names the placement \"\(name)\"; compare its spelling with the "
            + "dashboard's. "
        if let nearest = SimilarNames.nearest(to: name, among: known) {
            return start + "Did you mean \"\(nearest)\"?"
        }
        guard !known.isEmpty else {
            return start + "The vendor lists no campaign that names any; check that one is running."
        }
        let some = known.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
        return start + "Those that run name \(some)\(known.count > 5 ? " and others" : "")."
    }

    private static func hint(forProgress progress: String) -> String {
        let waits =
            switch progress {
            case "asking_vendor": "the vendor to decide what this customer sees"
            case "fetching_resources": "the content's images"
            case "asking_host": "the answer of a hook of the host"
            default: "the content"
            }
        return "A load is under way. Content is shown once all of it is there; it waits for "
            + "\(waits)."
    }
}
