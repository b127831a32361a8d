import PersonalizeJSON

extension Engine {
    /// Takes over what the store holds. Whatever cannot be read is left out
    /// and reported: an engine always opens.
    ///
    /// After a commit that failed the same call brings the engine back to what
    /// is stored; open placements stay, and what they wait for starts over.
    mutating func restore(_ headers: [StoredHeader]) {
        let before = vendors
        let reads = pendingReads
        forget()
        var catalogs: [[Catalog.Entry]] = vendors.map { _ in [] }
        var messages: [[Message]] = vendors.map { _ in [] }
        var inboxes: [JSONObject?] = vendors.map { _ in nil }
        var overlays: [QueuedOverlay] = []
        for stored in headers {
            guard let object = (try? JSONValue.parse(stored.header))?.object else {
                diagnose(
                    vendor: nil, what: "record", path: nil, reason: "record_unreadable",
                    message: "A stored \(stored.key.space.rawValue) could not be read.")
                continue
            }
            guard !stored.key.vendor.isEmpty else {
                restoreShared(stored.key, object)
                continue
            }
            // Kept in storage, for the day the vendor is configured again.
            guard let vendor = vendors.firstIndex(where: { $0.id == stored.key.vendor }) else {
                continue
            }
            if stored.key.space == .message {
                if let message = Message(id: stored.key.key, header: object) {
                    messages[vendor].append(message)
                }
            } else if stored.key.space == .overlay {
                if let entry = QueuedOverlay(key: stored.key.key, vendor: vendor, json: object) {
                    overlays.append(entry)
                }
            } else if stored.key.space == .document, stored.key.key == "inbox" {
                inboxes[vendor] = object
            } else if stored.key.space == .campaign {
                if let campaign = Campaign(id: stored.key.key, json: object) {
                    catalogs[vendor].append(
                        Catalog.Entry(
                            campaign: campaign, digest: object["digest"]?.integer ?? 0,
                            hasBody: object["has_body"]?.bool ?? false))
                }
            } else {
                restoreOwn(stored.key, object, vendor: vendor)
            }
        }
        for vendor in vendors.indices {
            vendors[vendor].catalog.replace(catalogs[vendor])
            if vendors[vendor].anonymousID.isEmpty {
                vendors[vendor].anonymousID = random.uuid()
                storeDocument(
                    "identity", vendor: vendor,
                    ["anonymous_id": .string(vendors[vendor].anonymousID)])
            }
        }
        for vendor in vendors.indices { restoreProfiles(vendor) }
        restoreInboxes(messages, inboxes)
        finishOverlays()
        restartInboxes(before, reads)
        restoreDisplay(overlays)
        for vendor in vendors.indices { restartScreens(vendor) }
        if customer.deviceID.isEmpty {
            customer.deviceID = random.uuid()
            storeCustomer()
        }
        restoreTokens()
    }

    mutating func storeCustomer() {
        storeDocument(
            "customer",
            [
                "ids": .object(customer.ids), "epoch": .integer(customer.epoch),
                "device_id": .string(customer.deviceID),
            ])
    }

    private mutating func forget() {
        for request in exchanges.keys.sorted() { giveUp(request) }
        authorized = [:]
        readings = [:]
        questions = [:]
        rounds = [:]
        downloads = [:]
        prefetches = []
        resources = ResourceIndex()
        forgetDisplay()
        customer = Customer()
        caps = CapCounters()
        vendors = vendors.map { former in
            var vendor = Vendor(former.adapter)
            vendor.authorization = former.authorization
            vendor.templates = former.templates
            vendor.dispatch = former.dispatch.afterRestoring
            vendor.screens = former.screens.withoutStored
            return vendor
        }
        forgetStop()
        for id in placements.ids {
            placements[id]?.load?.stage = .waiting
            placements[id]?.preparations = []
            placements[id]?.carousel?.renewal = nil
        }
    }

    private mutating func restoreShared(_ key: RecordKey, _ object: JSONObject) {
        guard key.space == .document else { return }
        switch key.key {
        case "customer":
            customer = Customer(
                ids: object["ids"]?.object ?? [:], epoch: object["epoch"]?.integer ?? 0,
                deviceID: object["device_id"]?.string ?? "")
        case Self.capsDocument: caps = CapCounters(json: object)
        case Self.cleaning: restoreCleaning(object)
        default: break
        }
    }

    private mutating func restoreOwn(_ key: RecordKey, _ object: JSONObject, vendor: Int) {
        switch key.space {
        case .document:
            switch key.key {
            case "identity": vendors[vendor].anonymousID = object["anonymous_id"]?.string ?? ""
            case "consent":
                for purpose in Purpose.allCases {
                    let word = object[purpose.rawValue]?.string
                    guard let consent = word.flatMap(Consent.init(rawValue:)) else { continue }
                    vendors[vendor].consent[purpose] = consent
                }
            case "session": vendors[vendor].session = Session(json: object)
            case "account": vendors[vendor].account = Account(json: object)
            case "definitions": vendors[vendor].definitions.isKnown = true
            case "segments": restoreSegments(object, vendor: vendor)
            case let name where Self.isOfOverlays(name):
                restoreOverlays(key, object, vendor: vendor)
            case let name:
                restoreReporting(name, object, vendor: vendor)
                restoreScreens(name, object, vendor: vendor)
            }
        case .overlayContent, .overlayCount, .eventCount:
            restoreOverlays(key, object, vendor: vendor)
        case .personalization:
            if let personalization = Personalization(json: object) {
                vendors[vendor].catalog.setPersonalization(personalization, of: key.key)
            }
        case .event:
            guard let sequence = Int64(key.key),
                let entry = Outbox.Entry(sequence: sequence, json: object)
            else { return }
            vendors[vendor].outbox.append(entry)
            lastEvent = max(lastEvent, sequence)
        case .resource:
            resources.insert(
                .init(
                    vendor: key.vendor, url: key.key,
                    bytes: object["bytes"]?.integer.flatMap(Int.init(exactly:)) ?? 0,
                    isOfMessage: object["of_message"]?.bool ?? false))
        case .file:
            if let entry = FileEntry(vendor: vendors[vendor].id, url: key.key, json: object) {
                files.insert(entry)
            }
        case .display: vendors[vendor].displays[key.key] = DisplayState(json: object)
        case .campaign, .message, .overlay: break
        }
    }
}
