import PersonalizeJSON

/// Telling a batching vendor: what has to hold before something is accepted,
/// and what follows when it is.
extension Engine {
    /// An event in the host's words.
    mutating func report(
        _ event: ReportedEvent, vendor: Int, refusal: String? = nil, key: String? = nil
    ) {
        guard let batching = vendors[vendor].batching else { return }
        var event = event
        if !event.isOwn {
            let reading = batching.read(event)
            for fault in reading.faults { remark(fault, vendor: vendor) }
            if let fault = reading.refusal {
                vendors[vendor].dispatch.note(fault)
                return refuse(.event(event), because: fault.reason, code: fault.code, vendor)
            }
            event = reading.event
        }
        report(.event(event), vendor: vendor, refusal: refusal, key: key)
    }

    mutating func report(
        _ report: Report, vendor: Int, isForced: Bool = false, refusal: String? = nil,
        key: String? = nil
    ) {
        guard let batching = vendors[vendor].batching else { return }
        if !report.isFetch { visit(vendor, on: report == .launch ? .launch : .event) }
        if let refusal = refusal ?? self.refusal(of: report, vendor, isForced: isForced) {
            let isDiscarded = refusal == Self.discarded
            if isDiscarded {
                vendors[vendor].dispatch.note(
                    ReportFault(513, refusal, "the vendor discards this event"))
            }
            return refuse(
                report, because: refusal, code: isDiscarded ? 513 : nil, vendor, key: key)
        }
        if report == .launch { vendors[vendor].dispatch.isLaunched = true }
        if case .event(let event) = report {
            vendors[vendor].dispatch.sessionMemory = batching.sessionMemory(
                vendors[vendor].dispatch.sessionMemory, after: event)
        }
        let changes = changes(report, batching, vendor: vendor)
        for name in counted(report, changes, batching) { countOccurrence(name, vendor: vendor) }
        enqueue(report, batching, vendor: vendor, key: key)
        evaluate(report, changes, batching, vendor: vendor)
        if hasMatchedOverlays(vendor) { release(vendor) }
    }

    /// An event about what was shown to a customer who has gone: it is told in
    /// their name, as part of their session, and sets nothing off.
    mutating func report(
        _ event: ReportedEvent, of audience: Audience, vendor: Int, refusal: String? = nil,
        key: String? = nil
    ) {
        guard let batching = vendors[vendor].batching else { return }
        let report = Report.event(event)
        let refusal =
            refusal
            ?? self.refusal(of: report, vendor, isForced: false, profile: audience.profile)
        if let refusal { return refuse(report, because: refusal, vendor, key: key) }
        enqueue(report, batching, vendor: vendor, audience: audience, key: key)
    }

    static let discarded = "discarded"

    /// Why it may not be told; nil when it may. The profile is the present one
    /// unless it says otherwise.
    func refusal(
        of report: Report, _ vendor: Int, isForced: Bool, profile: String? = nil
    ) -> String? {
        if vendors[vendor].consent.tracking == .denied { return "consent_denied" }
        if vendors[vendor].isMuted(at: now) { return "muted" }
        if report.isFetch || isForced { return nil }
        let optOut =
            vendors[vendor].profiles[profile ?? vendors[vendor].profile]?.optOut ?? .none
        if optOut.isOptedOut {
            let isSystem =
                if case .event(let event) = report { event.isOwn } else { true }
            if !optOut.allowsSystem || !isSystem { return "opted_out" }
        }
        if case .event(let event) = report,
            vendors[vendor].batching?.isDiscarded(
                event.name, by: vendors[vendor].dispatch.discarded) == true
        {
            return Self.discarded
        }
        return nil
    }

    /// It is counted among what was to be told, and dropped.
    private mutating func refuse(
        _ report: Report, because reason: String, code: Int64? = nil, _ vendor: Int,
        key: String? = nil
    ) {
        vendors[vendor].account.accepted &+= 1
        vendors[vendor].account.drop(reason)
        storeAccount(vendor)
        var fields = Self.fields(report)
        fields["reason"] = .string(reason)
        if let code { fields["code"] = .integer(code) }
        update("event.dropped", vendor: vendor, key: key, fields)
    }

    /// Something was set right or is only remarked: it travels with the next
    /// report, and the host hears of it.
    mutating func remark(_ fault: ReportFault, vendor: Int) {
        vendors[vendor].dispatch.note(fault)
        diagnose(
            vendor: vendor, what: "event", path: nil, reason: fault.reason,
            message: "\(fault.code): \(fault.message)")
    }

    private mutating func enqueue(
        _ report: Report, _ batching: any BatchingAdapter, vendor: Int,
        audience: Audience? = nil, key: String? = nil
    ) {
        let context = ReportContext(
            visit: audience?.visit ?? vendors[vendor].visit, now: now, location: location,
            fault: audience == nil ? vendors[vendor].dispatch.takeFault() : nil)
        let body = batching.encode(report, in: context)
        accept(
            Delivery(purpose: report.purpose, body: body), vendor: vendor, isCustomer: false,
            audience: audience, key: key, fields: Self.fields(report))
        release(vendor, after: report.isFetch ? 0 : batching.batchPolicy.delay)
    }

    /// What the host is told of it.
    private static func fields(_ report: Report) -> JSONObject {
        switch report {
        case .event(let event):
            var fields: JSONObject = [
                "event": .string(event.name), "properties": .object(event.properties),
            ]
            if let items = event.items {
                fields["items"] = .array(items.map(JSONValue.object))
            }
            return fields
        case .profile(let operations):
            return [
                "event": "profile",
                "operations": .array(operations.map { .object($0.json) }),
            ]
        case .launch, .fetch, .followUp: return ["event": .string(report.purpose)]
        }
    }

    // MARK: - Overlays

    /// A field of the profile with its values before and after.
    private struct Change {
        var name: String
        var old: JSONValue?
        var new: JSONValue?
    }

    /// Changes the values that are kept of the profile; what they were and are.
    private mutating func changes(
        _ report: Report, _ batching: any BatchingAdapter, vendor: Int
    ) -> [Change] {
        guard case .profile(let operations) = report else { return [] }
        let id = vendors[vendor].profile
        guard var profile = vendors[vendor].profiles[id] else { return [] }
        var changes: [Change] = []
        for operation in operations {
            let old = profile.values[operation.name]
            let new = operation.applied(to: old)
            profile.values[operation.name] = new
            guard !batching.silentFields.contains(operation.name) else { continue }
            changes.append(Change(name: operation.name, old: old, new: new))
        }
        vendors[vendor].profiles[id] = profile
        storeProfile(id, vendor: vendor)
        return changes
    }

    private func counted(
        _ report: Report, _ changes: [Change], _ batching: any BatchingAdapter
    ) -> [String] {
        switch report {
        case .event(let event): [event.name]
        case .launch: [batching.launchEvent]
        case .profile: changes.map(\.name)
        case .fetch, .followUp: []
        }
    }

    /// The launch is looked at when the vendor has answered to it, or now when
    /// it cannot.
    private mutating func evaluate(
        _ report: Report, _ changes: [Change], _ batching: any BatchingAdapter, vendor: Int
    ) {
        switch report {
        case .event(let event):
            evaluateOverlays(
                occurrence(
                    event.name, event.properties, items: event.items ?? [], vendor: vendor),
                vendor: vendor)
        case .profile:
            evaluateOverlays(
                changes.map {
                    .change(of: $0.name, from: $0.old, to: $0.new, location: location)
                }, vendor: vendor)
        case .launch:
            if isOffline || vendors[vendor].dispatch.isPaused {
                launchAnswered(vendor: vendor, isDelivered: false)
            }
        case .fetch, .followUp: break
        }
    }
}
