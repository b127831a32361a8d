import PersonalizeJSON

/// Placements that several vendors may fill. Looked at after each command,
/// when every member has gone as far as it can.
extension Engine {
    /// Begins a round.
    ///
    /// - Parameter keepsWarm: whether what other vendors have ready, and may
    ///   still be shown, is taken as it is.
    mutating func beginContest(
        _ id: Int64, key: String?, isForced: Bool, keepsWarm: Bool
    ) {
        guard let contest = placements[id]?.contest else { return }
        for member in contest.members {
            if keepsWarm, isWarm(member) {
                placements[member]?.load = Placement.Load(key: key, isForced: false)
                placements[member]?.load?.stage = .preparing
            } else {
                beginLoad(member, key: key, isForced: isForced)
            }
        }
        placements[id]?.contest?.round = Contest.Round(key: key)
    }

    /// Whether a member has something that may be shown as it is.
    private func isWarm(_ member: Int64) -> Bool {
        guard let placement = placements[member],
            let preparation = placement.preparations.first, preparation.content != nil,
            isCurrent(preparation.presentation, epoch: preparation.epoch)
        else { return false }
        let campaign = preparation.presentation.campaign
        let vendor = placement.vendor
        return vendors[vendor].catalog[campaign.id]?.campaign == campaign
            && placement.shown?.presentation.campaign.id != campaign.id
            && Eligibility.schedule(campaign, at: now) == nil
            && frequencyRejection(of: campaign, vendor: vendor) == nil
            && crossCapRejection(vendor: vendor, surface: .placement(placement.name)) == nil
            && Eligibility.consent(campaign, vendors[vendor].consent.personalization) == nil
    }

    /// How far a member is in the present round.
    func standing(ofMember id: Int64) -> Contest.Standing {
        guard let placement = placements[id], let load = placement.load else { return .ended }
        if let preparation = placement.preparations.first, preparation.content != nil {
            return .ready(priority: preparation.presentation.campaign.priority)
        }
        let isHopeless =
            load.stage == .waiting && load.isReported
            && !vendors[placement.vendor].definitions.isKnown
        return isHopeless ? .ended : .loading
    }

    mutating func settleContest(_ id: Int64) {
        guard let group = placements[id], let contest = group.contest else { return }
        guard contest.round != nil else { return rest(contest) }
        guard group.isAttached else { return }
        if contest.round?.due == nil {
            placements[id]?.contest?.round?.due = now.monotonic &+ contest.timeout
        }
        // Each turn leaves out one candidate that may not be shown any more.
        while let contest = placements[id]?.contest, let round = contest.round {
            let standings = contest.members.map { standing(ofMember: $0) }
            let isLate = (round.due ?? .max) <= now.monotonic
            switch Contest.decide(standings, contest.policy, isLate: isLate) {
            case .wait:
                if isLate, contest.winner == nil { reportNothing(id, reason: "timed_out") }
                return
            case .nothing: return lose(id)
            case .won(let position, let verdict):
                if win(id, contest.members[position], verdict) { return }
            }
        }
    }

    /// Shows the member that won; whether it could be shown.
    private mutating func win(_ id: Int64, _ member: Int64, _ verdict: Contest.Verdict) -> Bool {
        guard let preparation = placements[member]?.preparations.first,
            let content = preparation.content
        else { return true }
        if leftOut(for: preparation, in: member) {
            advance(member)
            return false
        }
        if let former = placements[id]?.contest?.winner, former != member { clear(former) }
        placements[id]?.contest?.round = nil
        placements[id]?.contest?.winner = member
        placements[id]?.contest?.last = member
        placements[id]?.contest?.verdict = verdict
        show(member, preparation, content)
        return true
    }

    /// Nobody has anything: what was on show goes. Vendors whose campaigns are
    /// not known yet go on.
    private mutating func lose(_ id: Int64) {
        guard let contest = placements[id]?.contest else { return }
        if let former = contest.winner { clear(former) }
        placements[id]?.contest?.winner = nil
        placements[id]?.contest?.verdict = nil
        let isAnyWaiting = contest.members.contains { placements[$0]?.load != nil }
        let isAllWaiting = contest.members.allSatisfy { placements[$0]?.load != nil }
        let unknown = isOffline ? "offline" : "definitions_unavailable"
        reportNothing(id, reason: isAllWaiting ? unknown : "no_eligible_campaign")
        if !isAnyWaiting { placements[id]?.contest?.round = nil }
    }

    private mutating func reportNothing(_ id: Int64, reason: String) {
        guard let round = placements[id]?.contest?.round, round.reported != reason else { return }
        placements[id]?.contest?.round?.reported = reason
        empty(id, reason: reason, key: round.key)
    }

    /// What the others have ready stays, in case the winner goes.
    private mutating func rest(_ contest: Contest) {
        for member in contest.members where placements[member]?.load != nil {
            if standing(ofMember: member).isReady { placements[member]?.load = nil }
        }
    }

    /// The winner's content could not be drawn, so the others have their turn.
    mutating func replaceWinner(_ member: Int64, reason: Rejection) {
        guard let placement = placements[member], let id = placement.group,
            let campaign = placement.shown?.presentation.campaign.id
        else { return }
        beginContest(id, key: placement.specification.key, isForced: false, keepsWarm: true)
        placements[member]?.excluded[campaign] = reason
    }

    func contestDeadline(_ id: Int64) -> Int64? {
        guard let due = placements[id]?.contest?.round?.due, due > now.monotonic else {
            return nil
        }
        return due
    }
}
