import PersonalizeJSON

extension Engine {
    /// What is known of a category; has it fetched unless that is fresh.
    mutating func segments(
        vendor id: String?, category: String, force: Bool, key: String?
    ) throws(PersonalizeError) {
        let (vendor, segmentation) = try segmentation(ofVendor: id)
        guard segmentation.categories.contains(category) else {
            throw PersonalizeError(
                .notFound, "unknown_category", "There is no category \"\(category)\".",
                path: "$.category",
                hint: "Categories: \(segmentation.categories.joined(separator: ", ")).",
                vendor: vendors[vendor].id)
        }
        let segments = vendors[vendor].segments
        let isFresh =
            !force && segments.isFresh(at: now.monotonic, lifetime: segmentation.lifetime)
        reply([
            "vendor": .string(vendors[vendor].id), "category": .string(category),
            "segments": segments.lists.map { Segments.json($0[category] ?? []) } ?? .null,
            "fresh": .bool(isFresh),
        ])
        guard !isFresh else { return }
        vendors[vendor].segments.waiting.append(.init(category: category, key: key))
    }

    private func segmentation(
        ofVendor id: String?
    ) throws(PersonalizeError) -> (Int, any Segmentation) {
        let position =
            if let id {
                try position(ofVendor: id)
            } else {
                vendors.firstIndex { $0.adapter.segmentation != nil } ?? vendors.count
            }
        guard position < vendors.count, let segmentation = vendors[position].adapter.segmentation
        else {
            throw PersonalizeError(
                .state, "no_segments", "No segments can be had.",
                hint: "Name a vendor instance that has segments.", vendor: id)
        }
        return (position, segmentation)
    }

    // MARK: - When to look

    mutating func startSegments(_ vendor: Int) {
        guard isObserving(vendor) else { return }
        vendors[vendor].segments.checkAt = now.monotonic
    }

    /// Something was told to the vendor that may change the segments. Each such
    /// thing puts the look off again, so that many lead to one; not one that is
    /// due already and waits for the vendor to know the customer.
    mutating func checkSegmentsSoon(_ vendor: Int) {
        guard isObserving(vendor), let segmentation = vendors[vendor].adapter.segmentation else {
            return
        }
        if let due = vendors[vendor].segments.checkAt, due <= now.monotonic { return }
        vendors[vendor].segments.checkAt = now.monotonic &+ segmentation.checkDelay
    }

    private func isObserving(_ vendor: Int) -> Bool {
        vendors[vendor].adapter.segmentation?.observed.isEmpty == false
    }

    /// The customer changes: what is known was the last one's. Who waits goes on
    /// waiting, for the new one's.
    mutating func forgetSegments(_ vendor: Int) {
        vendors[vendor].segments.request = nil
        vendors[vendor].segments.linkedEpoch = nil
        vendors[vendor].segments.fetchedAt = nil
        guard vendors[vendor].segments.lists != nil else { return }
        vendors[vendor].segments.lists = nil
        storeSegments(vendor)
    }

    /// The monotonic millisecond at which `advanceSegments` has something to do.
    func segmentsDeadline(_ vendor: Vendor) -> Int64? {
        guard !isOffline, let moment = vendor.segments.checkAt, moment > now.monotonic else {
            return nil
        }
        return moment
    }

    /// Asks the vendor, if anybody wants to know and it can be asked.
    mutating func advanceSegments(_ vendor: Int) {
        guard let segmentation = vendors[vendor].adapter.segmentation,
            vendors[vendor].segments.request == nil
        else { return }
        let isDue = vendors[vendor].segments.checkAt.map { $0 <= now.monotonic } ?? false
        let isWanted = !vendors[vendor].segments.waiting.isEmpty
        guard isDue || isWanted else { return }
        guard vendors[vendor].consent.personalization == .granted else {
            vendors[vendor].segments.checkAt = nil
            return failSegments(
                vendor,
                VendorFailure("consent", "There is no consent to ask what the customer is to see."))
        }
        guard !isOffline else {
            return failSegments(vendor, VendorFailure("offline", "The engine is offline."))
        }
        guard !awaitsCustomer(vendor) else { return }
        vendors[vendor].segments.checkAt = nil
        let identity = identity(vendor)
        guard vendors[vendor].segments.linkedEpoch != customer.epoch,
            let draft = segmentation.linkRequest(identity: identity)
        else { return fetchSegments(vendor, segmentation) }
        vendors[vendor].segments.request = send(
            draft, vendor: vendor, purpose: "link_ids",
            for: .link(vendor: vendor, epoch: customer.epoch))
    }

    private mutating func fetchSegments(_ vendor: Int, _ segmentation: any Segmentation) {
        vendors[vendor].segments.request = send(
            segmentation.segmentsRequest(identity: identity(vendor)), vendor: vendor,
            purpose: "segments", for: .segments(vendor: vendor, epoch: customer.epoch))
    }

    // MARK: - Answers

    mutating func tookLink(_ exchange: Exchange, vendor: Int, epoch: Int64) {
        vendors[vendor].segments.request = nil
        guard let segmentation = vendors[vendor].adapter.segmentation, epoch == customer.epoch
        else { return }
        let result = response(of: exchange).flatMap { response in
            segmentation.linkFailure(response).map(Result.failure) ?? .success(())
        }
        switch result {
        case .failure(let failure): failedToFetchSegments(vendor, failure)
        case .success:
            vendors[vendor].segments.linkedEpoch = epoch
            guard !isOffline else { return }
            fetchSegments(vendor, segmentation)
        }
    }

    mutating func tookSegments(_ exchange: Exchange, vendor: Int, epoch: Int64) {
        vendors[vendor].segments.request = nil
        guard let segmentation = vendors[vendor].adapter.segmentation, epoch == customer.epoch
        else { return }
        switch response(of: exchange).flatMap(segmentation.readSegments) {
        case .failure(let failure): failedToFetchSegments(vendor, failure)
        case .success(let reading):
            diagnose(vendor: vendor, reading.diagnostics)
            take(reading.segments, vendor: vendor, segmentation)
        }
    }

    private mutating func take(
        _ lists: [String: [Segment]], vendor: Int, _ segmentation: any Segmentation
    ) {
        let isFirst = vendors[vendor].segments.fetchedAt == nil
        let before = vendors[vendor].segments
        let waiting = before.waiting
        vendors[vendor].segments.lists = lists
        vendors[vendor].segments.fetchedAt = now.monotonic
        vendors[vendor].segments.failures = 0
        vendors[vendor].segments.waiting = []
        for category in segmentation.categories {
            vendors[vendor].segments.told[category] = Segments.digest(lists[category] ?? [])
        }
        if before.lists != lists || before.told != vendors[vendor].segments.told {
            storeSegments(vendor)
        }
        for observed in segmentation.observed {
            let category = observed.category
            let known = before.told[category]
            let isChanged = known != nil && known != vendors[vendor].segments.told[category]
            guard isChanged || isFirst && observed.includesFirstLoad else { continue }
            update(
                "segments.changed", vendor: vendor,
                [
                    "category": .string(category),
                    "segments": Segments.json(lists[category] ?? []),
                ])
        }
        for asked in waiting {
            update(
                "segments.fetched", vendor: vendor, key: asked.key,
                [
                    "category": .string(asked.category),
                    "segments": Segments.json(lists[asked.category] ?? []),
                ])
        }
    }

    /// What nobody asked for is tried again by itself.
    private mutating func failedToFetchSegments(_ vendor: Int, _ failure: VendorFailure) {
        if isObserving(vendor) {
            vendors[vendor].segments.failures &+= 1
            let delay = BackOff.delay(
                failures: vendors[vendor].segments.failures, base: configuration.backOffBase,
                ceiling: configuration.backOffCeiling, random: &random)
            vendors[vendor].segments.checkAt = now.monotonic &+ max(delay, 1)
        }
        log(.fetchFailed(what: "segments", message: failure.message), vendor: vendor)
        failSegments(vendor, failure)
    }

    /// Tells everyone who waits that there is no answer.
    mutating func failSegments(_ vendor: Int, _ failure: VendorFailure) {
        let waiting = vendors[vendor].segments.waiting
        vendors[vendor].segments.waiting = []
        for asked in waiting {
            update(
                "segments.failed", vendor: vendor, key: asked.key,
                [
                    "category": .string(asked.category), "reason": .string(failure.reason),
                    "message": .string(failure.message),
                    "status": failure.status.map { .integer(Int64($0)) } ?? .null,
                ])
        }
    }

    private mutating func storeSegments(_ vendor: Int) {
        storeDocument("segments", vendor: vendor, vendors[vendor].segments.json)
    }

    mutating func restoreSegments(_ object: JSONObject, vendor: Int) {
        vendors[vendor].segments = Segments(json: object)
    }
}
