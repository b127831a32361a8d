import PersonalizeJSON

extension Engine {
    mutating func identify(
        _ ids: JSONObject, properties: JSONObject, key: String?, tokens: [CustomerToken]
    ) throws(PersonalizeError) {
        for (name, value) in ids.members {
            guard let id = value.string, !id.isEmpty, !name.isEmpty else {
                throw PersonalizeError(
                    .argument, "wrong_type", "A customer id has to be a non-empty string.",
                    path: "$.\(name)",
                    hint: "Give ids such as {\"registered\": \"ada@example.test\"}.")
            }
        }
        try check(tokens)
        reply()
        let before = customer.ids
        customer.ids.merge(ids)
        let isChanged = customer.ids != before
        if isChanged {
            customer.epoch &+= 1
            storeCustomer()
            forgetCaps()
            for vendor in vendors.indices { forgetCustomer(vendor) }
        }
        replaceTokens(tokens)
        update(
            "customer.changed", key: key,
            ["ids": .object(customer.ids), "changed": .bool(isChanged)])
        for vendor in vendors.indices {
            for name in vendors[vendor].adapter.policy.reservedIDs where ids[name] != nil {
                log(.identifierIgnored(name: name), vendor: vendor)
            }
            if vendors[vendor].batching != nil {
                login(vendor, ids: ids, properties: properties, key: key)
            } else if let delivering = vendors[vendor].delivering {
                let delivery = delivering.encode(
                    customer: properties, identity: identity(vendor), at: now)
                accept(
                    delivery, vendor: vendor, isCustomer: true, key: key,
                    fields: ["event": "identify", "properties": .object(properties)])
            }
            guard isChanged else { continue }
            if awaitsCustomer(vendor) {
                vendors[vendor].definitions.afterCustomer = true
            } else {
                refetch(vendor)
            }
        }
        if isChanged { restartLoads() }
    }

    mutating func anonymize() {
        reply()
        for vendor in vendors.indices {
            closeSession(
                vendor, at: now.wall,
                isTracked: vendors[vendor].adapter.policy.automaticSessions)
        }
        customer.ids = [:]
        customer.epoch &+= 1
        storeCustomer()
        forgetCaps()
        replaceTokens()
        for vendor in vendors.indices {
            forgetCustomer(vendor)
            // Pictures may be personal as well, so they go too.
            resources.removeAll(vendor: vendors[vendor].id)
            store(.removeAll(.resource, vendor: vendors[vendor].id))
            vendors[vendor].anonymousID = random.uuid()
            vendors[vendor].definitions.afterCustomer = false
            storeDocument(
                "identity", vendor: vendor,
                ["anonymous_id": .string(vendors[vendor].anonymousID)])
        }
        update("customer.changed", ["ids": [:], "changed": true])
        for vendor in vendors.indices {
            if vendors[vendor].batching != nil { switchProfile(vendor, to: nil) }
            if isStarted { openSession(vendor) }
            refetch(vendor)
        }
        restartLoads()
    }

    /// Drops whatever was decided for, or seen by, the customer before.
    private mutating func forgetCustomer(_ vendor: Int) {
        forgetPersonalization(vendor, isDenied: true)
        clearInbox(vendor, because: .customerChanged)
        forgetLocalOverlays(vendor)
        forgetScreenCustomer(vendor)
        if !vendors[vendor].displays.isEmpty {
            vendors[vendor].displays = [:]
            store(.removeAll(.display, vendor: vendors[vendor].id))
        }
    }

    /// Gives up asking, and drops what was answered unless it may be of use
    /// again.
    private mutating func forgetPersonalization(_ vendor: Int, isDenied: Bool) {
        if isDenied { preparedContents.removeAll(vendor: vendors[vendor].id) }
        if isDenied, vendors[vendor].catalog.removePersonalizations() {
            store(.removeAll(.personalization, vendor: vendors[vendor].id))
        }
        cancel { exchanging in
            switch exchanging {
            case .personalization(vendor, _, _), .link(vendor, _), .segments(vendor, _): true
            default: false
            }
        }
        forgetSegments(vendor)
        for index in prefetches.indices where prefetches[index].vendor == vendor {
            prefetches[index].request = nil
        }
    }

    /// Fetches anew what depends on the customer.
    mutating func refetch(_ vendor: Int) {
        guard isStarted else { return }
        vendors[vendor].definitions.afterCustomer = false
        fetchDefinitions(vendor, key: nil)
        checkSegmentsSoon(vendor)
        queuePrefetch(vendor, vendors[vendor].adapter.policy.prefetch, key: nil)
    }

    /// Gives up requests. Nothing comes back for them.
    mutating func cancel(where isUnwanted: (Exchanging) -> Bool) {
        for request in exchanges.keys.sorted() {
            guard let exchanging = exchanges[request], isUnwanted(exchanging) else { continue }
            giveUp(request)
        }
    }

    mutating func setConsent(
        _ consent: Consent, purpose: Purpose?, vendor: String?
    ) throws(PersonalizeError) {
        let positions = try positions(ofVendor: vendor)
        reply()
        for vendor in positions {
            for purpose in purpose.map({ [$0] }) ?? Purpose.allCases
            where vendors[vendor].consent[purpose] != consent {
                vendors[vendor].consent[purpose] = consent
                storeDocument("consent", vendor: vendor, vendors[vendor].consent.json)
                update(
                    "consent.changed", vendor: vendor,
                    ["purpose": .string(purpose.rawValue), "consent": .string(consent.rawValue)])
                switch purpose {
                case .tracking: tookTrackingConsent(consent, vendor: vendor)
                case .personalization: tookPersonalizationConsent(consent, vendor: vendor)
                }
            }
        }
    }

    private mutating func tookTrackingConsent(_ consent: Consent, vendor: Int) {
        if consent == .denied {
            failFetches(
                vendor,
                VendorFailure("consent", "There is no consent to tell the vendor anything."))
            dropPending(vendor, reason: "consent_denied")
            cancelFollowUps(vendor)
        } else if vendors[vendor].dispatch.openVisit != nil {
            visit(vendor, on: .foreground)
        }
        if !awaitsCustomer(vendor), vendors[vendor].definitions.afterCustomer { refetch(vendor) }
    }

    /// Without consent nothing is decided for this customer, and what was
    /// decided is of no more use; loads that asked go on without.
    private mutating func tookPersonalizationConsent(_ consent: Consent, vendor: Int) {
        if consent == .granted {
            if vendors[vendor].adapter is any LocalInboxAdapter {
                fetchDefinitions(vendor, key: nil)
            }
            queuePrefetch(vendor, vendors[vendor].adapter.policy.prefetch, key: nil)
        } else {
            forgetPersonalization(vendor, isDenied: consent == .denied)
            if consent == .denied { clearInbox(vendor, because: .consentDenied) }
            restartLoads()
        }
    }
}
