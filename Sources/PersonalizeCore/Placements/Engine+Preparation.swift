import PersonalizeJSON

/// Bringing a campaign's content about, for every kind of placement.
extension Engine {
    /// Begins with a campaign as it is now. Whatever is fetched, or whoever
    /// logs in, afterwards, it goes on under the terms of this moment.
    mutating func beginPreparation(_ campaign: String, placement id: Int64) {
        guard let placement = placements[id],
            let presentation = presentation(
                of: campaign, vendor: placement.vendor, placement: placement.name)
        else { return }
        let vendor = placement.vendor
        let space: Space =
            presentation.personalization?.hasContent == true ? .personalization : .campaign
        let token = load([vendors[vendor].key(space, campaign)], for: .content(placement: id))
        placements[id]?.preparations.removeAll { $0.campaign == campaign }
        placements[id]?.preparations.append(
            Preparation(
                presentation: presentation, epoch: customer.epoch, stage: .reading(token: token)))
    }

    /// A campaign as it stands now; nil when there is none with the id.
    func presentation(of campaign: String, vendor: Int, placement: String) -> Presentation? {
        guard let entry = vendors[vendor].catalog[campaign] else { return nil }
        return Presentation(
            vendor: vendors[vendor].id, placement: placement, campaign: entry.campaign,
            personalization: vendors[vendor].catalog.personalization(of: campaign),
            identity: identity(vendor))
    }

    /// Has the content: makes it fit to draw.
    mutating func prepare(_ record: LoadedRecord?, placement id: Int64, token: Int64) {
        guard let placement = placements[id],
            let index = placement.preparations.firstIndex(where: {
                if case .reading(token) = $0.stage { true } else { false }
            })
        else { return }
        let vendor = placement.vendor
        let presentation = placement.preparations[index].presentation
        let prepared = prepared(record?.body, presentation, vendor: vendor)
        switch prepared {
        case .failure(let failure):
            exclude(
                id, presentation,
                Rejection(
                    .content, failure.reason, values: ["message": .string(failure.message)],
                    hint: "The campaign's content cannot be drawn; correct it."),
                message: failure.message)
        case .success(let prepared):
            var content = Preparation.Content(prepared: prepared)
            content.missing = prepared.isEmpty ? [] : prepared.resources.map(\.url)
            tell(prepared.notes, of: presentation, vendor: vendor)
            guard !content.missing.isEmpty else {
                return confirmOrFinish(id, presentation, content)
            }
            let keys = content.missing.map { vendors[vendor].key(.resource, $0) }
            let token = load(keys, for: .resources(placement: id))
            setStage(.collecting(token: token, content), of: presentation.campaign.id, in: id)
        }
    }

    /// Made fit to draw, or as it was made of the same bytes before.
    private mutating func prepared(
        _ body: [UInt8]?, _ presentation: Presentation, vendor: Int
    ) -> Result<any PreparedContent, ContentFailure> {
        let campaign = presentation.campaign
        if let body,
            let known = preparedContents.content(
                of: campaign, vendor: presentation.vendor, body: body)
        {
            return .success(known)
        }
        guard let placing = vendors[vendor].placing else {
            return .failure(
                ContentFailure("no_placements", "This vendor has no campaigns for placements."))
        }
        var random = random
        defer { self.random = random }
        do throws(ContentFailure) {
            let content = try placing.prepare(body, of: campaign, makeID: { random.uuid() })
            if let body {
                preparedContents.insert(
                    content, of: campaign, vendor: presentation.vendor, body: body)
            }
            return .success(content)
        } catch {
            return .failure(error)
        }
    }

    mutating func setStage(_ stage: Preparation.Stage, of campaign: String, in id: Int64) {
        guard
            let index = placements[id]?.preparations.firstIndex(where: { $0.campaign == campaign })
        else { return }
        placements[id]?.preparations[index].stage = stage
    }

    /// Asks the host whether it may be shown, if the host wants to be asked.
    mutating func confirmOrFinish(
        _ id: Int64, _ presentation: Presentation, _ content: Preparation.Content
    ) {
        let campaign = presentation.campaign.id
        guard hooks.contains(.campaignPrepared), let placement = placements[id] else {
            setStage(.ready(content), of: campaign, in: id)
            return finishPreparation(of: campaign, in: id)
        }
        let token = nextID()
        questions[token] = .prepared(placement: id)
        setStage(.confirming(token: token, content), of: campaign, in: id)
        var question = fields(placement, id)
        question["vendor"] = .string(presentation.vendor)
        question["campaign"] = .object(describe(presentation))
        question["actions"] = .array(content.prepared.actions.map { .object($0.json) })
        effects.append(
            .ask(HookQuestion(token: token, hook: .campaignPrepared, question: question)))
    }

    /// Has the host's word. One that comes for a load that has since begun
    /// anew is of no use; that load asks again.
    mutating func confirm(_ id: Int64, token: Int64, isRefused: Bool) {
        for preparation in placements[id]?.preparations ?? [] {
            guard case .confirming(token, let content) = preparation.stage else { continue }
            guard isRefused else {
                setStage(.ready(content), of: preparation.campaign, in: id)
                return finishPreparation(of: preparation.campaign, in: id)
            }
            return leaveOut(
                preparation.campaign,
                Rejection(
                    .hook, "refused_by_host",
                    hint: "The host's hook campaign_prepared turned it down."), in: id)
        }
    }

    /// Leaves a candidate out and tells of it once.
    mutating func exclude(
        _ id: Int64, _ presentation: Presentation, _ rejection: Rejection, message: String
    ) {
        leaveOut(presentation.campaign.id, rejection, in: id)
        fail(
            id, presentation: presentation, reason: rejection.reason, message: message,
            key: placements[id]?.load?.key)
    }

    /// Leaves a candidate out, and lets the others have their turn.
    mutating func leaveOut(_ campaign: String, _ rejection: Rejection, in id: Int64) {
        placements[id]?.preparations.removeAll { $0.campaign == campaign }
        placements[id]?.excluded[campaign] = rejection
        if placements[id]?.carousel != nil {
            drop(campaign, from: id)
        } else {
            placements[id]?.load?.stage = .waiting
        }
    }

    /// Has everything the content needs. A cell keeps it until it is asked
    /// for; a carousel until its turn has come.
    private mutating func finishPreparation(of campaign: String, in id: Int64) {
        guard let placement = placements[id],
            let preparation = placement.preparations.first(where: { $0.campaign == campaign }),
            let content = preparation.content
        else { return }
        switch placement.kind {
        // Shown only when it has won; see `settleContest`.
        case .static where placement.group != nil: break
        case .static: if !leftOut(for: preparation, in: id) { show(id, preparation, content) }
        case .data: if !leftOut(for: preparation, in: id) { handOver(id, preparation, content) }
        case .cell: offer(id)
        case .carousel: break
        }
    }

    /// Begins every load anew that has not shown anything yet: what it was
    /// about to show was meant for somebody else.
    mutating func restartLoads() {
        for id in placements.ids {
            guard let placement = placements[id] else { continue }
            placements[id]?.contest?.round?.due = nil
            placements[id]?.contest?.round?.reported = nil
            if let load = placement.load {
                beginLoad(id, key: load.key, isForced: load.isForced)
            } else if placement.kind == .cell, !placement.preparations.isEmpty {
                beginLoad(id, key: placement.specification.key, isForced: false)
            } else {
                placements[id]?.preparations = []
            }
        }
    }
}
