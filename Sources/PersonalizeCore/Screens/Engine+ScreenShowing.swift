import PersonalizeJSON

/// What the host gets to see of a place: its data, what to draw, and what
/// becomes of it. Everybody who has to do with a place hears of each step, the
/// placement that draws first.
extension Engine {
    /// The placement that draws a place.
    func screenView(_ target: String, _ vendor: Int) -> Int64? {
        vendors[vendor].screens.views[target]?.first
    }

    /// The placements that hear of a place.
    private func audience(of target: String, _ vendor: Int) -> [Int64] {
        [screenView(target, vendor), vendors[vendor].screens.placeholders[target]].compactMap(
            \.self)
    }

    // MARK: Steps

    /// Hands over the data, and goes on to draw what is to be drawn.
    mutating func deliverData(_ target: String, vendor: Int) {
        guard let job = screenJob(target, vendor), let content = job.content else { return }
        let isDrawn = job.isRendered && !content.isData
        changeJob(target, vendor: vendor) {
            $0.stage = isDrawn ? .downloading : .data
            if !isDrawn { $0.due = nil }
        }
        for id in audience(of: target, vendor) where placements[id]?.group == nil {
            tellReceived(id, job, vendor: vendor, isReplayed: false)
        }
        guard isDrawn else { return endLoading(target, vendor: vendor, isReady: false) }
        guard screenView(target, vendor) != nil else {
            return failJob(
                target, vendor: vendor, .noTarget,
                message: "The host has no view for \"\(target)\" on this screen.")
        }
        collectScreenResources(target, vendor: vendor)
    }

    /// Has all there is to draw.
    mutating func drawScreen(_ target: String, vendor: Int) {
        guard let view = screenView(target, vendor) else {
            return failJob(
                target, vendor: vendor, .noTarget,
                message: "The view for \"\(target)\" has gone.")
        }
        let stage: ScreenJob.Stage = placements[view]?.group == nil ? .rendered : .offered
        changeJob(target, vendor: vendor) {
            $0.stage = stage
            $0.due = nil
        }
        guard let job = screenJob(target, vendor) else { return }
        if job.stage == .offered { return offerScreen(view, job) }
        if isCapped(target, vendor: vendor) { return leaveEmpty(target, vendor: vendor) }
        drawAndShow(view, job, target: target, vendor: vendor)
    }

    private mutating func drawAndShow(
        _ view: Int64, _ job: ScreenJob, target: String, vendor: Int
    ) {
        putOnScreen(view, job, vendor: vendor)
        for id in audience(of: target, vendor) {
            tellRendered(id, job, vendor: vendor, isReplayed: false)
        }
        showScreen(target, vendor: vendor)
    }

    /// Has something for a placement that several vendors may fill.
    mutating func offerScreen(_ view: Int64, _ job: ScreenJob) {
        guard let content = job.content else { return }
        let own = Preparation.Content(prepared: content, resources: job.resources)
        placements[view]?.preparations = [
            Preparation(presentation: job.presentation, epoch: job.epoch, stage: .ready(own))
        ]
    }

    /// The placement is this vendor's to fill.
    mutating func drawOffered(_ view: Int64) {
        guard let placement = placements[view] else { return }
        let target = placement.name
        placements[view]?.load = nil
        placements[view]?.preparations = []
        guard let job = screenJob(target, placement.vendor), job.stage == .offered else { return }
        changeJob(target, vendor: placement.vendor) { $0.stage = .rendered }
        guard let job = screenJob(target, placement.vendor) else { return }
        tellReceived(view, job, vendor: placement.vendor, isReplayed: false)
        drawAndShow(view, job, target: target, vendor: placement.vendor)
    }

    /// Whether caps across vendors keep a place empty.
    private func isCapped(_ target: String, vendor: Int) -> Bool {
        crossCapRejection(vendor: vendor, surface: .placement(target)) != nil
    }

    private mutating func leaveEmpty(_ target: String, vendor: Int) {
        emptySlot(target, vendor: vendor, isTold: true)
        tellEmpty(target, vendor: vendor, key: nil)
    }

    /// What is drawn is shown as soon as the customer can see it.
    mutating func showScreen(_ target: String, vendor: Int) {
        guard let job = screenJob(target, vendor), job.stage == .rendered,
            !vendors[vendor].screens.hidden.contains(target),
            let view = screenView(target, vendor)
        else { return }
        changeJob(target, vendor: vendor) { $0.stage = .shown }
        let isFirst =
            vendors[vendor].screens.visit?.viewed[target]?.contains(job.campaign) != true
        if isFirst {
            vendors[vendor].screens.visit?.viewed[target, default: []].append(job.campaign)
        }
        if isFirst, vendors[vendor].screening?.screenPolicy.tracksViews == true {
            trackScreen(.viewed, job.presentation, vendor: vendor)
            countScreenView(job.presentation, vendor: vendor)
        }
        countCrossCap(vendor: vendor, surface: .placement(target))
        update(
            "campaign.shown", vendor: vendor,
            screenFields(target, job, vendor: vendor))
        tellShown(view, job, vendor: vendor, isReplayed: false)
        endLoading(target, vendor: vendor, isReady: true)
    }

    /// Ends a job. It is told once: to everybody, to the place, to the vendor.
    mutating func failJob(
        _ target: String, vendor: Int, _ failure: ScreenFailure, message: String
    ) {
        guard let job = screenJob(target, vendor), !job.isFailed,
            let screening = vendors[vendor].screening
        else { return }
        giveUp(job)
        changeJob(target, vendor: vendor) {
            $0.stage = .failed(failure)
            $0.due = nil
            $0.resources = [:]
        }
        let exception = JSONValue.string(screening.word(for: failure))
        var fields = screenFields(target, job, vendor: vendor)
        fields["reason"] = .string(failure.rawValue)
        fields["exception"] = exception
        fields["message"] = .string(message)
        update("campaign.failed", vendor: vendor, fields)
        for id in audience(of: target, vendor) {
            guard let placement = placements[id] else { continue }
            clear(id)
            placements[id]?.preparations = []
            placements[id]?.problem = Placement.Problem(
                reason: failure.rawValue, message: message, campaign: job.campaign,
                time: now.wall)
            var own = self.fields(placement, id)
            own["campaign"] = .object(describe(job.presentation))
            own["reason"] = .string(failure.rawValue)
            own["exception"] = exception
            own["message"] = .string(message)
            update(
                "placement.failed", vendor: vendor, key: placement.specification.key, own)
        }
        trackScreen(.failed(failure), job.presentation, vendor: vendor)
        endLoading(target, vendor: vendor, isReady: false)
    }

    /// Takes away what a place has, without a word to the vendor.
    mutating func emptySlot(_ target: String, vendor: Int, isTold: Bool) {
        guard let slot = vendors[vendor].screens.slot(target),
            let job = vendors[vendor].screens.slots[slot].job
        else { return }
        giveUp(job)
        vendors[vendor].screens.slots[slot].job = nil
        for id in audience(of: target, vendor) { placements[id]?.preparations = [] }
        for id in audience(of: target, vendor) where placements[id]?.shown != nil {
            clear(id)
            guard isTold, let placement = placements[id] else { continue }
            update(
                "placement.collapsed", vendor: vendor, key: placement.specification.key,
                fields(placement, id))
        }
    }

    private mutating func giveUp(_ job: ScreenJob) {
        switch job.stage {
        case .fetching(let request): giveUp(request)
        case .confirming(let token):
            questions[token] = nil
            rounds[token] = nil
        case .reading(let token), .collecting(let token): readings[token] = nil
        case .downloading, .data, .offered, .rendered, .shown, .failed: break
        }
    }

    // MARK: Words

    /// What everybody who follows campaigns is told.
    func screenFields(_ target: String, _ job: ScreenJob, vendor: Int) -> JSONObject {
        var fields: JSONObject = [
            "placement": .string(target), "campaign": .object(describe(job.presentation)),
        ]
        if job.content != nil {
            fields["data"] = .object(screenData(of: job, vendor: vendor))
        }
        return fields
    }

    private func stepFields(
        _ id: Int64, _ job: ScreenJob, vendor: Int, isReplayed: Bool
    ) -> JSONObject {
        guard let placement = placements[id] else { return [:] }
        var fields = fields(placement, id)
        fields["campaign"] = .object(describe(job.presentation))
        fields["data"] = .object(screenData(of: job, vendor: vendor))
        fields["actions"] = .array((job.content?.actions ?? []).map { .object($0.json) })
        if isReplayed { fields["replayed"] = true }
        return fields
    }

    private mutating func tellReceived(
        _ id: Int64, _ job: ScreenJob, vendor: Int, isReplayed: Bool
    ) {
        guard let placement = placements[id] else { return }
        if placement.kind == .data || job.stage == .data { putOnScreen(id, job, vendor: vendor) }
        update(
            "placement.received", vendor: vendor, key: placement.specification.key,
            stepFields(id, job, vendor: vendor, isReplayed: isReplayed))
    }

    private mutating func tellRendered(
        _ id: Int64, _ job: ScreenJob, vendor: Int, isReplayed: Bool
    ) {
        guard let placement = placements[id] else { return }
        update(
            "placement.rendered", vendor: vendor, key: placement.specification.key,
            stepFields(id, job, vendor: vendor, isReplayed: isReplayed))
    }

    private mutating func tellShown(
        _ id: Int64, _ job: ScreenJob, vendor: Int, isReplayed: Bool
    ) {
        guard let placement = placements[id] else { return }
        var fields = stepFields(id, job, vendor: vendor, isReplayed: isReplayed)
        fields["has_content"] = true
        if let contest = placement.group.flatMap({ placements[$0]?.contest }) {
            fields["contest"] = .object(describe(contest))
        }
        update("placement.shown", vendor: vendor, key: placement.specification.key, fields)
    }

    /// Gives a placement the content that its host draws.
    private mutating func putOnScreen(_ id: Int64, _ job: ScreenJob, vendor: Int) {
        guard let placement = placements[id], let content = job.content else { return }
        let images = content.resources.filter { $0.kind == .image }.map(\.url)
        placements[id]?.shown = Placement.Shown(
            presentation: job.presentation, content: content, images: images, epoch: job.epoch)
        placements[id]?.latest = job.presentation
        placements[id]?.size = nil
        placements[id]?.problem = nil
        let text = JSONValue.object([
            "placement": .string(placement.name), "vendor": .string(vendors[vendor].id),
            "campaign": .object(describe(job.presentation)), "has_content": true,
            "content": .object(content.rendered(resources: job.resources)),
            "data": .object(screenData(of: job, vendor: vendor)),
            "actions": .array(content.actions.map { .object($0.json) }),
        ])
        effects.append(.content(placement: publicID(id), text: text.encoded()))
    }

    /// Tells a placement that came late what has become of its place.
    mutating func replay(_ id: Int64, target: String, vendor: Int) {
        guard let job = screenJob(target, vendor), job.isDelivered, job.stage != .offered,
            job.epoch == customer.epoch, placements[id] != nil
        else { return }
        tellReceived(id, job, vendor: vendor, isReplayed: true)
        guard job.isDrawn else { return }
        if placements[id]?.kind != .data { putOnScreen(id, job, vendor: vendor) }
        tellRendered(id, job, vendor: vendor, isReplayed: true)
        guard job.stage == .shown, placements[id]?.kind != .data else { return }
        tellShown(id, job, vendor: vendor, isReplayed: true)
    }
}
