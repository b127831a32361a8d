import PersonalizeJSON

/// Which campaigns a carousel takes, and in which order: the rules every
/// placement has, the host's filter, the order by priority and name, the
/// host's order, and the most there may be.
extension Engine {
    /// Begins with what passed the rules.
    mutating func filter(_ eligible: [String], for id: Int64, _ placement: Placement) {
        guard hooks.contains(.carouselFilter) else { return sort(eligible, for: id) }
        let token = ask(.carouselFilter, about: eligible, default: eligible, for: id)
        placements[id]?.load?.stage = .filtering(token: token, eligible)
    }

    private mutating func sort(_ campaigns: [String], for id: Int64) {
        guard let vendor = placements[id]?.vendor else { return }
        let ordered = inOrder(campaigns, vendor: vendor)
        guard hooks.contains(.carouselSort) else { return select(ordered, for: id) }
        let token = ask(.carouselSort, about: campaigns, default: ordered, for: id)
        placements[id]?.load?.stage = .sorting(token: token, campaigns)
    }

    /// Has the host's choice or order. One that makes no sense is reported and
    /// leaves the default.
    mutating func tookSelection(_ answer: JSONObject?, for id: Int64, token: Int64) {
        guard let placement = placements[id] else { return }
        let vendor = placement.vendor
        switch placement.load?.stage {
        case .filtering(token, let eligible):
            let kept = selection(answer, among: eligible, of: .carouselFilter, vendor: vendor)
            let left = Set(kept ?? eligible)
            leave(eligible.filter { !left.contains($0) }, "filtered_by_host", in: id)
            sort(kept ?? eligible, for: id)
        case .sorting(token, let campaigns):
            let order = selection(answer, among: campaigns, of: .carouselSort, vendor: vendor)
            let left = Set(order ?? campaigns)
            leave(campaigns.filter { !left.contains($0) }, "dropped_by_sort", in: id)
            select(order ?? inOrder(campaigns, vendor: vendor), for: id)
        default: break
        }
    }

    private mutating func leave(_ campaigns: [String], _ reason: String, in id: Int64) {
        for campaign in campaigns {
            placements[id]?.excluded[campaign] = Rejection(
                .hook, reason, hint: "A hook of the host left it out.")
        }
    }

    /// Takes over the result.
    private mutating func select(_ ordered: [String], for id: Int64) {
        guard let placement = placements[id] else { return }
        let key = placement.load?.key
        let maximum = placement.options.maximumCount
        let count = maximum > 0 ? min(Int(clamping: maximum), ordered.count) : ordered.count
        for campaign in ordered[count...] {
            placements[id]?.excluded[campaign] = Rejection(
                .count, "beyond_maximum_count", values: ["maximum_count": .integer(maximum)],
                hint: "The carousel takes no more; raise maximum_count or its priority.")
        }
        placements[id]?.carousel?.begin(Array(ordered[..<count]), epoch: customer.epoch)
        guard count > 0 else { return emptied(id, key: key) }
        placements[id]?.load?.stage = .preparing
        changed(id, key: key)
    }

    /// By priority, the highest first; then by name whatever its case, and by
    /// id at last, so that the order is always the same.
    private func inOrder(_ campaigns: [String], vendor: Int) -> [String] {
        let entries: [(campaign: Campaign, name: String)] = campaigns.compactMap { id in
            vendors[vendor].catalog[id].map { ($0.campaign, $0.campaign.name.lowercased()) }
        }
        return entries.sorted { left, right in
            if left.campaign.priority != right.campaign.priority {
                return left.campaign.priority > right.campaign.priority
            }
            return (left.name, left.campaign.id) < (right.name, right.campaign.id)
        }.map(\.campaign.id)
    }

    private mutating func ask(
        _ hook: HookName, about campaigns: [String], default result: [String], for id: Int64
    ) -> Int64 {
        let token = nextID()
        guard let placement = placements[id] else { return token }
        questions[token] = .selection(placement: id)
        var question = fields(placement, id)
        question["vendor"] = .string(vendors[placement.vendor].id)
        question["campaigns"] = .array(campaigns.map { .object(describe($0, in: placement)) })
        question["default"] = .array(result.map(JSONValue.string))
        if hook == .carouselFilter {
            question["expired"] = .array(expired(placement).map { .object($0) })
        }
        effects.append(.ask(HookQuestion(token: token, hook: hook, question: question)))
        return token
    }

    /// Campaigns whose answer had grown too old, with whether a new one came.
    private func expired(_ placement: Placement) -> [JSONObject] {
        let vendor = placement.vendor
        let known = Set(placement.load?.expired ?? [])
        return vendors[vendor].catalog.candidates(for: placement.name).compactMap { id in
            guard let campaign = vendors[vendor].catalog[id]?.campaign else { return nil }
            let isAnswered = placement.load?.answered.contains(id) == true
            let rejection = Eligibility.freshness(
                campaign, vendors[vendor].catalog.personalization(of: id), at: now)
            let isExpired = !isAnswered && rejection?.reason == "expired"
            guard isExpired || known.contains(id) else { return nil }
            var object = describe(id, in: placement)
            object["renewed"] = .bool(!isExpired)
            return object
        }
    }

    /// A campaign that has not been shown yet, as the host sees it. `tag` is a
    /// number of its own that stays the same.
    func describe(_ campaign: String, in placement: Placement) -> JSONObject {
        guard
            let presentation = presentation(
                of: campaign, vendor: placement.vendor, placement: placement.name)
        else { return ["id": .string(campaign)] }
        var object = describe(presentation)
        object["tag"] = .integer(Catalog.digest(Array(campaign.utf8)) & 0x7FFF_FFFF)
        return object
    }

    /// What the host chose; nil for the default.
    private mutating func selection(
        _ answer: JSONObject?, among campaigns: [String], of hook: HookName, vendor: Int
    ) -> [String]? {
        guard let value = answer?["campaigns"] else { return nil }
        let ids = value.array?.compactMap(\.string)
        guard let ids, ids.count == value.array?.count else {
            misanswered(hook, "\"campaigns\" is not an array of ids.", vendor: vendor)
            return nil
        }
        let known = Set(campaigns)
        var seen: Set<String> = []
        for id in ids {
            guard known.contains(id), seen.insert(id).inserted else {
                let fault = known.contains(id) ? "occurs twice" : "was not among those asked about"
                misanswered(hook, "The campaign \(id) \(fault).", vendor: vendor)
                return nil
            }
        }
        return ids
    }

    private mutating func misanswered(_ hook: HookName, _ message: String, vendor: Int) {
        diagnose(
            vendor: vendor, what: "hook", path: nil, reason: "hook_answer_unusable",
            message: "\(hook.rawValue): \(message) The default holds.")
    }
}
