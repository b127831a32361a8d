import PersonalizeJSON

extension Engine {
    /// How a placement of several vendors stands.
    func describe(_ contest: Contest) -> JSONObject {
        let winner = contest.winner.flatMap { placements[$0]?.vendor }
        return [
            "policy": .string(contest.policy.rawValue),
            "timeout_ms": .integer(contest.timeout),
            "deciding": .bool(contest.round != nil),
            "winner": winner.map { .string(vendors[$0].id) } ?? .null,
            "reason": contest.verdict.map { .string($0.rawValue) } ?? .null,
            "hint": contest.verdict.map { .string($0.hint) } ?? .null,
            "vendors": .array(contest.members.map { .object(describe(member: $0, of: contest)) }),
        ]
    }

    private func describe(member id: Int64, of contest: Contest) -> JSONObject {
        guard let placement = placements[id] else { return [:] }
        let isWinner = contest.winner == id && placement.shown != nil
        let ready = placement.preparations.first { $0.content != nil }?.presentation.campaign
        let campaign = isWinner ? placement.shown?.presentation.campaign : ready
        var standing = standing(ofMember: id).word
        if isWinner {
            standing = "shown"
        } else if ready != nil {
            standing = "ready"
        }
        return [
            "vendor": .string(vendors[placement.vendor].id), "standing": .string(standing),
            "campaign": campaign.map { .string($0.id) } ?? .null,
            "priority": campaign.map { .integer($0.priority) } ?? .null,
        ]
    }

    /// The open placement of several vendors with this name.
    func openContest(_ name: String) -> (id: Int64, contest: Contest)? {
        for id in placements.ids where placements[id]?.name == name {
            if let contest = placements[id]?.contest { return (id, contest) }
        }
        return nil
    }

    /// Why a placement of several vendors shows what it shows: how it was
    /// decided, and for each vendor what `explain` says of it alone.
    func explainContest(_ name: String) throws(PersonalizeError) -> JSONObject? {
        let open = openContest(name)
        let bound = configuration.placements[name]
        let ids: [String]
        let contest: Contest
        if let open {
            contest = open.contest
            ids = contest.members.compactMap { placements[$0].map { vendors[$0.vendor].id } }
        } else if let bound, bound.vendors.count > 1 {
            contest = Contest(bound)
            ids = bound.vendors
        } else {
            return nil
        }
        var each: [JSONValue] = []
        for id in ids { each.append(.object(try explain(placement: name, vendor: id))) }
        let winner = contest.winner.flatMap { placements[$0].map { vendors[$0.vendor].id } }
        let chosen = winner.flatMap { ids.firstIndex(of: $0) } ?? 0
        var object = each.indices.contains(chosen) ? each[chosen].object ?? [:] : [:]
        if winner == nil { object["vendor"] = .null }
        object["contest"] = .object(describe(contest))
        object["vendors"] = .array(each)
        return object
    }
}
