import PersonalizeJSON

/// The host's calls about telling.
extension Engine {
    mutating func perform(_ command: ReportingCommand) throws(PersonalizeError) {
        switch command {
        case .charge(let details, let items, let names):
            let positions = try reporting(names)
            reply()
            for vendor in positions {
                report(
                    ReportedEvent(name: "", properties: details, items: items), vendor: vendor)
            }
        case .change(let operations, let names):
            let positions = try reporting(names)
            reply()
            for vendor in positions { change(operations, vendor: vendor) }
        case .locate(let location):
            try check(location)
            reply()
            self.location = location
        case .optOut(let vendor, let optOut):
            let positions = try reporting(vendor.map { [$0] })
            reply()
            for vendor in positions { setOptOut(optOut, vendor: vendor) }
        case .unmute(let vendor):
            let positions = try reporting(vendor.map { [$0] })
            reply()
            for vendor in positions { unmute(vendor) }
        case .clearQueue(let vendor):
            let positions = try positions(ofVendor: vendor)
            reply()
            for vendor in positions { clearQueue(vendor) }
        case .fetchOverlays(let vendor, let key):
            let positions = try reporting(vendor.map { [$0] })
            try requireStart()
            reply()
            for vendor in positions { askForOverlays(vendor: vendor, target: nil, key: key) }
        case .syncTemplates(let vendor, let key):
            let positions = try reporting(vendor.map { [$0] })
            try requireStart()
            reply()
            for vendor in positions { syncTemplates(vendor, key: key) }
        }
    }

    /// The vendors a call means, of those that have profiles: those named, or
    /// all. That there is none is an error.
    private func reporting(_ names: [String]?) throws(PersonalizeError) -> [Int] {
        var positions: [Int] = []
        for name in names ?? [] {
            let position = try position(ofVendor: name)
            guard vendors[position].batching != nil else {
                throw PersonalizeError(
                    .state, "no_profiles", "This vendor keeps no profiles.",
                    hint: "Use personalize_identify and personalize_track with it.", vendor: name)
            }
            if !positions.contains(position) { positions.append(position) }
        }
        if names == nil { positions = vendors.indices.filter { vendors[$0].batching != nil } }
        guard !positions.isEmpty else {
            throw PersonalizeError(
                .state, "no_profiles", "No vendor keeps profiles.",
                hint: "Configure a vendor that does.")
        }
        return positions
    }

    private func check(_ location: Location?) throws(PersonalizeError) {
        guard let location else { return }
        guard (-90...90).contains(location.latitude) else {
            throw PersonalizeError(
                .argument, "out_of_range", "A latitude has to be from -90 to 90.",
                path: "$.latitude")
        }
        guard (-180...180).contains(location.longitude) else {
            throw PersonalizeError(
                .argument, "out_of_range", "A longitude has to be from -180 to 180.",
                path: "$.longitude")
        }
    }

    private mutating func clearQueue(_ vendor: Int) {
        failFetches(vendor, VendorFailure("cleared", "The host dropped what waited."))
        dropPending(vendor, reason: "cleared")
    }

    // MARK: - Templates

    private mutating func syncTemplates(_ vendor: Int, key: String?) {
        guard let batching = vendors[vendor].batching else { return }
        if let failure = obstacle(vendor) {
            return templatesFailed(failure, vendor: vendor, key: key)
        }
        let payload =
            (batching as? any OverlayAdapter)?.templatesPayload(
                vendors[vendor].templates.definitions) ?? [:]
        let context = context(vendor, profile: vendors[vendor].profile)
        switch batching.templatesRequest(payload, context) {
        case .failure(let failure): templatesFailed(failure, vendor: vendor, key: key)
        case .success(let draft):
            _ = send(
                draft, vendor: vendor, purpose: "templates",
                for: .batch(.templates(key: key), vendor: vendor))
        }
    }

    mutating func tookTemplates(_ exchange: Exchange, vendor: Int, key: String?) {
        guard case .response(let response) = exchange else {
            return templatesFailed(failure(of: exchange), vendor: vendor, key: key)
        }
        if let failure = vendors[vendor].batching?.templatesFailure(response) {
            return templatesFailed(failure, vendor: vendor, key: key)
        }
        update("templates.synced", vendor: vendor, key: key)
    }

    mutating func templatesFailed(_ failure: VendorFailure, vendor: Int, key: String?) {
        update("templates.failed", vendor: vendor, key: key, failure.fields)
    }
}
