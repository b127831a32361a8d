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
        }
        let shown = Set(open.compactMap { placements[$0]?.shown?.presentation.campaign.id })
        let load = open.compactMap { placements[$0]?.load }.first
        let candidates = vendors[vendor].catalog.candidates(for: name)
        let verdicts = verdicts(candidates, vendor: vendor, shown: shown, load: load)
        let summary = summary(
            name, vendor: vendor, open: open, verdicts: verdicts, isShown: !shown.isEmpty)
        return [
            "placement": .string(name), "vendor": .string(vendors[vendor].id),
            "open": .bool(!open.isEmpty),
            "shown": .array(shown.sorted().map(JSONValue.string)),
            "loading": load.map { .string($0.stage.word) } ?? .null,
            "reason": .string(summary.reason), "hint": .string(summary.hint),
            "candidates": .array(verdicts.map { .object($0.json) }),
        ]
    }

    private struct Verdict {
        var campaign: Campaign
        var isShown: Bool
        var rejection: Rejection?

        var json: JSONObject {
            var object: JSONObject = [
                "campaign": .string(campaign.id), "name": .string(campaign.name),
                "priority": .integer(campaign.priority),
                "verdict": isShown ? "shown" : rejection == nil ? "eligible" : "rejected",
            ]
            if !isShown, let rejection { object.merge(rejection.json) }
            return object
        }
    }

    private func verdicts(
        _ candidates: [String], vendor: Int, shown: Set<String>, load: Placement.Load?
    ) -> [Verdict] {
        var verdicts: [Verdict] = candidates.compactMap { id in
            guard let campaign = vendors[vendor].catalog[id]?.campaign else { return nil }
            let rejection =
                Eligibility.schedule(campaign, at: now)
                ?? frequencyRejection(of: campaign, vendor: vendor)
                ?? self.rejection(of: id, vendor: vendor, load: load) ?? load?.excluded[id]
            return Verdict(
                campaign: campaign, isShown: shown.contains(id), rejection: rejection)
        }
        let highest = verdicts.filter { $0.isShown || $0.rejection == nil }
            .map(\.campaign.priority).max()
        guard let highest else { return verdicts }
        for index in verdicts.indices
        where verdicts[index].rejection == nil && verdicts[index].campaign.priority < highest {
            verdicts[index].rejection = Rejection(
                .priority, "lower_priority",
                values: [
                    "priority": .integer(verdicts[index].campaign.priority),
                    "highest": .integer(highest),
                ], hint: "Another candidate has a higher priority.")
        }
        return verdicts
    }

    /// The first thing that keeps the placement as a whole from showing
    /// something, and what to do about it.
    private func summary(
        _ name: String, vendor: Int, open: [Int64], verdicts: [Verdict], isShown: Bool
    ) -> (reason: String, hint: String) {
        let state = vendors[vendor]
        if isShown { return ("shown", "") }
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
        if verdicts.isEmpty {
            return (
                "no_candidates",
                "No campaign names the placement \"\(name)\"; compare its spelling with the "
                    + "dashboard's, and check that the campaign is running."
            )
        }
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
        if open.contains(where: { placements[$0]?.load != nil }) {
            return ("loading", "A load is under way.")
        }
        if verdicts.contains(where: { $0.rejection == nil }) {
            return ("not_loaded", "Something is eligible; load the placement.")
        }
        return ("all_rejected", "Every candidate was rejected; see each one's hint.")
    }
}
