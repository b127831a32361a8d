import PersonalizeJSON

/// Asking for what an answer announced. Nothing of it is stored, and nothing
/// is tried again: what counts comes with the next answer.
extension Engine {
    mutating func queueFollowUps(_ items: [JSONObject], vendor: Int) {
        guard vendors[vendor].dispatch.followUps.count < Dispatch.maximumFollowUps else {
            return
        }
        vendors[vendor].dispatch.followUps.append(items)
    }

    /// Sends those that may go.
    mutating func sendFollowUps(_ vendor: Int) {
        guard let batching = vendors[vendor].batching,
            !vendors[vendor].dispatch.followUps.isEmpty, !isOffline,
            !vendors[vendor].dispatch.isPaused, !vendors[vendor].isMuted(at: now),
            vendors[vendor].consent.tracking == .granted
        else { return }
        while vendors[vendor].dispatch.followUpsUnderWay < batching.batchPolicy.maximumFollowUps,
            !vendors[vendor].dispatch.followUps.isEmpty
        {
            let items = vendors[vendor].dispatch.followUps.removeFirst()
            let profile = vendors[vendor].profile
            let reporting = ReportContext(
                visit: vendors[vendor].visit, now: now, location: location)
            let draft = batching.followUpRequest(
                items.map { batching.encode(.followUp($0), in: reporting) },
                context(vendor, profile: profile))
            _ = send(
                draft, vendor: vendor, purpose: "follow_up",
                for: .batch(.followUp(profile: profile), vendor: vendor))
            vendors[vendor].dispatch.followUpsUnderWay += 1
        }
    }

    mutating func tookFollowUp(_ exchange: Exchange, vendor: Int, profile: String) {
        vendors[vendor].dispatch.followUpsUnderWay -= 1
        guard let batching = vendors[vendor].batching else { return }
        guard case .response(let response) = exchange else {
            let failure = failure(of: exchange)
            effects.append(
                .log(
                    LogLine(.warning, "Follow-up content failed: \(failure.message)"),
                    vendor: vendors[vendor].id))
            return
        }
        let answer = batching.readBatch(
            response, context(vendor, profile: profile), isFollowUp: true)
        for line in answer.lines { effects.append(.log(line, vendor: vendors[vendor].id)) }
        guard answer.outcome == .delivered else { return }
        diagnose(vendor: vendor, answer.diagnostics)
        _ = take(answer, vendor: vendor, profile: profile)
    }

    /// The customer they were for is gone, or may not be asked for any more.
    mutating func cancelFollowUps(_ vendor: Int) {
        vendors[vendor].dispatch.followUps = []
        cancel { exchanging in
            if case .batch(.followUp, vendor) = exchanging { true } else { false }
        }
        vendors[vendor].dispatch.followUpsUnderWay = 0
    }
}
