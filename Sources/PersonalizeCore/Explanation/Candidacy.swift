import PersonalizeJSON

/// What became of one candidate.
struct Candidacy {
    enum Standing: String {
        case shown
        /// It has its turn in a carousel.
        case listed
        case eligible
        case rejected
    }

    var campaign: Campaign
    var standing: Standing
    var rejection: Rejection?
    /// The images it is shown with.
    var images: [String] = []

    var json: JSONObject {
        var object: JSONObject = [
            "campaign": .string(campaign.id), "name": .string(campaign.name),
            "priority": .integer(campaign.priority), "verdict": .string(standing.rawValue),
        ]
        if let rejection { object.merge(rejection.json) }
        if !images.isEmpty { object["images"] = .array(images.map(JSONValue.string)) }
        return object
    }
}

extension Engine {
    /// For each candidate the first rule that turned it down, by the very
    /// rules that decide.
    func verdicts(
        _ candidates: [String], of name: String, vendor: Int, open: [Int64]
    ) -> [Candidacy] {
        if vendors[vendor].screening != nil {
            return screenVerdicts(candidates, vendor: vendor, open: open)
        }
        let placements = open.compactMap { self.placements[$0] }
        let shown = placements.compactMap(\.shown)
        let listed = Set(placements.flatMap { $0.carousel?.campaigns ?? [] })
        let load = placements.compactMap(\.load).first
        var verdicts: [Candidacy] = candidates.compactMap { id -> Candidacy? in
            guard let campaign = vendors[vendor].catalog[id]?.campaign else { return nil }
            if let shown = shown.first(where: { $0.presentation.campaign.id == id }) {
                return Candidacy(campaign: campaign, standing: .shown, images: shown.images)
            }
            if listed.contains(id) { return Candidacy(campaign: campaign, standing: .listed) }
            let excluded = placements.compactMap { $0.excluded[id] }.first
            let rejection =
                Eligibility.schedule(campaign, at: now)
                ?? frequencyRejection(of: campaign, vendor: vendor)
                ?? crossCapRejection(vendor: vendor, surface: .placement(name))
                ?? self.rejection(of: id, vendor: vendor, load: load) ?? excluded
            return Candidacy(
                campaign: campaign, standing: rejection == nil ? .eligible : .rejected,
                rejection: rejection)
        }
        guard !placements.contains(where: { $0.carousel != nil }) else { return verdicts }
        let highest = verdicts.filter { $0.rejection == nil }.map(\.campaign.priority).max()
        guard let highest else { return verdicts }
        for index in verdicts.indices
        where verdicts[index].standing == .eligible && verdicts[index].campaign.priority < highest {
            verdicts[index].standing = .rejected
            verdicts[index].rejection = Rejection(
                .priority, "lower_priority",
                values: [
                    "priority": .integer(verdicts[index].campaign.priority),
                    "highest": .integer(highest),
                ], hint: "Another candidate has a higher priority.")
        }
        return verdicts
    }
}
