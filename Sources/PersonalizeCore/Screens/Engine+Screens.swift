import PersonalizeJSON

/// Coming to screens, and what happens on them.
///
/// A visit is an epoch: whatever is on its way when the next one begins is
/// dropped without a word. Nothing is evaluated at once but at the end of the
/// host's turn, so that the order of its calls within one does not matter.
extension Engine {
    mutating func screen(_ name: String, data: JSONObject) {
        reply()
        for vendor in vendors.indices where vendors[vendor].screening != nil {
            leaveScreen(vendor)
            vendors[vendor].screens.visit = ScreenVisit(name: name, data: data)
            vendors[vendor].screens.occasions = [.arrival]
            update("screen.changed", vendor: vendor, ["screen": .string(name)])
        }
    }

    mutating func setScreenData(_ data: JSONObject) {
        reply()
        for vendor in vendors.indices { vendors[vendor].screens.visit?.data = data }
    }

    /// An event of the host's own. It counts for the visit it happens in.
    mutating func noteScreenEvent(_ event: ScreenEvent, vendor: Int) {
        guard vendors[vendor].screens.visit != nil else { return }
        vendors[vendor].screens.occasions.append(.event(event))
    }

    private mutating func leaveScreen(_ vendor: Int) {
        for target in vendors[vendor].screens.slots.map(\.place.target) {
            emptySlot(target, vendor: vendor, isTold: true)
        }
        vendors[vendor].screens.slots = []
        contendAgain(vendor)
        guard vendors[vendor].screening?.screenPolicy.unregistersOnScreen == true else { return }
        let placeholders = vendors[vendor].screens.placeholders
        vendors[vendor].screens.placeholders = [:]
        for target in placeholders.keys.sorted() {
            if let id = placeholders[target] { unregistered(id, reason: "screen_changed") }
        }
    }

    /// Placements that several vendors may fill are decided anew, unless
    /// another vendor fills them.
    private mutating func contendAgain(_ vendor: Int) {
        for id in placements.ids {
            guard let contest = placements[id]?.contest, contest.round == nil,
                let member = contest.members.first(where: { placements[$0]?.vendor == vendor }),
                contest.winner == nil || contest.winner == member,
                let placement = placements[id], !placement.specification.isDeferred
            else { continue }
            placements[id]?.contest?.winner = nil
            beginContest(
                id, key: placement.specification.key, isForced: false, keepsWarm: true)
        }
    }

    /// Evaluates what has happened, and ends what took too long.
    mutating func advanceScreens(_ vendor: Int) {
        guard vendors[vendor].screening != nil, isTurn else { return }
        endOverdueJobs(vendor)
        while mayEvaluateScreen(vendor) {
            let occasion = vendors[vendor].screens.occasions.removeFirst()
            evaluateScreen(occasion, vendor: vendor)
        }
    }

    /// Whether what has happened can be evaluated: not while the first list of
    /// campaigns is on its way.
    private func mayEvaluateScreen(_ vendor: Int) -> Bool {
        let state = vendors[vendor]
        return isStarted && !state.screens.occasions.isEmpty
            && (state.definitions.isKnown || state.definitions.request == nil)
    }

    private mutating func endOverdueJobs(_ vendor: Int) {
        for slot in vendors[vendor].screens.slots {
            guard let job = slot.job, let due = job.due, due <= now.monotonic else { continue }
            failJob(
                slot.place.target, vendor: vendor, .timeout,
                message: "It was not on show within \(Self.timeout(of: job)) ms.")
        }
    }

    static func timeout(of job: ScreenJob) -> Int64 {
        job.presentation.campaign.screen?.timeout ?? 0
    }

    func screensDeadline(_ vendor: Vendor) -> Int64? {
        guard vendor.screening != nil else { return nil }
        let isWaiting =
            !vendor.screens.occasions.isEmpty
            && (vendor.definitions.isKnown || vendor.definitions.request == nil)
        let due = vendor.screens.slots.compactMap { $0.job?.due }.min()
        return isWaiting ? now.monotonic : due
    }

    /// Drops what was on its way to another customer. What is on show stays
    /// until the next evaluation.
    mutating func forgetScreenCustomer(_ vendor: Int) {
        guard vendors[vendor].screening != nil else { return }
        for slot in vendors[vendor].screens.slots {
            guard let job = slot.job,
                job.isUnderWay || job.stage == .rendered || job.stage == .offered
            else { continue }
            emptySlot(slot.place.target, vendor: vendor, isTold: true)
        }
        vendors[vendor].screens.visit?.exposures = []
        guard !vendors[vendor].screens.segments.isEmpty else { return }
        vendors[vendor].screens.segments = []
        store(.remove(vendors[vendor].key(.document, "audience")))
    }

    /// Begins anew with what was under way when the storage failed.
    mutating func restartScreens(_ vendor: Int) {
        for slot in vendors[vendor].screens.slots {
            guard let job = slot.job, job.isUnderWay else { continue }
            startJob(job.presentation, target: slot.place.target, vendor: vendor)
        }
    }

    /// Puts one of the vendor's own documents back.
    mutating func restoreScreens(_ key: String, _ object: JSONObject, vendor: Int) {
        guard vendors[vendor].screening != nil else { return }
        switch key {
        case "screens": vendors[vendor].screens.plan = ScreenPlan(json: object)
        case "audience":
            vendors[vendor].screens.segments =
                (object["segments"]?.array ?? []).compactMap(\.string)
        default:
            guard key.hasPrefix(Self.peoplePrefix) else { return }
            let digest = String(key.dropFirst(Self.peoplePrefix.count))
            vendors[vendor].screens.people[digest] = ScreenPerson(json: object)
        }
    }
}
